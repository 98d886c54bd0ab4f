// Package source is one folder of notes that can be searched: the files as
// walk finds them, as an adapter's parser understands them, in an index on
// disk, with the links between them.
//
// An adapter says what is a note and how it reads ([Options]); everything else
// is the same for all local providers and lives here. A [Source] is the shared,
// expensive part; a [View] gives it the id and the preferences of one
// configured provider, so that several workspaces may share one Source.
package source
