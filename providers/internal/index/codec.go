package index

import (
	"encoding/binary"
	"errors"
	"time"

	"github.com/zeebo/xxh3"
)

var errRecord = errors.New("a record in the index does not read")

// encoder appends a record's values.
type encoder struct{ b []byte }

func (e *encoder) uint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int64)   { e.b = binary.AppendVarint(e.b, v) }

func (e *encoder) str(s string) {
	e.uint(uint64(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) strs(ss []string) {
	e.uint(uint64(len(ss)))
	for _, s := range ss {
		e.str(s)
	}
}

// time keeps nanoseconds; zero stays zero.
func (e *encoder) time(t time.Time) {
	if t.IsZero() {
		e.int(0)
		return
	}
	e.int(t.Unix())
	e.uint(uint64(t.Nanosecond()) + 1)
}

// decoder reads what encoder wrote; after a fault it gives zeroes.
type decoder struct {
	s   string
	bad bool
}

func (d *decoder) err() error {
	if d.bad {
		return errRecord
	}
	return nil
}

func (d *decoder) uint() uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		if len(d.s) == 0 {
			break
		}
		c := d.s[0]
		d.s = d.s[1:]
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	d.bad = true
	return 0
}

func (d *decoder) int() int64 {
	u := d.uint()
	return int64(u>>1) ^ -int64(u&1)
}

func (d *decoder) str() string {
	n := d.uint()
	if n > uint64(len(d.s)) {
		d.bad = true
		d.s = ""
		return ""
	}
	s := d.s[:n]
	d.s = d.s[n:]
	return s
}

func (d *decoder) strs() []string {
	n := d.uint()
	if n == 0 || n > uint64(len(d.s)) {
		d.bad = d.bad || n != 0
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = d.str()
	}
	return out
}

func (d *decoder) time() time.Time {
	sec := d.int()
	if sec == 0 {
		return time.Time{}
	}
	nsec := d.uint()
	if nsec == 0 || nsec > 1e9 {
		d.bad = true
		return time.Time{}
	}
	return time.Unix(sec, int64(nsec-1))
}

// Keys are encoded in base 127 with the highest bit for "more follows": bleve
// separates the values of a document with the byte 0xFF, which so never
// appears.
const base = 127

func appendNumber(b []byte, v uint64) []byte {
	for v >= base {
		b = append(b, 0x80|byte(v%base))
		v /= base
	}
	return append(b, byte(v))
}

func takeNumber(b []byte) (uint64, []byte) {
	var v, unit uint64 = 0, 1
	for i, c := range b {
		v += uint64(c&0x7f) * unit
		if c < 0x80 {
			return v, b[i+1:]
		}
		unit *= base
	}
	return 0, nil
}

// appendEscaped appends s without the byte 0xFF (file names may hold any).
func appendEscaped(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c >= 0xFE {
			b = append(b, 0xFE, c-0xFE)
		} else {
			b = append(b, c)
		}
	}
	return b
}

func unescape(b []byte) string {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == 0xFE && i+1 < len(b) {
			i++
			c = 0xFE + b[i]
		}
		out = append(out, c)
	}
	return string(out)
}

// keyOf names a note in the ids of its documents.
func keyOf(doc string) uint64 { return xxh3.HashString(doc) }

// noteID and sectionID are the ids of bleve documents. They follow from the
// note's path alone, so that it can be replaced without reading it.
func noteID(key uint64) string { return string(appendNumber([]byte{'n'}, key)) }

func sectionID(key uint64, ordinal int) string {
	return string(appendNumber(appendNumber([]byte{'s'}, key), uint64(ordinal)))
}
