package markdown

import (
	"bytes"
	"strings"
)

// addLines gives the leaf's text to the inliner.
func (b *builder) addLines(l *leaf) {
	delimiter := int32(-1)
	if l.kind == leafParagraph {
		delimiter = b.scan.delimiterRow(*l)
	}
	for i := l.seg; i < l.segEnd; i++ {
		if i == delimiter {
			continue
		}
		g := b.scan.segs[i]
		start := int(g.start)
		if l.kind != leafHTML {
			for start < int(g.end) && isSpaceTab(b.scan.src[start]) {
				start++
			}
		}
		b.in.addLine(b.scan.src[start:g.end], int(g.line), start-int(b.scan.lines[g.line].start))
	}
}

func (b *builder) leaf(l *leaf) {
	if l.kind == leafRule {
		return
	}
	if l.kind == leafSkipped {
		b.skipped = b.skipped || b.scan.src[b.scan.lines[l.first].start] == '<'
		return
	}
	prefix := ""
	if l.marker.end > l.marker.start {
		prefix = strings.Repeat("  ", int(max(l.nest-1, 0))) +
			string(b.scan.src[l.marker.start:l.marker.end]) + " "
	}
	textLine := int(l.first)
	if l.kind == leafFence {
		textLine = min(textLine+1, int(l.last))
	}
	b.text.block(int(l.first), textLine, int(l.last), prefix, func() {
		switch l.kind {
		case leafFence, leafIndented:
			b.text.verbatim(b.scan.src, b.scan.segs[l.seg:l.segEnd])
		case leafHTML:
			b.in.reset()
			b.addLines(l)
			b.in.scanHTML(l.html)
			b.text.inline(&b.in)
		default:
			b.in.reset()
			b.addLines(l)
			if l.quoted {
				b.in.callout()
			}
			b.in.scan()
			b.text.inline(&b.in)
			b.collect()
		}
	})
}

// callout passes the [!type] that begins a block quote.
func (in *inliner) callout() {
	if !bytes.HasPrefix(in.buf, []byte("[!")) {
		return
	}
	n := bytes.IndexByte(in.buf[:min(len(in.buf), 100)], ']')
	if n < 0 || bytes.ContainsAny(in.buf[2:n], " \n[") {
		return
	}
	n++
	if n < len(in.buf) && (in.buf[n] == '+' || in.buf[n] == '-') {
		n++
	}
	in.from = n
	in.cut(0, n, "")
}

// scanHTML reads the lines of an HTML block: tags go, text stays, nothing else
// means anything.
func (in *inliner) scanHTML(kind uint8) {
	in.budget = 1<<16 + 4*len(in.buf)
	b := in.buf
	if kind == 1 {
		if name := bytes.ToLower(b[:min(len(b), 8)]); bytes.HasPrefix(name, []byte("<script")) || bytes.HasPrefix(name, []byte("<style")) {
			in.cut(0, len(b), "")
			return
		}
	}
	for i := 0; i < len(b); {
		n := bytes.IndexAny(b[i:], "<&")
		if n < 0 {
			return
		}
		if i += n; b[i] == '<' {
			i = in.angle(i)
		} else {
			i = in.entity(i)
		}
	}
}
