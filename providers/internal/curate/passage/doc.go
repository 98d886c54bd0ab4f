// Package passage turns a selection from an editor, or text from a terminal,
// into markdown that is fit to be a note, and finds a title for it.
package passage
