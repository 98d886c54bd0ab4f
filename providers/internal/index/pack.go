package index

import (
	"memswarm/swarm"
)

// All terms live in one bleve field, so a term costs one dictionary look-up a
// segment whatever part of a note it stands in. The number that bleve keeps as
// a term's frequency in a document holds the frequencies in the parts:
//
//	section: body (6 bits) | own heading (3) | headings above (3)
//	note:    title (3)     | meta (4)        | folders (3)
//
// The commonest value, once in a body, is 1, which the segment format stores in
// the least space. Frequencies that do not fit saturate.
type packed uint16

const (
	bodyBits, ownBits, aboveBits          = 6, 3, 3
	titleBits, metaBits, pathBits         = 3, 4, 3
	ownShift, aboveShift                  = bodyBits, bodyBits + ownBits
	metaShift, pathShift                  = titleBits, titleBits + metaBits
	packedValues                          = 1 << 12
	aboveShare                    float32 = 0.5 // of an own heading, for a heading above
)

// part is a place in a packed number.
type part struct{ shift, bits uint8 }

var (
	inBody  = part{0, bodyBits}
	inOwn   = part{ownShift, ownBits}
	inAbove = part{aboveShift, aboveBits}
	inTitle = part{0, titleBits}
	inMeta  = part{metaShift, metaBits}
	inPath  = part{pathShift, pathBits}
)

// add counts one more occurrence in a part.
func (p packed) add(at part) packed {
	full := packed(1)<<at.bits - 1
	if p>>at.shift&full == full {
		return p
	}
	return p + packed(1)<<at.shift
}

func (p packed) in(at part) float32 {
	return float32(p >> at.shift & (1<<at.bits - 1))
}

// noteFreqs are the frequencies of a note's own document.
func (p packed) noteFreqs(to *swarm.Freqs, share float32) {
	to[swarm.FieldTitle] += share * p.in(inTitle)
	to[swarm.FieldMeta] += share * p.in(inMeta)
	to[swarm.FieldPath] += share * p.in(inPath)
}

// titleFreqs are those of them that stand for each of the note's sections too.
func (p packed) titleFreqs(to *swarm.Freqs, share float32) {
	to[swarm.FieldTitle] += share * p.in(inTitle)
	to[swarm.FieldMeta] += share * p.in(inMeta)
}

// bodyFreqs are what a section adds to its note's frequencies.
func (p packed) bodyFreqs(to *swarm.Freqs, share float32) {
	to[swarm.FieldBody] += share * p.in(inBody)
	to[swarm.FieldHeading] += share * p.in(inOwn)
}

// sectionFreqs are the frequencies of the section by itself.
func (p packed) sectionFreqs(to *swarm.Freqs, share float32) {
	to[swarm.FieldBody] += share * p.in(inBody)
	to[swarm.FieldHeading] += share * (p.in(inOwn) + aboveShare*p.in(inAbove))
}
