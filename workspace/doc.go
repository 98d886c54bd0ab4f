// Package workspace holds what is open: for each workspace folder its
// configuration, trust, providers, indexes and coordinator, shared by all
// connections of a process, and for each connection a view of its folders with
// the unsaved notes that mask files.
package workspace
