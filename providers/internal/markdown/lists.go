package markdown

// listItem opens a list item.
func (st *starter) listItem(rest []byte) started {
	n := 1
	if isDigit(rest[0]) {
		for n < len(rest) && n < 10 && isDigit(rest[n]) {
			n++
		}
		if n > 9 || n == len(rest) || rest[n] != '.' && rest[n] != ')' {
			return startedNothing
		}
		// Only a list that starts with 1 interrupts a paragraph: a line can
		// begin with "14." by chance.
		if st.inParagraph() && !isOne(rest[:n]) {
			return startedNothing
		}
		n++
	}
	if n < len(rest) && !isSpaceTab(rest[n]) || len(st.containers) >= maxDepth {
		return startedNothing
	}
	if st.inParagraph() && len(trimSpaceTab(rest[n:])) == 0 {
		return startedNothing
	}
	indent := st.indent
	st.toNext()
	marker := lineSpan{int32(st.pos), int32(st.pos + n)}
	st.advance(n, false)

	pos, col, partial := st.pos, st.col, st.partialTab
	for st.col-col < 5 && st.pos < st.end && isSpaceTab(st.src[st.pos]) {
		st.advance(1, true)
	}
	spaces := st.col - col
	padding := n + spaces
	if spaces < 1 || spaces >= 5 || st.pos >= st.end {
		padding = n + 1
		st.pos, st.col, st.partialTab = pos, col, partial
		if st.pos < st.end {
			st.advance(1, true)
		}
	}
	st.push(container{kind: itemContainer, indent: indent + padding, marker: marker})
	return startedContainer
}

func isOne(digits []byte) bool {
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	return string(digits) == "1"
}

// footnote opens the definition of a footnote, whose further paragraphs are
// indented by four columns.
func (st *starter) footnote(rest []byte) started {
	if len(rest) < 5 || rest[1] != '^' || len(st.containers) >= maxDepth {
		return startedNothing
	}
	for i := 2; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == ']' && i > 2 && i+1 < len(rest) && rest[i+1] == ':':
			st.toNext()
			st.advance(i+2, false)
			st.push(container{kind: footnoteContainer, indent: 4})
			return startedContainer
		case c <= ' ' || c == '[' || c == ']':
			return startedNothing
		}
	}
	return startedNothing
}
