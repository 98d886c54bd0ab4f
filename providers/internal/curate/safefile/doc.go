// Package safefile puts files into one folder without ever damaging what is
// there: a new file appears whole or not at all and never over another, a
// change to an existing file happens only if the file is still the one that
// was read, and nothing outside the folder is reached, whatever names and
// symbolic links say (every step goes through an [os.Root]).
//
// What a kill or a power cut can leave behind is at most a hidden temporary
// file, which the next write into the same folder removes once it is an hour
// old, and empty sub-folders made for a file that did not come to be.
package safefile
