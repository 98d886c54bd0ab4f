package index

import (
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"

	"memswarm/swarm"
)

var tune = flag.String("tune", "", "what to vary")

func TestTune(t *testing.T) {
	if *collections == "" || *tune == "" {
		t.Skip()
	}
	var cs []*collection
	for dir := range strings.SplitSeq(*collections, ",") {
		cs = append(cs, loadCollection(t, dir))
	}
	base := swarm.DefaultScoring
	run := func(name string, p swarm.Scoring) {
		line := fmt.Sprintf("%-40s", name)
		for _, c := range cs {
			c.x.scoring = &p
			v := c.x.view
			v.normsOnce = sync.Once{}
			q := c.score(t, nil)
			line += fmt.Sprintf("  %s %.4f", c.name, q.ndcg)
		}
		fmt.Println(line)
	}
	run("base", base)
	for what := range strings.SplitSeq(*tune, ",") {
		switch what {
		case "k1":
			for _, v := range []float64{0.8, 1.2, 2, 2.5, 3} {
				p := base
				p.K1 = v
				run(fmt.Sprint("k1 ", v), p)
			}
		case "b":
			for _, v := range []float64{0.3, 0.45, 0.6, 0.9} {
				p := base
				p.B[swarm.FieldBody] = v
				run(fmt.Sprint("b body ", v), p)
			}
		case "title":
			for _, v := range []float64{1, 2, 4, 6} {
				p := base
				p.W[swarm.FieldTitle] = v
				run(fmt.Sprint("w title ", v), p)
			}
		case "btitle":
			for _, v := range []float64{0, 0.6, 0.9} {
				p := base
				p.B[swarm.FieldTitle] = v
				run(fmt.Sprint("b title ", v), p)
			}
		case "section":
			for _, v := range []float64{0, 0.2, 0.8, 1.5} {
				p := base
				p.Section = v
				run(fmt.Sprint("section ", v), p)
			}
		case "prox":
			for _, v := range []float64{0, 0.2, 0.4, 0.8} {
				p := base
				p.Proximity = v
				run(fmt.Sprint("proximity ", v), p)
			}
		case "form":
			for _, v := range []float32{0.5, 0.7, 0.8, 1} {
				formShare = v
				run(fmt.Sprint("form ", v), base)
			}
			formShare = 0.9
		case "char":
			for _, v := range []float64{0, 0.1, 0.3, 0.5} {
				charWeight = v
				run(fmt.Sprint("char ", v), base)
			}
			charWeight = 0.2
		case "whole":
			for _, v := range []float64{0, 0.3, 1} {
				wholeWeight = v
				run(fmt.Sprint("whole ", v), base)
			}
			wholeWeight = 0.6
		case "stop":
			for _, v := range []float64{0.1, 0.3, 0.6, 1} {
				stopWeight = v
				run(fmt.Sprint("stop ", v), base)
			}
			stopWeight = 0
		case "repeat":
			for _, v := range []float64{0, 1} {
				repeatWeight = v
				run(fmt.Sprint("repeat ", v), base)
			}
			repeatWeight = 0.5
		case "accent":
			for _, v := range []float32{0.7, 1} {
				accentShare = v
				run(fmt.Sprint("accent ", v), base)
			}
			accentShare = 0.9
		case "k1title":
			for _, k := range []float64{0.8, 1, 1.2} {
				for _, v := range []float64{3, 5, 8} {
					for _, b := range []float64{0.6, 0.75} {
						p := base
						p.K1 = k
						p.W[swarm.FieldTitle] = v
						p.B[swarm.FieldTitle] = 0.6
						p.B[swarm.FieldBody] = b
						run(fmt.Sprint("k1, title, b ", k, v, b), p)
					}
				}
			}
		case "cover":
			for _, v := range []float64{0.3, 0.6, 1, 2} {
				p := base
				p.Coverage = v
				run(fmt.Sprint("coverage ", v), p)
			}
		}
	}
}
