package gbrain

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memswarm/providers/gbrain/fake"
	"memswarm/swarm"
)

func store(t testing.TB, w *world, c *swarm.Curation) (*swarm.Receipt, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	return w.Curate(ctx, c)
}

// stored reads the fake's pages from its file.
func stored(t testing.TB, file string) map[string]fake.Page {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var pages map[string]fake.Page
	if err := json.Unmarshal(b, &pages); err != nil {
		t.Fatal(err)
	}
	return pages
}

func TestCreate(t *testing.T) {
	for _, transport := range []string{MCP, CLI} {
		file := filepath.Join(t.TempDir(), "pages")
		w := start(t, Options{Transport: transport}, "FAKEGBRAIN_FILE="+file)
		c := &swarm.Curation{Content: "Jane Miller is the CTO of Acme.", Title: "Jane Müller: CTO", Type: swarm.Entity,
			Origin: &swarm.Origin{Path: "/home/me/secretplace/x.go", Relative: "x.go", StartLine: 2, EndLine: 4}}
		r, err := store(t, w, c)
		if err != nil {
			t.Fatal(err)
		}
		slug := strings.TrimPrefix(r.Ref, "gbrain:")
		if !strings.HasPrefix(slug, "inbox/jane-muller-cto-") || r.Path != "" || !strings.Contains(r.Text, "title: 'Jane Müller: CTO'") {
			t.Errorf("%s: got %+v", transport, r)
		}
		page := stored(t, file)[slug]
		if page.Title != "Jane Müller: CTO" || !strings.Contains(page.Body, "CTO of Acme") || !strings.Contains(page.Body, "`x.go#L3-L4`") || strings.Contains(page.Body, "secretplace") {
			t.Errorf("%s: stored %+v", transport, page)
		}
		// The same again is the same page.
		again, err := store(t, w, c)
		if err != nil || again.Ref != r.Ref || len(again.Warnings) != 1 {
			t.Errorf("%s: got %+v, %v", transport, again, err)
		}
		if n := strings.Count(w.received(t), "put_page"); n != 1 {
			t.Errorf("%s: written %d times", transport, n)
		}
		if text, err := w.Fetch(t.Context(), slug); err != nil || !strings.Contains(text, "CTO of Acme") {
			t.Errorf("%s: got %q, %v", transport, text, err)
		}
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	w := start(t, Options{Transport: MCP})
	r, err := store(t, w, &swarm.Curation{Content: "Some text.", DryRun: true})
	if err != nil || r.Text == "" || r.Ref == "" || strings.Contains(w.received(t), "put_page") {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestAppend(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages")
	for _, brain := range []string{"", "revisions"} {
		os.Remove(file)
		w := start(t, Options{Transport: MCP}, "FAKEGBRAIN_FILE="+file, "FAKEGBRAIN_BRAIN="+brain)
		r, err := store(t, w, &swarm.Curation{Content: "Renewed for two years.\n\n---\n## Timeline\n\nnot one", AppendTo: "gbrain:companies/acme-corp#x"})
		if err != nil || r.Ref != "gbrain:companies/acme-corp" {
			t.Fatalf("%q: got %+v, %v", brain, r, err)
		}
		page := stored(t, file)["companies/acme-corp"]
		if !strings.HasPrefix(page.Body, "# Acme Corp\n\nAcme Corp builds") || !strings.Contains(page.Body, "Renewed for two years.") ||
			page.Timeline != "## Timeline\n\n- **2025-12-01** | call — renewal talk with Alice." || page.Type != "company" || len(page.Tags) != 2 {
			t.Errorf("%q: stored %+v", brain, page)
		}
		w.Close()
	}
}

func TestWriteTroubles(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "companies", "acme-corp.md"), "---\ntype: company\ntitle: Acme Corp\ntags:\n  - company\n  - sample\n---\n\nEdited by hand.\n")
	write(t, filepath.Join(root, "people", "bob-sample.md"), "---\ntype: person\ntitle: \"Bob Sample\"\ntags:\n  - person\ningested_via: x\n---\n# Bob Sample\n\nBob maintains the ingestion pipeline and the Kafka bridge.\n")
	for _, tt := range []struct {
		name, behave, brain string
		appendTo, repo      string
		content             string
		want, say           string
	}{
		{name: "status error", behave: "statuserror", want: "put_failed", say: "embedding worker refused"},
		{name: "slug switched", behave: "switchslug", want: "slug_switched", say: "notes/other"},
		{name: "no owner", behave: "owner", want: "owner_unavailable", say: "writer"},
		{name: "locked", behave: "lock", want: "locked"},
		{name: "no such page", appendTo: "gbrain:no/such", want: "page_not_found"},
		{name: "private page", appendTo: "gbrain:notes/secret", want: "page_not_found"},
		{name: "other source", appendTo: "gbrain:team::people/x", want: "read_only"},
		{name: "hand edit", appendTo: "gbrain:companies/acme-corp", repo: root, want: "unsynced_file", say: "gbrain sync"},
		{name: "synced file", appendTo: "gbrain:people/bob-sample", repo: root},
		{name: "revision not taken", appendTo: "gbrain:people/bob-sample", brain: "noparameter", want: "revision_unsupported", say: "expected-revision"},
		{name: "new page where revisions are", brain: "noparameter"},
		{name: "empty", content: " \n", want: "empty"},
		{name: "huge", content: strings.Repeat("x ", maxPassage), want: "too_large"},
		{name: "foreign frontmatter", content: "---\nid: abc\ntitle: [broken\n---\nText.\n"},
		{name: "hang", behave: "hang", want: "timeout"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := start(t, Options{Transport: MCP, RepoPath: tt.repo}, "FAKEGBRAIN="+tt.behave, "FAKEGBRAIN_BRAIN="+tt.brain)
			if tt.content == "" {
				tt.content = "Some text to store."
			}
			d := 20 * time.Second
			if tt.behave == "hang" { // after it has started
				if _, err := w.call(t.Context(), w.ways()[0], "get_brain_identity", nil, new(any)); err != nil {
					t.Fatal(err)
				}
				d = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			r, err := w.Curate(ctx, &swarm.Curation{Content: tt.content, AppendTo: tt.appendTo})
			got := ""
			all := ""
			if err != nil {
				e := swarm.AsError(err, "none", "")
				got, all = e.Code, e.Message+" "+e.Fix
			}
			if got != tt.want || !strings.Contains(all, tt.say) || err == nil && r.Ref == "" {
				t.Errorf("got %+v, %q, %v", r, all, err)
			}
			if strings.Contains(w.received(t), `"force"`) || strings.Contains(w.received(t), "allow_empty") {
				t.Error("it was forced")
			}
		})
	}
}

// TestLostAnswer: the page is stored and the program ends before it says so.
func TestLostAnswer(t *testing.T) {
	dir := t.TempDir()
	w := start(t, Options{Transport: MCP}, "FAKEGBRAIN=loseput", "FAKEGBRAIN_FILE="+filepath.Join(dir, "pages"))
	r, err := store(t, w, &swarm.Curation{Content: "Text that must be there once."})
	if err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "found stored") {
		t.Errorf("got %+v, %v", r, err)
	}
	if n := strings.Count(w.received(t), `"put_page"`); n != 1 {
		t.Errorf("sent %d times", n)
	}
}

func TestWriteThrough(t *testing.T) {
	root := t.TempDir()
	w := start(t, Options{Transport: MCP, RepoPath: root}, "FAKEGBRAIN_DIR="+root)
	r, err := store(t, w, &swarm.Curation{Content: "Stored with its file.", Title: "With file"})
	if err != nil || !strings.HasPrefix(r.Path, filepath.Join(root, "inbox", "with-file-")) {
		t.Errorf("got %+v, %v", r, err)
	}
	// A file that the brain has not read yet is not written over.
	stray := &swarm.Curation{Content: "Other text.", Title: "Stray"}
	dry := *stray
	dry.DryRun = true
	r, err = store(t, w, &dry)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(r.Ref, "gbrain:"))+".md")
	write(t, path, "by hand")
	if _, err := store(t, w, stray); err == nil || swarm.AsError(err, "", "").Code != "unsynced_file" {
		t.Errorf("got %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "by hand" {
		t.Errorf("written over: %q", b)
	}
}

func TestTakenAndDeletedSlugs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages")
	w := start(t, Options{Transport: MCP}, "FAKEGBRAIN_FILE="+file)
	c := &swarm.Curation{Content: "Body.", Title: "Taken"}
	first, err := store(t, w, c)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	pages := stored(t, file)
	slug := strings.TrimPrefix(first.Ref, "gbrain:")
	page := pages[slug]
	page.Deleted = true
	pages[slug] = page
	b, _ := json.Marshal(pages)
	write(t, file, string(b))
	w = start(t, Options{Transport: MCP}, "FAKEGBRAIN_FILE="+file)
	second, err := store(t, w, c)
	if err != nil || second.Ref != first.Ref+"-2" || !stored(t, file)[slug].Deleted {
		t.Errorf("got %+v, %v", second, err)
	}
}

func TestTargetSaysWhy(t *testing.T) {
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{Trusted: true, ConnectionString: "postgres://u:p@h/d"}, "only reads"},
		{Options{Trusted: true}, "no gbrain program"},
		{Options{}, "not trusted"},
	} {
		p := New(tt.o)
		if got := p.Target(); got.Writable || !strings.Contains(got.Reason, tt.want) || got.ID != swarm.GBrain {
			t.Errorf("got %+v", got)
		}
		p.Close()
	}
}
