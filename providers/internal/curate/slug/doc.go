// Package slug makes file names out of titles: names that every file system
// and every synchronisation service takes, that keep the letters of every
// script, and that never lead anywhere but into the folder they are put in.
package slug
