// Package markdown reads one note: its title, aliases, tags and dates, its
// sections with line ranges, and its links.
//
// Blocks (headings, fences, lists, quotes, HTML, reference definitions) follow
// CommonMark 0.31 exactly; a differential test holds the scanner to goldmark.
// The scanner is hand-written because a first index parses tens of megabytes
// and needs no tree. On top of CommonMark come what notes in the wild contain:
// frontmatter of every shape, wikilinks, inline tags, block ids, comments,
// footnotes, tables and math.
//
// Besides markdown there are readers for what else holds notes in these
// folders: HTML topics of ByteRover, canvases and Excalidraw drawings of
// Obsidian. A [Resolver] finds the notes that links lead to.
//
// No input is an error: what could not be read as meant is kept as text and
// named in [Note.Problems].
package markdown
