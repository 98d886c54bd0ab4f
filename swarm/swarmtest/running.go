package swarmtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"memswarm/swarm"
)

// returns demands that f ends. How fast is for benchmarks to say; a hang is a
// failure on any machine.
func (s *suite) returns(what string, f func()) {
	s.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(patience):
		s.Fatalf("%s does not return", what)
	}
}

func (s *suite) writeMany(n int) (word string) {
	word = coin("many")
	for i := range n {
		s.write(fmt.Sprintf("m%03d.md", i), fmt.Sprintf("# Note %d\n\n%s\n\n## More\n\n%s %d\n", i, strings.Repeat("lorem ipsum "+word+" dolor ", 50), word, i))
	}
	return word
}

func testContext(s *suite) {
	word := s.writeMany(60)
	s.open()
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	s.returns("a search under a dead context", func() {
		if found, err := s.p.Search(ctx, query(word)); err == nil && found != nil && len(found.Results) > 0 {
			s.Error("a dead context is ignored: results came")
		}
	})
	if syncer, ok := s.p.(swarm.Syncer); ok {
		s.returns("Sync under a dead context", func() {
			if err := syncer.Sync(ctx, true, nil); err == nil {
				s.Error("Sync ignores a dead context")
			}
		})
		s.sync(false)
	}
	// Contexts that end at any moment of a search.
	for i := range 30 {
		ctx, cancel := context.WithTimeout(s.Context(), time.Duration(i)*100*time.Microsecond)
		s.returns("a search whose context ends", func() {
			if _, err := s.p.Search(ctx, query(word+" lorem ipsum dolor")); err != nil && ctx.Err() == nil {
				s.Errorf("%v, though the context lives", err)
			}
		})
		cancel()
	}
	// Nothing is broken for the next one.
	if len(s.search(word).Results) == 0 {
		s.Error("nothing is found afterwards")
	}
}

func testConcurrent(s *suite) {
	word := s.writeMany(20)
	s.open()
	var wg sync.WaitGroup
	for g := range 6 {
		wg.Go(func() {
			for i := range 10 {
				text := fmt.Sprintf("%s lorem %d", word, g*10+i)
				found, err := s.p.Search(s.Context(), query(text))
				if err != nil || len(found.Results) == 0 {
					s.Errorf("%q: %v", text, err)
					return
				}
				s.p.Health(s.Context())
				s.p.Info()
			}
		})
	}
	if syncer, ok := s.p.(swarm.Syncer); ok {
		wg.Go(func() {
			for range 3 {
				if err := syncer.Sync(s.Context(), false, nil); err != nil {
					s.Errorf("Sync beside searches: %v", err)
				}
			}
		})
	}
	s.returns("searching from several goroutines", wg.Wait)
}

func testChanges(s *suite) {
	s.write("stays.md", "# "+coin("stays")+"\n")
	s.write("changes.md", "# "+coin("old text")+"\n")
	s.write("goes.md", "# "+coin("goes")+"\n")
	s.write("moves.md", "# "+coin("moves")+"\n")
	s.open()
	s.wantFirst(coin("old text"), "changes.md")

	s.write("changes.md", "# "+coin("new text")+" and more\n")
	s.write("new/appears.md", "# "+coin("appears")+"\n")
	if err := os.Remove(s.path("goes.md")); err != nil {
		s.Fatal(err)
	}
	if err := os.Rename(s.path("moves.md"), s.path("moved.md")); err != nil {
		s.Fatal(err)
	}
	s.sync(false)
	s.wantFirst(coin("stays"), "stays.md")
	s.wantFirst(coin("new text"), "changes.md")
	s.wantFirst(coin("appears"), "new/appears.md")
	s.wantFirst(coin("moves"), "moved.md")
	s.absent(coin("old text"), "the file was changed")
	s.absent(coin("goes"), "the file was deleted")
	if h := s.p.Health(s.Context()); h.Notes != 4 {
		s.Errorf("health counts %d notes, want 4", h.Notes)
	}

	changer, ok := s.p.(swarm.Changer)
	if !ok {
		return
	}
	s.write("changes.md", "# "+coin("third text")+" and even more\n")
	s.write("told.md", "# "+coin("told")+"\n")
	if err := os.Remove(s.path("moved.md")); err != nil {
		s.Fatal(err)
	}
	if err := changer.Changed(s.Context(), []string{s.path("changes.md"), s.path("told.md"), s.path("moved.md"), s.path("never.md"), filepath.Dir(s.root)}); err != nil {
		s.Fatalf("Changed: %v", err)
	}
	s.wantFirst(coin("third text"), "changes.md")
	s.wantFirst(coin("told"), "told.md")
	s.absent(coin("new text"), "Changed named the file")
	s.absent(coin("moves"), "Changed named the deleted file")
}

func testVanishing(s *suite) {
	word := s.writeMany(20)
	s.open()
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			name := s.path(fmt.Sprintf("m%03d.md", i%20))
			os.Remove(name)
			os.WriteFile(name, []byte(fmt.Sprintf("# Again %d\n\n%s\n", i, word)), 0o644)
		}
	})
	for range 5 {
		s.sync(false)
		for range 5 {
			if _, err := s.p.Search(s.Context(), query(word)); err != nil {
				s.Errorf("while files come and go: %v", err)
			}
		}
	}
	close(stop)
	wg.Wait()
	s.sync(false)
	if n := len(s.search(word).Results); n < 20 {
		s.Errorf("%d results once it is quiet, want 20", n)
	}
}

func testMissingRoot(s *suite) {
	s.p = s.factory.New(s.T, s.root)
	defer s.p.Close()
	h := s.p.Health(s.Context())
	s.checkHealth(h)
	if h.State == swarm.StateOK && h.Notes > 0 {
		s.Errorf("health of a missing folder: %+v", h)
	}
	s.returns("a search of a missing folder", func() {
		ctx, cancel := context.WithTimeout(s.Context(), time.Second)
		defer cancel()
		if found, err := s.p.Search(ctx, query("x")); err == nil && found != nil && len(found.Results) > 0 {
			s.Error("a missing folder has results")
		}
	})
}

func testClose(s *suite) {
	word := s.writeMany(5)
	s.open()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20 {
				// An error is right once it is closed; a crash or hang is not.
				_, _ = s.p.Search(s.Context(), query(word))
			}
		})
	}
	s.returns("Close", func() {
		for range 2 {
			if err := s.p.Close(); err != nil {
				s.Errorf("Close: %v", err)
			}
		}
		wg.Wait()
		_, _ = s.p.Search(s.Context(), query(word))
		s.p.Health(s.Context())
	})
}
