package corpus

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// frontmatter writes the metadata block of p in one of the shapes found in
// real vaults, or none.
func frontmatter(b *strings.Builder, r *rand.Rand, p *plan) {
	created := p.modified.AddDate(0, 0, -r.IntN(200)).Format(time.DateOnly)
	switch n := r.IntN(100); {
	case n < 40 && len(p.aliases) == 0 && len(p.tags) == 0, n < 8:
		return
	case n < 55: // block lists
		b.WriteString("---\n")
		block(b, "aliases", p.aliases)
		block(b, "tags", p.tags)
		fmt.Fprintf(b, "created: %s\n---\n\n", created)
	case n < 75: // flow lists, and a title of its own
		fmt.Fprintf(b, "---\ntitle: %q\ntags: [%s]\n", p.title, strings.Join(p.tags, ", "))
		if len(p.aliases) > 0 {
			fmt.Fprintf(b, "aliases: [%q]\n", strings.Join(p.aliases, `", "`))
		}
		fmt.Fprintf(b, "date: %s\npublish: false\n---\n\n", created)
	case n < 90: // scalars
		fmt.Fprintf(b, "---\ntag: %s\nalias: %s\nupdated: %s\n---\n", strings.Join(p.tags, ", "), strings.Join(p.aliases, ", "), p.modified.Format(time.RFC3339))
	case n < 94: // TOML
		fmt.Fprintf(b, "+++\ntitle = %q\ndate = %s\n+++\n\n", p.title, created)
	case n < 97: // broken YAML
		fmt.Fprintf(b, "---\ntitle: %s: a colon too many\n tags: [%s\ncreated: %s\n---\n\n", p.title, strings.Join(p.tags, ", "), created)
	default: // empty
		b.WriteString("---\n---\n\n")
	}
}

func block(b *strings.Builder, key string, values []string) {
	if len(values) == 0 {
		return
	}
	b.WriteString(key + ":\n")
	for _, v := range values {
		b.WriteString("  - " + v + "\n")
	}
}
