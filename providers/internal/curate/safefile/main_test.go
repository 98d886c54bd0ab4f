package safefile

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"memswarm/swarm"
)

// The test binary is its own writer process: what it does then is in the
// environment.
func TestMain(m *testing.M) {
	if job := os.Getenv("SAFEFILE_JOB"); job != "" {
		os.Exit(child(job))
	}
	os.Exit(m.Run())
}

func child(job string) int {
	dir, err := Open(os.Getenv("SAFEFILE_DIR"))
	if err != nil {
		fmt.Println(err)
		return 1
	}
	n, _ := strconv.Atoi(os.Getenv("SAFEFILE_N"))
	switch job {
	case "create":
		for range n {
			c, err := dir.Create("", "note", ".md", body)
			if err != nil {
				fmt.Println(err)
				return 1
			}
			fmt.Println(c.Rel)
		}
	case "forever": // until killed
		fmt.Println("ready")
		for {
			if _, err := dir.Create("", "note", ".md", body); err != nil {
				fmt.Println(err)
				return 1
			}
		}
	case "append":
		for range n {
			for {
				data, err := dir.Read("note.md", MaxNote)
				if err != nil {
					fmt.Println(err)
					return 1
				}
				err = dir.Replace("note.md", Hash(data), append(data, "line of "+os.Getenv("SAFEFILE_NAME")+"\n"...))
				if err == nil {
					break
				}
				if swarm.AsError(err, "", "").Code != CodeChanged {
					fmt.Println(err)
					return 1
				}
			}
		}
	case "fails": // and prints the code of the error
		limit(n)
		_, err := dir.Create("sub", "note", ".md", func(string) ([]byte, error) { return []byte(strings.Repeat("x", 1<<20)), nil })
		e := swarm.AsError(err, "none", "")
		if e == nil {
			fmt.Println("it did not fail")
			return 1
		}
		fmt.Println(e.Code)
		fmt.Println(e.Message)
		fmt.Println(e.Fix)
	}
	return 0
}

// body is a text that is easily seen to be whole.
func body(stem string) ([]byte, error) {
	return []byte("begin " + stem + "\n" + strings.Repeat("0123456789abcdef\n", 2000) + "end\n"), nil
}

func whole(data []byte, stem string) bool {
	want, _ := body(stem)
	return string(want) == string(data)
}
