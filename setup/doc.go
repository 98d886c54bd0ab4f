// Package setup turns answers about what to search into a configuration: the
// existing file is the starting point and keeps its comments, order and unknown
// keys byte for byte. The command line's wizard and editors share it.
package setup
