package text

import (
	"bytes"
	"math/bits"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis/lang/ar"
	"github.com/blevesearch/bleve/v2/analysis/lang/bg"
	"github.com/blevesearch/bleve/v2/analysis/lang/ca"
	"github.com/blevesearch/bleve/v2/analysis/lang/cs"
	"github.com/blevesearch/bleve/v2/analysis/lang/da"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/el"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/es"
	"github.com/blevesearch/bleve/v2/analysis/lang/fa"
	"github.com/blevesearch/bleve/v2/analysis/lang/fi"
	"github.com/blevesearch/bleve/v2/analysis/lang/fr"
	"github.com/blevesearch/bleve/v2/analysis/lang/ga"
	"github.com/blevesearch/bleve/v2/analysis/lang/hi"
	"github.com/blevesearch/bleve/v2/analysis/lang/hu"
	"github.com/blevesearch/bleve/v2/analysis/lang/id"
	"github.com/blevesearch/bleve/v2/analysis/lang/it"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/blevesearch/bleve/v2/analysis/lang/no"
	"github.com/blevesearch/bleve/v2/analysis/lang/pt"
	"github.com/blevesearch/bleve/v2/analysis/lang/ro"
	"github.com/blevesearch/bleve/v2/analysis/lang/ru"
	"github.com/blevesearch/bleve/v2/analysis/lang/sv"
	"github.com/blevesearch/bleve/v2/analysis/lang/tr"
)

// Short lists of the commonest words for languages that bleve has none for, or
// only with a large stemmer.
const (
	polishWords = `i w na nie z się do to że jest o jak ale po co tak za od
czy dla przez być był była było są jego jej ich tym tego który która które oraz lub`
	vietnameseWords = `và của là có được trong cho không các một những với đã này
người khi để từ về như đến ra bởi vào tại theo cũng ở nào gì ai bao nhiêu đâu`
	ukrainianWords = `і й та в у на не з зі що до як це за від для про по але або
який яка яке які він вона воно вони його її їх був була було були є коли де хто чому скільки`
	hebrewWords = `של את על עם לא זה היא הוא אל כי גם או אם יש מה כל אין אני היה היתה הם זו אשר מי איך מתי איפה כמה`
)

// stopWords maps each stop word to the set of its languages, one bit a
// language.
var stopWords = sync.OnceValue(func() map[string]uint64 {
	words := make(map[string]uint64, 6000)
	var sc Scanner
	for l, list := range map[Lang][]byte{
		English: en.EnglishStopWords, German: de.GermanStopWords, French: fr.FrenchStopWords,
		Spanish: es.SpanishStopWords, Italian: it.ItalianStopWords, Portuguese: pt.PortugueseStopWords,
		Dutch: nl.DutchStopWords, Swedish: sv.SwedishStopWords, Danish: da.DanishStopWords,
		Norwegian: no.NorwegianStopWords, Finnish: fi.FinnishStopWords, Hungarian: hu.HungarianStopWords,
		Romanian: ro.RomanianStopWords, Turkish: tr.TurkishStopWords, Irish: ga.IrishStopWords,
		Catalan: ca.CatalanStopWords, Czech: cs.CzechStopWords, Indonesian: id.IndonesianStopWords,
		Russian: ru.RussianStopWords, Bulgarian: bg.BulgarianStopWords, Greek: el.GreekStopWords,
		Arabic: ar.ArabicStopWords, Persian: fa.PersianStopWords, Hindi: hi.HindiStopWords,
		Polish: []byte(polishWords), Vietnamese: []byte(vietnameseWords),
		Ukrainian: []byte(ukrainianWords), Hebrew: []byte(hebrewWords),
	} {
		for line := range bytes.Lines(list) {
			// Comments begin with | in Snowball's lists and with # in others.
			if at := bytes.IndexAny(line, "|#"); at >= 0 {
				line = line[:at]
			}
			for _, w := range bytes.Fields(line) {
				sc.Scan(string(w), func(t *Token) {
					if t.Kind == Word {
						words[string(t.Term)] |= 1 << l
					}
				})
			}
		}
	}
	return words
})

// IsStop says whether a normal form is a stop word of the language.
func IsStop(l Lang, word string) bool { return stopWords()[word]&(1<<l) != 0 }

func lowestBit(m uint64) Lang { return Lang(bits.TrailingZeros64(m)) }
