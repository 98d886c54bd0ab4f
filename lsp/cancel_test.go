package lsp_test

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestCancel(t *testing.T) {
	for _, id := range []any{7, -1, int64(1) << 40, "seven", "7", "é\"x", ""} {
		t.Run(fmt.Sprint(id), func(t *testing.T) {
			l := newLab()
			c := l.serve(t)
			p := c.StartID(id, "test/block", nil)
			<-l.started
			if err := p.Cancel(); err != nil {
				t.Fatal(err)
			}
			wantCode(t, p.Wait(nil), -32800)
			if l.stopped.Load() != 1 {
				t.Error("the handler was not stopped")
			}
			alive(t, c)
		})
	}
}

func TestCancelTellsNumbersFromStrings(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	number := c.StartID(5, "test/block", nil)
	text := c.StartID("5", "test/block", nil)
	<-l.started
	<-l.started
	_ = text.Cancel()
	wantCode(t, text.Wait(nil), -32800)
	close(l.release)
	wantCode(t, number.Wait(nil), 0)
}

func TestCancelledRequestWithEffectsKeepsItsResult(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	p := c.Start("test/effect", nil)
	<-l.started
	_ = p.Cancel()
	var got string
	if err := p.Wait(&got); err != nil || got != "partial" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestCancelOfNothingIsHarmless(t *testing.T) {
	c := newLab().serve(t)
	for _, params := range []any{
		map[string]any{"id": 99}, map[string]any{"id": nil}, map[string]any{"id": int64(1) << 62},
		map[string]any{"id": 1.5}, map[string]any{"id": []int{1}}, map[string]any{}, []int{1}, nil,
		map[string]any{"id": json.RawMessage("1e400")}, map[string]any{"id": json.RawMessage("99999999999999999999999")},
	} {
		if err := c.Notify("$/cancelRequest", params); err != nil {
			t.Fatal(err)
		}
	}
	alive(t, c)
}
