package localmarkdown

import (
	"path/filepath"
	"testing"

	"memswarm/providers/internal/source"
	"memswarm/providers/internal/source/sourcetest"
	"memswarm/swarm"
	"memswarm/swarm/swarmtest"
)

func TestConformance(t *testing.T) {
	swarmtest.Conformance(t, swarmtest.Factory{
		New: func(t testing.TB, root string) swarm.Provider {
			return sourcetest.Open(t, Source(root, t.TempDir(), false), source.Preferences{FollowLinks: true})
		},
	})
}

var folder = map[string]string{
	".gitignore":                 "/secret/\n*.tmp.md\n!keep.tmp.md\n",
	"README.MD":                  "quokkaupper\n",
	"guide.markdown":             "numbatlong\n",
	"page.mdx":                   "import X from 'x'\n\nbilbymdx <X/>\n",
	"notes.txt":                  "wombattext\n",
	"secret/plan.md":             "potoroosecret\n",
	"a.tmp.md":                   "dunnarttmp\n",
	"keep.tmp.md":                "kultarrkept\n",
	"node_modules/lib/README.md": "wombatmodule\n",
	"vendor/lib/README.md":       "phascogalevendor\n",
	"build/notes.md":             "mulgarabuild\n",
	".git/description.md":        "wombatgit\n",
	".github/CONTRIBUTING.md":    "wombathidden\n",
}

func TestReadsAFolder(t *testing.T) {
	for _, test := range []struct {
		name          string
		gitignore     bool
		found, absent map[string]string
	}{
		{"as it is", false, map[string]string{
			"quokkaupper": "README.MD", "numbatlong": "guide.markdown", "bilbymdx": "page.mdx",
			"potoroosecret": "secret/plan.md", "dunnarttmp": "a.tmp.md", "kultarrkept": "keep.tmp.md",
			"phascogalevendor": "vendor/lib/README.md", "mulgarabuild": "build/notes.md",
		}, map[string]string{
			"wombattext": "notes.txt", "wombatmodule": "node_modules/lib/README.md",
			"wombatgit": ".git/description.md", "wombathidden": ".github/CONTRIBUTING.md",
		}},
		{"as source code", true, map[string]string{
			"quokkaupper": "README.MD", "numbatlong": "guide.markdown", "bilbymdx": "page.mdx", "kultarrkept": "keep.tmp.md",
		}, map[string]string{
			"potoroosecret": "secret/plan.md", "dunnarttmp": "a.tmp.md", "phascogalevendor": "vendor/lib/README.md",
			"mulgarabuild": "build/notes.md", "wombatmodule": "node_modules/lib/README.md", "wombatgit": ".git/description.md",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "folder")
			sourcetest.Write(t, root, folder)
			v := sourcetest.Open(t, Source(root, t.TempDir(), test.gitignore), source.Preferences{})
			sourcetest.Sync(t, v)
			for word, doc := range test.found {
				sourcetest.First(t, v, word, doc)
			}
			for word, doc := range test.absent {
				sourcetest.Absent(t, v, word, doc, "the rules leave it out")
			}
		})
	}
}

func TestLinksAreFollowedOnlyWhenAsked(t *testing.T) {
	root := filepath.Join(t.TempDir(), "folder")
	sourcetest.Write(t, root, map[string]string{
		"a.md": "# Deploying\n\nThe quokkapipeline, see [[Rollback]].\n",
		"b.md": "---\ntitle: Rollback\n---\nUndo a release.\n",
	})
	for _, follow := range []bool{true, false} {
		v := sourcetest.Open(t, Source(root, t.TempDir(), false), source.Preferences{FollowLinks: follow})
		sourcetest.Sync(t, v)
		docs := sourcetest.Docs(sourcetest.Ask(t, v, "quokkapipeline"), swarm.MatchLink)
		if want := map[bool]int{true: 1, false: 0}[follow]; len(docs) != want {
			t.Errorf("follow %v: by links %v", follow, docs)
		}
	}
}
