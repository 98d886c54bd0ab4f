package swarm

import "strings"

// asking are words that only ask. They would find the notes that hold the most
// of them.
var asking = wordSet("a about and anything did do does doing done going had happen happened happening happens has have i in is it me my new news note noted notes of on our out she show the there they to up us was we went were what whats when which who work worked write written wrote you")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// onlyAsks says that no word of the query says what it is about.
func onlyAsks(ts []token) bool {
	for _, t := range ts {
		if t.quoted || !asking[t.low] {
			return false
		}
	}
	return true
}
