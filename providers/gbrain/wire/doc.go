// Package wire holds the JSON that GBrain's tools take and give, and reads it
// without believing it: a reply that says "success" may hold an error, rows may
// lack fields, and text may follow the JSON.
package wire
