package curate

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"memswarm/providers/internal/curate/passage"
)

// htmlTopic is a topic in ByteRover's HTML form: one bv-topic with plain HTML
// inside. Times are in the attributes that ByteRover itself sets.
func htmlTopic(d *draft, topicPath string, related []string) string {
	now := d.now.UTC().Format(isoMillis)
	var b strings.Builder
	b.WriteString("<bv-topic")
	for _, a := range [][2]string{{"path", topicPath}, {"title", d.title}, {"summary", d.summary()}, {"tags", strings.Join(d.tags, ",")},
		{"keywords", strings.Join(d.keywords(), ",")}, {"related", strings.Join(related, ",")}, {"createdat", now}, {"updatedat", now}} {
		if a[1] != "" {
			fmt.Fprintf(&b, " %s=\"%s\"", a[0], html.EscapeString(oneLine(a[1])))
		}
	}
	b.WriteString(">\n")
	if s := sourcePath(d.origin); s != "" {
		text := html.EscapeString(oneLine(source(d.origin)))
		if d.origin.Permalink != "" {
			text += " (" + html.EscapeString(d.origin.Permalink) + ")"
		}
		fmt.Fprintf(&b, "<bv-files><li>%s</li></bv-files>\n", text)
	}
	b.WriteString(htmlBody(d.body))
	b.WriteString("</bv-topic>\n")
	return b.String()
}

var (
	listItem = regexp.MustCompile(`^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$`)
	hashes   = regexp.MustCompile(`^ {0,3}#{1,6}(?:\s|$)`)
)

// htmlBody turns markdown into the plain HTML that a topic may hold: pre, h3,
// lists and paragraphs. Inline marks stay as they are written.
func htmlBody(md string) string {
	var b strings.Builder
	o := passage.ReadOutline(md)
	var para, items []string
	flush := func() {
		if len(para) > 0 {
			fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(strings.Join(para, "\n")))
		}
		if len(items) > 0 {
			b.WriteString("<ul>\n")
			for _, it := range items {
				fmt.Fprintf(&b, "<li>%s</li>\n", html.EscapeString(it))
			}
			b.WriteString("</ul>\n")
		}
		para, items = nil, nil
	}
	fenced := false
	for _, l := range splitLines(md, 0, len(md)) {
		line := strings.TrimRight(md[l[0]:l[1]], "\n")
		t := strings.TrimSpace(line)
		switch {
		case o.Fenced(l[0]) && !fenced:
			flush()
			fenced = true
			info := strings.TrimLeft(t, "`~")
			class := ""
			if w := strings.Fields(info); len(w) > 0 {
				class = ` class="language-` + html.EscapeString(w[0]) + `"`
			}
			b.WriteString("<pre><code" + class + ">")
		case o.Fenced(l[0]):
			if !o.Fenced(l[1]) || closesFence(o, l[1], t) {
				b.WriteString("</code></pre>\n")
				fenced = false
				continue
			}
			b.WriteString(html.EscapeString(line) + "\n")
		case t == "":
			flush()
		case hashes.MatchString(line):
			flush()
			fmt.Fprintf(&b, "<h3>%s</h3>\n", html.EscapeString(strings.Trim(t, "# ")))
		case listItem.MatchString(line):
			if len(para) > 0 {
				flush()
			}
			items = append(items, listItem.FindStringSubmatch(line)[1])
		case len(items) > 0:
			items[len(items)-1] += "\n" + t
		default:
			para = append(para, t)
		}
	}
	flush()
	if fenced {
		b.WriteString("</code></pre>\n")
	}
	return b.String()
}

// closesFence says whether a fence ends before the byte at although another
// begins right there.
func closesFence(o *passage.Outline, at int, t string) bool {
	return o.FenceStarts(at) && strings.Trim(t, "`~") == ""
}
