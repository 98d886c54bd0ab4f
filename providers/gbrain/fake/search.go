package fake

import (
	"slices"
	"strings"
)

// search finds the pages that have all words, or else some; with embeddings
// also those that mean them. What does not fit into the token budget is
// dropped, as the real one does.
func (b *Brain) search(name string, args map[string]any, owner bool) Result {
	text, _ := args["query"].(string)
	if text == "" {
		return fail("invalid_params", "Missing required parameter: query")
	}
	words := strings.Fields(strings.ToLower(text))
	rows := b.match(words, owner, true)
	if len(rows) == 0 && len(words) > 1 {
		rows = b.match(words, owner, false)
	}
	if b.Vector {
		for _, p := range b.sorted(owner) {
			if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(strings.Fields(p.Means), w) }) &&
				!slices.ContainsFunc(rows, func(r map[string]any) bool { return r["slug"] == p.Slug }) {
				r := row(p, p.Body, 0, 0.4)
				r["keyword_hit"], r["cosine"] = false, 0.71
				rows = append(rows, r)
			}
		}
	}
	retrieved := len(rows)
	rows = rows[min(number(args["offset"], 0), len(rows)):]
	rows = rows[:min(len(rows), number(args["limit"], 20), 100)]
	budget, used, kept := b.Budget, 0, 0
	if budget == 0 {
		budget = 4000
	}
	for _, r := range rows {
		if used += len(r["chunk_text"].(string)) / 4; used > budget && kept > 0 {
			break
		}
		kept++
	}
	dropped := len(rows) - kept
	rows = rows[:kept]
	if name == "search" {
		for _, r := range rows {
			r["id"] = r["slug"]
		}
	}
	out := ok(rows)
	degraded := []any{}
	if !b.Vector {
		degraded = append(degraded, map[string]any{"stage": "embed_unavailable", "reason": "no_provider"})
	}
	if len(rows) == 0 {
		out = ok([]any{})
		degraded = append(degraded, map[string]any{"stage": "keyword_zero"})
		out.Texts = append(out.Texts, "0 results. retrieved 0 before trimming. degraded: embed_unavailable, keyword_zero.")
	}
	out.Meta = map[string]any{"retrieval": map[string]any{
		"returned_count": len(rows), "retrieved_count": retrieved, "vector_enabled": b.Vector, "expansion_applied": false, "cache": "disabled",
		"token_budget": map[string]any{"budget": budget, "used": used, "dropped": dropped, "kept": kept},
		"degraded":     degraded,
	}}
	return out
}

// match gives the chunks (body and timeline) of the matching pages.
func (b *Brain) match(words []string, owner, all bool) []map[string]any {
	rows := []map[string]any{}
	for _, p := range b.sorted(owner) {
		if strings.HasPrefix(p.Slug, "attachments/") {
			continue
		}
		for i, chunk := range []string{p.Body, p.Timeline} {
			hit := func(w string) bool {
				return strings.Contains(strings.ToLower(p.Title+"\n"+chunk), strings.Trim(w, `"`))
			}
			if chunk == "" || all && !every(words, hit) || !slices.ContainsFunc(words, hit) {
				continue
			}
			rows = append(rows, row(p, chunk, i, 1/float64(1+len(rows))))
		}
	}
	return rows
}

func every(words []string, f func(string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !f(w) })
}

func row(p *Page, chunk string, index int, score float64) map[string]any {
	return map[string]any{
		"slug": p.Slug, "page_id": 1, "title": p.Title, "type": p.Type, "chunk_text": chunk, "chunk_source": "compiled_truth", "chunk_id": index,
		"chunk_index": index, "score": score, "stale": false, "source_id": "default", "effective_date": p.Updated.Format("2006-01-02"),
		"effective_date_source": "fallback", "keyword_hit": true, "base_score": score, "evidence": "keyword_exact", "create_safety": "probable",
	}
}
