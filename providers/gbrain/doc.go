// Package gbrain is the provider for a GBrain: a database of pages, perhaps of a
// whole team, perhaps on another machine. It reaches the brain in one of four
// ways (direct SQL, a server over HTTP, a `gbrain serve` of its own, one process
// a call), takes the next when one fails, and falls back to the files of the
// brain's repository.
//
// What a client must know of GBrain is in the sub-packages: its JSON (wire),
// its slugs (slugs), its text (pages), its tables (direct).
package gbrain
