package markdown

import "strings"

// tagSet keeps names apart by Fold, in order.
type tagSet struct {
	list []string
	seen map[string]bool
}

func (t *tagSet) add(name string) {
	name = strings.TrimSpace(name)
	key := Fold(name)
	if key == "" || t.seen[key] {
		return
	}
	if t.seen == nil {
		t.seen = map[string]bool{}
	}
	t.seen[key] = true
	t.list = append(t.list, name)
}
