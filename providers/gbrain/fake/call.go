package fake

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

//go:embed testdata/mcp-postgres.json
var recordedJSON []byte

// Result is what a tool answers.
type Result struct {
	Texts   []string // content blocks
	IsError bool
	Meta    map[string]any
}

// recorded answers requests that were recorded from a real GBrain.
func recorded(name string, args map[string]any) (Result, bool) {
	var all map[string]struct {
		Request struct {
			Name      string
			Arguments map[string]any
		}
		Response struct {
			Result struct {
				Content []struct{ Text string }
				IsError bool
				Meta    map[string]any `json:"_meta"`
			}
		}
	}
	if err := json.Unmarshal(recordedJSON, &all); err != nil {
		panic(err)
	}
	for _, c := range all {
		if c.Request.Name != name || !reflect.DeepEqual(c.Request.Arguments, args) {
			continue
		}
		r := Result{IsError: c.Response.Result.IsError, Meta: c.Response.Result.Meta}
		for _, t := range c.Response.Result.Content {
			r.Texts = append(r.Texts, t.Text)
		}
		return r, true
	}
	return Result{}, false
}

// Call answers as a tool. The owner (the command line) sees private pages.
func (b *Brain) Call(name string, args map[string]any, owner bool) Result {
	if r, ok := b.misbehave(name); ok {
		return r
	}
	if r, ok := recorded(name, args); ok && name != "put_page" && name != "get_brain_identity" && b.Behave.Replay {
		return r
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch name {
	case "search", "query":
		return b.search(name, args, owner)
	case "get_page":
		return b.get(args, owner)
	case "put_page":
		defer b.save()
		return b.put(args, owner)
	case "list_pages":
		return b.list(args, owner)
	case "get_brain_identity":
		return ok(map[string]any{"version": b.version(), "engine": b.engine(), "page_count": len(b.pages), "chunk_count": len(b.pages), "update_available": false})
	case "sources_list":
		var dir any
		if b.Dir != "" {
			dir = b.Dir
		}
		return ok(map[string]any{"sources": []any{map[string]any{"id": "default", "name": "default", "local_path": dir, "federated": true}}})
	}
	return fail("unknown_tool", "Unknown tool: "+name)
}

func (b *Brain) version() string {
	if b.Version == "" {
		return "0.46.28.0"
	}
	return b.Version
}

func (b *Brain) engine() string {
	if b.Engine == "" {
		return "postgres"
	}
	return b.Engine
}

func ok(v any) Result {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return Result{Texts: []string{strings.TrimSpace(text.String())}}
}

func fail(code, message string) Result {
	r := ok(map[string]any{"error": code, "message": message})
	r.IsError = true
	return r
}

func (b *Brain) get(args map[string]any, owner bool) Result {
	slug, _ := args["slug"].(string)
	p, found := b.pages[slug]
	if !found || p.private() && !owner || p.Deleted && args["include_deleted"] != true {
		return fail("page_not_found", "Page not found: "+slug)
	}
	sum := sha256.Sum256([]byte(p.Content()))
	out := map[string]any{
		"id": 1, "slug": p.Slug, "type": p.Type, "title": p.Title, "compiled_truth": p.Body, "timeline": p.Timeline, "frontmatter": p.Extra,
		"content_hash": hex.EncodeToString(sum[:]), "created_at": p.Updated, "updated_at": p.Updated, "deleted_at": nil,
		"effective_date": p.Updated, "source_id": "default", "tags": p.Tags,
	}
	if p.Extra == nil {
		out["frontmatter"] = map[string]any{}
	}
	if p.Deleted {
		out["deleted_at"] = p.Updated
	}
	if b.Revisions {
		out["revision"] = p.Revision
	}
	if args["include_content"] == true {
		out["content"] = p.Content()
	}
	return ok(out)
}

func (b *Brain) list(args map[string]any, owner bool) Result {
	rows := []any{}
	tag, _ := args["tag"].(string)
	after, _ := args["updated_after"].(string)
	pages := b.sorted(owner)
	slices.SortStableFunc(pages, func(x, y *Page) int { return y.Updated.Compare(x.Updated) })
	for _, p := range pages[min(number(args["offset"], 0), len(pages)):] {
		if tag != "" && !slices.Contains(p.Tags, tag) || after != "" && p.Updated.Format("2006-01-02T15:04:05.000Z") <= after {
			continue
		}
		if len(rows) == min(100, number(args["limit"], 50)) {
			break
		}
		rows = append(rows, map[string]any{"slug": p.Slug, "source_id": "default", "type": p.Type, "title": p.Title, "updated_at": p.Updated})
	}
	return ok(rows)
}

func number(v any, def int) int {
	switch n := v.(type) {
	case float64:
		return int(n)
	case int:
		return n
	case nil:
		return def
	}
	panic(fmt.Sprintf("%T is no number", v))
}
