package swarm

import "math"

// BM25F scores a note by the query's terms over weighted fields (Robertson,
// Zaragoza, Taylor: Simple BM25 Extension to Multiple Weighted Fields, 2004;
// the form with one saturation after the weighted sum of the fields'
// length-normalised frequencies).
//
//	tf~(t)   = Σ_f W[f] · tf(t,f) / (1 - B[f] + B[f] · len(f)/avglen(f))
//	score(t) = idf(t) · weight(t) · tf~ · (K1+1) / (tf~ + K1)
type BM25F struct {
	K1 float64            // saturation, > 0
	B  [NumFields]float64 // length normalisation per field, 0 to 1
	W  [NumFields]float64 // weight per field, ≥ 0
}

// DefaultBM25F holds the constants chosen by measuring; docs/ranking.md has the
// figures.
var DefaultBM25F = BM25F{
	K1: 1.2,
	B:  [NumFields]float64{FieldTitle: 0.6, FieldHeading: 0.5, FieldMeta: 0.3, FieldPath: 0.3, FieldBody: 0.7},
	W:  [NumFields]float64{FieldTitle: 5, FieldHeading: 2, FieldMeta: 2, FieldPath: 0.8, FieldBody: 1},
}

// IDF is the weight of a term that df of n notes contain, in the form that
// never gets negative: ln(1 + (n - df + 0.5) / (df + 0.5)).
func IDF(n, df int) float64 {
	if df > n {
		df = n
	}
	return math.Log(1 + (float64(n-df)+0.5)/(float64(df)+0.5))
}

// Averages returns the mean length of each field, at least a small positive
// number so that it can divide.
func (c *Corpus) Averages() [NumFields]float64 {
	var avg [NumFields]float64
	for f := range avg {
		avg[f] = 1
		if c.Notes > 0 {
			avg[f] = max(c.Total[f]/float64(c.Notes), 0.01)
		}
	}
	return avg
}

// Saturate gives tf~·(K1+1)/(tf~+K1) for one term: 0 to K1+1.
func (p *BM25F) Saturate(tf Freqs, length Lengths, avg *[NumFields]float64) float64 {
	var sum float64
	for f := range tf {
		if tf[f] == 0 {
			continue
		}
		sum += p.W[f] * float64(tf[f]) / (1 - p.B[f] + p.B[f]*float64(length[f])/avg[f])
	}
	if sum == 0 {
		return 0
	}
	return sum * (p.K1 + 1) / (sum + p.K1)
}
