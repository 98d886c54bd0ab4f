// Fakegbrain stands in for the gbrain program in tests; see package fake.
package main

import (
	"fmt"
	"os"

	"memswarm/providers/gbrain/fake"
)

func main() {
	if err := fake.Main(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
