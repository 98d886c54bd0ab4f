// Package watch tells when files below some folders have changed.
//
// One Watcher serves a whole process, since a user may have only 128 of the
// system's watchers (inotify instances) for all programs. Each Tree is a set of
// folders with somebody who wants to hear of them: what is new, changed or gone
// is collected until it rests, and then told in one go. Where the system cannot
// tell (too many folders, a network drive, a queue that ran over) the tree says
// so, and whoever listens must look for himself.
//
// The system's own watching is not recursive, loses what happens in a new folder
// before it is watched, and keeps watching a folder that was moved away under
// its old name; all three are dealt with here.
package watch
