package memorywiki

import (
	"fmt"
	"strings"
	"time"
)

// A claim is one statement of a page's frontmatter.
type claim struct {
	id, text, status string
	updated          time.Time // newest of the claim and its evidence
	evidence         []string  // notes, for searching
}

// contested says whether the wiki counts the claim as disputed.
func (c *claim) contested() bool {
	switch strings.ToLower(c.status) {
	case "contested", "contradicted", "refuted", "superseded":
		return true
	}
	return false
}

// line is how a claim is shown and searched: the statement, and its status when
// a reader must know it.
func (c *claim) line() string {
	text := c.text
	if c.contested() {
		text += " (" + strings.ToLower(c.status) + ")"
	}
	for _, note := range c.evidence {
		text += " — " + note
	}
	return text
}

// claimsOf reads the claims of a frontmatter. Entries of the wrong shape are
// passed over: the page is still a page.
func claimsOf(front map[string]any) []claim {
	var claims []claim
	for _, entry := range list(front["claims"]) {
		if text, ok := entry.(string); ok && strings.TrimSpace(text) != "" {
			claims = append(claims, claim{text: oneLine(text)})
			continue
		}
		m, ok := entry.(map[string]any)
		if !ok {
			continue
		}
		c := claim{id: scalar(m["id"]), text: oneLine(scalar(m["text"])), status: scalar(m["status"]), updated: date(m["updatedAt"])}
		if c.text == "" {
			continue
		}
		for _, e := range list(m["evidence"]) {
			ev, ok := e.(map[string]any)
			if !ok {
				continue
			}
			if note := oneLine(scalar(ev["note"])); note != "" {
				c.evidence = append(c.evidence, note)
			}
			if t := date(ev["updatedAt"]); t.After(c.updated) {
				c.updated = t
			}
		}
		claims = append(claims, c)
	}
	return claims
}

// facts gives the other searchable statements of a frontmatter: questions,
// contradictions, what a page is good for, and a person's card.
func facts(front map[string]any) []string {
	var lines []string
	for _, key := range []string{"questions", "contradictions", "bestUsedFor", "notEnoughFor"} {
		for _, entry := range list(front[key]) {
			if text := oneLine(scalar(entry)); text != "" {
				lines = append(lines, text)
			}
		}
	}
	if card, ok := front["personCard"].(map[string]any); ok {
		for _, key := range []string{"handles", "emails", "socials", "timezone", "lane", "askFor", "avoidAskingFor", "bestUsedFor", "notEnoughFor"} {
			for _, entry := range list(card[key]) {
				if text := oneLine(scalar(entry)); text != "" {
					lines = append(lines, text)
				}
			}
		}
	}
	for _, entry := range list(front["relationships"]) {
		if m, ok := entry.(map[string]any); ok {
			if text := oneLine(strings.Join([]string{scalar(m["kind"]), scalar(m["targetTitle"]), scalar(m["note"])}, " ")); text != "" {
				lines = append(lines, text)
			}
		}
	}
	return lines
}

// relationTargets are the pages that a frontmatter names as related: by path
// when given, else by title or id.
func relationTargets(front map[string]any) []string {
	var targets []string
	for _, entry := range list(front["relationships"]) {
		m, ok := entry.(map[string]any)
		if !ok {
			continue
		}
		for _, key := range []string{"targetPath", "targetTitle", "targetId"} {
			if t := oneLine(scalar(m[key])); t != "" {
				targets = append(targets, t)
				break
			}
		}
	}
	for _, id := range list(front["sourceIds"]) {
		if t := oneLine(scalar(id)); t != "" {
			targets = append(targets, t)
		}
	}
	return targets
}

// list makes a list of a value: itself, one value, or none.
func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case []string:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	default:
		return []any{v}
	}
}

func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int, int64, uint64, float64, bool:
		return fmt.Sprint(v)
	case time.Time:
		return v.Format(time.RFC3339)
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// date reads a timestamp as YAML or as the wiki writes it.
func date(v any) time.Time {
	switch v := v.(type) {
	case time.Time:
		return v
	case string:
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.DateOnly} {
			if t, err := time.ParseInLocation(layout, strings.TrimSpace(v), time.Local); err == nil {
				return t
			}
		}
	}
	return time.Time{}
}
