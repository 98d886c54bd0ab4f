// Package index keeps the notes of one source in a persistent index on disk and
// ranks them for queries.
//
// The index is a cache: everything in it comes from the notes, so it is thrown
// away and built again when its format changes or it is damaged. It has one
// owner at a time. Notes are divided into sections; the note is what is ranked,
// its best sections are what is returned.
package index
