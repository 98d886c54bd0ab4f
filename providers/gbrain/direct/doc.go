// Package direct searches a GBrain database by SQL: keyword search only, and
// only reading. It is ten times faster than GBrain's own tools. The schema is
// not a public interface, so everything it relies on is checked first, and
// GBrain's rules of visibility are applied here exactly: what a page's owner
// hid from tools stays hidden.
package direct
