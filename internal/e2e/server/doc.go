// Package server tests the user's shared server with real processes: the test
// binary plays the program.
package server
