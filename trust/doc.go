// Package trust remembers which workspaces the user trusts to start programs,
// connect and write as their configuration says. An answer is about a folder
// and a list of actions: as long as a configuration wants nothing beyond it,
// other changes need no new answer.
package trust
