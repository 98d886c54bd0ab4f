package gbrain

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"memswarm/providers/gbrain/fake/postgres"
)

// The conformance suite of the providers over files does not fit: there are no
// files. These are its parts that do.

// eachWay runs a test with a provider for every way to the brain.
func eachWay(t *testing.T, f func(t *testing.T, p *Provider)) {
	for _, transport := range []string{MCP, HTTP, CLI, Postgres} {
		t.Run(transport, func(t *testing.T) {
			o := Options{Mode: Keyword, Transport: transport, Trusted: true, IncludePrivate: true}
			switch transport {
			case HTTP:
				o.URL = serve(t, "")
				f(t, (&world{}).open(t, o).Provider)
			case Postgres:
				s := postgres.Start(t)
				o.ConnectionString = Secret(s.DSN(s.Brain(t, postgres.Page{Slug: "people/bob-sample", Title: "Bob", Body: "The Kafka bridge."}.SQL()), "owner"))
				f(t, (&world{}).open(t, o).Provider)
			default:
				f(t, start(t, o).Provider)
			}
		})
	}
}

var oddQueries = []string{
	"", " ", "\x00", "\xff\xfe kafka", "'; DROP TABLE pages; --", `"`, `""""`, `"unclosed phrase`, "-kafka", "- - -", "tag:", "path:x title:y", "OR AND NOT",
	"%_\\", "{}[]()|&!:*<>", "東京", "لوحة", "हिन्दी", "👩‍👩‍👧‍👦", "e\u0301", "\u202ekafka", strings.Repeat("kafka ", 5000), strings.Repeat("x", 100_000), "kafka\nbridge\r\n\tlogs",
	"since 1970", "what happened last week", "related to kafka", "kafka -\"a b\" \"bridge\"",
}

func TestOddQueries(t *testing.T) {
	eachWay(t, func(t *testing.T, p *Provider) {
		for _, text := range oddQueries {
			if p.command != nil && p.session == nil && len(text) > 50_000 {
				continue // longer than what an argument may hold on some systems
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			f, err := p.Search(ctx, parse(text))
			cancel()
			if err != nil {
				t.Errorf("%.40q: %v (%v)", text, err, errors.Unwrap(err))
				continue
			}
			for _, r := range f.Results {
				if r.Ref.Doc == "" || r.Title == "" || !utf8.ValidString(r.Excerpt) {
					t.Errorf("%.40q: got %+v", text, r)
				}
			}
		}
	})
}

func TestConcurrentUse(t *testing.T) {
	eachWay(t, func(t *testing.T, p *Provider) {
		n := 24
		if p.session == nil && p.command != nil {
			n = 4
		}
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				if i%5 == 4 {
					cancel() // its owner has gone
				}
				f, err := p.Search(ctx, parse("kafka"))
				switch {
				case i%5 == 4 && err == nil && docs(f) != "people/bob-sample", i%5 != 4 && (err != nil || docs(f) != "people/bob-sample"):
					t.Errorf("%d: got %v, %v", i, f, err)
				}
				_ = p.Health(ctx)
				if _, err := p.Fetch(ctx, "people/bob-sample.md"); err != nil && i%5 != 4 {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

func TestUseAfterClose(t *testing.T) {
	eachWay(t, func(t *testing.T, p *Provider) {
		if err := errors.Join(p.Close(), p.Close()); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		f, err := p.Search(ctx, parse("kafka"))
		if err == nil && p.command == nil {
			t.Errorf("got %+v", f)
		}
	})
}

func TestDocs(t *testing.T) {
	for _, tt := range []struct{ source, slug string }{{"", "people/x"}, {"team", "people/x"}, {"team", "a::b"}, {"", "notes/a::b"}} {
		doc := docOf(tt.source, tt.slug)
		if source, slug := splitDoc(doc); source != tt.source || slug != tt.slug {
			t.Errorf("%+v became %s and %s, %s", tt, doc, source, slug)
		}
	}
	if docOf("default", "x") != "x" {
		t.Error("the default source is named")
	}
}
