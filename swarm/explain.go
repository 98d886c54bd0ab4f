package swarm

import (
	"fmt"
	"math"
	"strconv"
)

// Sum adds up the contributions in their order. It is the hit's Total.
func (h *Hit) Sum() float64 {
	var sum float64
	for _, c := range h.Contributions {
		sum += c.Score
	}
	return sum
}

// Explain says how each list contributed, one line for each: "joint: rank 2,
// 20/(60+2) = 0.3226".
func (h *Hit) Explain() []string {
	out := make([]string, len(h.Contributions))
	for i, c := range h.Contributions {
		out[i] = c.String()
	}
	return out
}

// String is the contribution as a formula.
func (c Contribution) String() string {
	if c.Score == 0 {
		return fmt.Sprintf("%s: rank %d, weight 0", c.List, c.Rank)
	}
	// K is not kept: it follows from the share.
	k := math.Round((c.Weight/c.Score-float64(c.Rank))*1e6) / 1e6
	return fmt.Sprintf("%s: rank %d, %s/(%s+%d) = %s", c.List, c.Rank, short(c.Weight), short(k), c.Rank, short(c.Score))
}

// short gives four significant digits, without trailing zeros.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
