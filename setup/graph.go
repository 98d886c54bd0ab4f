package setup

import (
	"fmt"
	"strings"

	"memswarm/swarm"
	"memswarm/swarm/config"
)

// Graph draws how providers work together: who is asked at once, and whose
// results widen whose search.
func Graph(on []swarm.ID, edges []config.Edge) string {
	targets := map[swarm.ID][]swarm.ID{}
	reached := map[swarm.ID]bool{}
	for _, e := range edges {
		targets[e.From] = append(targets[e.From], e.To)
		reached[e.To] = true
	}
	var b strings.Builder
	for _, id := range on {
		if !reached[id] && len(targets[id]) == 0 {
			fmt.Fprintf(&b, "query ──▶ %s\n", id)
		}
	}
	for _, id := range on {
		list := targets[id]
		if len(list) == 0 {
			continue
		}
		lead := "query ──▶ "
		if reached[id] {
			lead = ""
		}
		pad := strings.Repeat(" ", len([]rune(lead))+len([]rune(string(id)))+1)
		for i, to := range list {
			joint := map[[2]bool]string{{true, true}: "───", {true, false}: "─┬─", {false, false}: " ├─", {false, true}: " └─"}[[2]bool{i == 0, i == len(list)-1}]
			if i == 0 {
				fmt.Fprintf(&b, "%s%s %s▶ %s\n", lead, id, joint, to)
			} else {
				fmt.Fprintf(&b, "%s%s▶ %s\n", pad, joint, to)
			}
		}
	}
	return b.String()
}
