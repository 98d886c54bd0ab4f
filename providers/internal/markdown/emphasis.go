package markdown

import "unicode"

// delimiter is a run of emphasis characters.
type delimiter struct {
	pos, n      int
	char        byte
	open, close bool
}

// delimiterRun notes a run of '*', '_', '~' or '=' by CommonMark's flanking
// rules. Strike-through and highlight need exactly two.
func (in *inliner) delimiterRun(i int) int {
	b := in.buf
	c := b[i]
	n := fenceRun(b[i:])
	if (c == '~' || c == '=') && n != 2 {
		return i + n
	}
	before, after := in.runeBefore(i), in.runeAfter(i+n)
	spaceBefore, spaceAfter := unicode.IsSpace(before), unicode.IsSpace(after)
	punctBefore, punctAfter := isPunct(before), isPunct(after)
	left := !spaceAfter && (!punctAfter || spaceBefore || punctBefore)
	right := !spaceBefore && (!punctBefore || spaceAfter || punctAfter)
	d := delimiter{pos: i, n: n, char: c, open: left, close: right}
	if c == '_' {
		d.open = left && (!right || punctBefore)
		d.close = right && (!left || punctAfter)
	}
	if d.open || d.close {
		in.delims = append(in.delims, d)
	}
	return i + n
}

// emphasis removes the marks that pair up. It leaves out CommonMark's rule of
// three, which moves marks but seldom changes which of them are marks.
func (in *inliner) emphasis() {
	var stacks [4][]int // open runs by character: indexes into delims
	kind := func(c byte) int {
		switch c {
		case '*':
			return 0
		case '_':
			return 1
		case '~':
			return 2
		}
		return 3
	}
	for di := range in.delims {
		d := &in.delims[di]
		k := kind(d.char)
		pos := d.pos
		for d.close && d.n > 0 && len(stacks[k]) > 0 {
			oi := stacks[k][len(stacks[k])-1]
			o := &in.delims[oi]
			use := min(o.n, d.n)
			o.n -= use
			in.cut(o.pos+o.n, o.pos+o.n+use, "")
			in.cut(pos, pos+use, "")
			pos += use
			d.n -= use
			if o.n == 0 {
				stacks[k] = stacks[k][:len(stacks[k])-1]
			}
			// Runs opened in between cannot close any more.
			for j := range stacks {
				for n := len(stacks[j]); n > 0 && stacks[j][n-1] > oi; n-- {
					stacks[j] = stacks[j][:n-1]
				}
			}
		}
		d.pos = pos
		if d.open && d.n > 0 {
			stacks[k] = append(stacks[k], di)
		}
	}
}
