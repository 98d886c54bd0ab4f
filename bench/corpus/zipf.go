package corpus

import "math/rand/v2"

// chooser draws from a fixed discrete distribution in constant time
// (Walker's alias method), which is what makes a hundred thousand notes quick.
type chooser struct {
	prob  []float64
	alias []int32
}

func newChooser(weights []float64) chooser {
	n := len(weights)
	c := chooser{prob: make([]float64, n), alias: make([]int32, n)}
	var sum float64
	for _, w := range weights {
		sum += w
	}
	scaled := make([]float64, n)
	var small, large []int32
	for i, w := range weights {
		scaled[i] = w / sum * float64(n)
		if scaled[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		c.prob[s], c.alias[s] = scaled[s], l
		scaled[l] -= 1 - scaled[s]
		if scaled[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, i := range append(small, large...) {
		c.prob[i], c.alias[i] = 1, i
	}
	return c
}

func (c chooser) draw(r *rand.Rand) int {
	i := r.IntN(len(c.prob))
	if r.Float64() < c.prob[i] {
		return i
	}
	return int(c.alias[i])
}

// zipfWeights gives 1/(rank+2.7), the Zipf–Mandelbrot law with the constants
// usually quoted for English.
func zipfWeights(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1 / (float64(i) + 3.7)
	}
	return w
}

func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// chance is true with probability p.
func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }
