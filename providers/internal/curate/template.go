package curate

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"memswarm/providers/internal/curate/slug"
	"memswarm/swarm"
)

// DefaultTemplate is the text of a new note in a markdown folder.
const DefaultTemplate = `---
title: {{title}}
created: {{created}}
tags: {{tags}}
source: {{source}}
symbol: {{symbol}}
commit: {{commit}}
permalink: {{permalink}}
language: {{language}}
---

{{heading}}

{{content}}
`

// variable is "{{name}}" or "{{date:FORMAT}}".
var variable = regexp.MustCompile(`\{\{\s*([A-Za-z]+)(?::([^{}]*))?\s*\}\}`)

// values gives what each variable stands for.
func (d *draft) values() map[string]string {
	v := map[string]string{
		"title": d.title, "slug": slug.File(d.title), "heading": d.heading, "content": d.body, "type": string(d.about),
		"date": d.now.Format("2006-01-02"), "time": d.now.Format("15:04"), "created": d.now.Format(time.RFC3339),
		"year": d.now.Format("2006"), "month": d.now.Format("01"), "day": d.now.Format("02"), "tags": flow(d.tags),
		"source": source(d.origin), "provenance": sourceLine(d.origin), "path": sourcePath(d.origin), "lines": lineRange(d.origin),
		"symbol": "", "commit": "", "permalink": "", "language": "",
	}
	if len(d.tags) == 0 {
		v["tags"] = ""
	}
	if o := d.origin; o != nil {
		v["symbol"], v["commit"], v["permalink"], v["language"] = o.Symbol, o.Commit, o.Permalink, o.Language
	}
	return v
}

var known = slices.Sorted(maps.Keys((&draft{}).values()))

// CheckTemplate reports the variables of a template or file-name pattern that
// do not exist. what names the setting in the error.
func CheckTemplate(what, text string) error {
	for _, m := range variable.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(known, m[1]) {
			return &swarm.Error{Code: "bad_template",
				Message: fmt.Sprintf("%s names the variable {{%s}}, which does not exist.", what, m[1]),
				Fix:     "Use one of " + strings.Join(known, ", ") + "; dates take a format, as in {{date:YYYY-MM-DD}}."}
		}
	}
	return nil
}

// expand puts values for variables, once: what a value holds is not expanded.
func (d *draft) expand(text string, v map[string]string, with func(name, value string) string) string {
	return variable.ReplaceAllStringFunc(text, func(m string) string {
		g := variable.FindStringSubmatch(m)
		value, ok := v[g[1]]
		if !ok {
			return m
		}
		if g[2] != "" && (g[1] == "date" || g[1] == "time" || g[1] == "created") {
			value = moment(g[2], d.now)
		}
		return with(g[1], value)
	})
}

// frontLine is "key: value" or "- value" of a template's frontmatter.
var frontLine = regexp.MustCompile(`^(\s*(?:[\p{L}_][\p{L}\p{N}_ -]*:[ \t]+|-[ \t]+))(.*?)[ \t]*$`)

// render fills a template. In its frontmatter values are quoted as YAML needs
// it, and a line whose only value is empty goes.
func (d *draft) render(template string) string {
	v := d.values()
	plain := func(_, value string) string { return value }
	front, body, ok := cutFront(template)
	if !ok {
		return finish(d.expand(template, v, plain))
	}
	var b strings.Builder
	b.WriteString("---\n")
	for line := range strings.Lines(front) {
		line = strings.TrimRight(line, "\n")
		m := frontLine.FindStringSubmatch(line)
		if m == nil || !variable.MatchString(m[2]) {
			b.WriteString(d.expand(line, v, plain) + "\n")
			continue
		}
		value := m[2]
		if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
			value = value[1 : n-1]
		}
		whole := variable.FindString(value) == value
		name := variable.FindStringSubmatch(value)[1]
		text := d.expand(value, v, plain)
		switch {
		case strings.TrimSpace(text) == "" && whole:
			continue
		case whole && slices.Contains([]string{"tags", "created", "date"}, name) && !strings.Contains(value, ":"):
			b.WriteString(m[1] + text + "\n")
		default:
			b.WriteString(m[1] + quote(text) + "\n")
		}
	}
	b.WriteString("---\n")
	return b.String() + finish(d.expand(body, v, plain))
}

func cutFront(template string) (front, body string, ok bool) {
	template = strings.ReplaceAll(template, "\r\n", "\n")
	rest, ok := strings.CutPrefix(template, "---\n")
	if !ok {
		return "", template, false
	}
	front, body, ok = strings.Cut(rest, "\n---\n")
	return front + "\n", body, ok
}

// finish ends the text with one line end and takes the gap out that an empty
// variable leaves at the end.
func finish(s string) string { return strings.TrimRight(s, " \t\n") + "\n" }

// fileName expands a file-name pattern into folder and stem, each part of it
// safe. Slashes come from the pattern and from date formats only.
func (d *draft) fileName(pattern string) (dir, stem string) {
	s := d.expand(pattern, d.values(), func(name, value string) string {
		if name == "date" || name == "time" || name == "created" || name == "slug" {
			return value
		}
		return slug.Name(value)
	})
	var parts []string
	for p := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSuffix(s, ".md"), `\`, "/"), "/") {
		if strings.Trim(p, " .") != "" {
			parts = append(parts, slug.Name(p))
		}
	}
	if len(parts) == 0 {
		parts = []string{slug.File(d.title)}
	}
	return strings.Join(parts[:len(parts)-1], "/"), parts[len(parts)-1]
}
