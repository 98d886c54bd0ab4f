// Rank prints how good the ranking is, on the judged queries over the examples
// and on any collection in the format docs/, queries.tsv, qrels.tsv.
//
//	go run ./bench/rank [-show] [COLLECTION…]
//
// With -check it compares the figures with the floors in floors.tsv and fails
// when one is below.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	show := flag.Bool("show", false, "list the queries that went wrong")
	check := flag.Bool("check", false, "fail when a figure of the examples is below its floor")
	flag.Parse()
	ctx := context.Background()
	table, err := examples(ctx, ".", *show)
	if err != nil {
		fail(err)
	}
	table.print(os.Stdout)
	for _, dir := range flag.Args() {
		start := time.Now()
		c, err := collection(ctx, dir)
		if err != nil {
			fail(err)
		}
		fmt.Printf("%s (%.1f s)\n", c, time.Since(start).Seconds())
	}
	if *check {
		if err := table.check("bench/rank/floors.tsv"); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
