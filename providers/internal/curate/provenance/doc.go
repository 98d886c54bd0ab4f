// Package provenance says where a passage of a file comes from: the repository,
// the path inside it, the commit, and a link to the very lines on the web. It
// reads git's files itself, starts no program, and never fails: what it cannot
// find stays empty.
package provenance
