// Package atomicfile replaces small files whole: a reader sees the old content
// or the new one, and a process that dies in between leaves the old.
package atomicfile
