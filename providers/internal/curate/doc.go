// Package curate stores passages as notes: it prepares the text, chooses a
// file name, and writes in the form that each system expects, a folder of
// markdown files ([Markdown]), an OpenClaw wiki ([Wiki]), or a ByteRover context
// tree ([Tree]). It appends to notes that exist ([Append]) and takes back what
// it wrote ([Undo]). Files are reached through package safefile only, so that
// nothing is overwritten and nothing outside the target is touched.
//
// Choosing the target, asking whether something is known already, and asking a
// person about secrets are the caller's part.
package curate
