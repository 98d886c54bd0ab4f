// Package text turns text of any script into the terms that are indexed and
// looked for: words in one normal form, the parts of identifiers beside the
// whole, pairs of characters for scripts that are written without blanks. It
// knows languages as far as finding needs: stems, stop words, detection.
package text
