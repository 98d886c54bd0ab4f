// Package contract holds the JSON that scripts and editors rely on: the same
// for the commands and for the custom LSP requests. docs/json.md describes it
// for its readers; adding a field is free, changing or removing one is not.
package contract
