// Package detect looks for knowledge on this machine that could be searched:
// vaults, wikis, brains, context trees and folders of notes. It looks at usual
// places only, never walks a home folder, and gives up on what takes too long.
package detect
