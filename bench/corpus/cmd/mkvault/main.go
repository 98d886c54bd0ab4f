// Mkvault writes a made-up vault for measurements:
//
//	go run ./bench/corpus/cmd/mkvault -notes 6300 DIR
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"memswarm/bench/corpus"
)

func main() {
	var opt corpus.Options
	flag.IntVar(&opt.Notes, "notes", 6300, "how many notes")
	flag.Uint64Var(&opt.Seed, "seed", 1, "the same seed gives the same vault")
	flag.IntVar(&opt.Queries, "queries", 40, "sample queries of each kind")
	show := flag.Bool("show", false, "print the sample queries: kind, text and wanted note, separated by tabs")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mkvault [flags] DIR   (DIR must be missing or empty)")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	start := time.Now()
	stats, err := corpus.Generate(flag.Arg(0), opt)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mkvault:", err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "%d notes, %.1f MB, %d sections, %d links, %d code fences, %v in %v\n", stats.Notes,
		float64(stats.Bytes)/1e6, stats.Sections, stats.Links, stats.Code, stats.Scripts, time.Since(start).Round(time.Millisecond))
	if *show {
		for _, q := range stats.Queries {
			fmt.Printf("%s\t%s\t%s\n", q.Kind, q.Text, q.Path)
		}
	}
}
