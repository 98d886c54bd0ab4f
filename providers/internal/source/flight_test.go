package source

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestFlightsShareTheRunAfterTheRunningOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs, fulls atomic.Int32
		release := make(chan struct{})
		fs := &flights{run: func(_ context.Context, full bool, progress func(int, int)) error {
			runs.Add(1)
			if full {
				fulls.Add(1)
			}
			<-release
			progress(1, 1)
			return nil
		}}
		var wg sync.WaitGroup
		var heard atomic.Int32
		wg.Go(func() { fs.do(t.Context(), false, nil) })
		synctest.Wait()
		for i := range 5 {
			wg.Go(func() { fs.do(t.Context(), i == 3, func(int, int) { heard.Add(1) }) })
		}
		synctest.Wait()
		close(release)
		wg.Wait()
		if runs.Load() != 2 || fulls.Load() != 1 {
			t.Errorf("%d runs, %d of them full; want 2 and 1", runs.Load(), fulls.Load())
		}
		if heard.Load() != 10 {
			t.Errorf("progress heard %d times, want 5 listeners in both runs", heard.Load())
		}
	})
}

func TestFlightIsCanceledWhenNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopped := make(chan struct{})
		fs := &flights{run: func(ctx context.Context, _ bool, _ func(int, int)) error {
			<-ctx.Done()
			close(stopped)
			return ctx.Err()
		}}
		a, cancelA := context.WithCancel(t.Context())
		b, cancelB := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		errs := make([]error, 2)
		wg.Go(func() { errs[0] = fs.do(a, false, nil) })
		synctest.Wait()
		wg.Go(func() { errs[1] = fs.do(b, false, nil) })
		synctest.Wait()
		cancelB()
		synctest.Wait()
		select {
		case <-stopped:
			t.Fatal("stopped although somebody waits")
		default:
		}
		cancelA()
		wg.Wait()
		<-stopped
		for _, err := range errs {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want canceled", err)
			}
		}
		fs.stop()
	})
}
