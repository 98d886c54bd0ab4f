package fake

import (
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Behave says how the fake misbehaves. The zero value is honest.
type Behave struct {
	Replay           bool          // answer recorded requests as recorded
	Slow             time.Duration // before the handshake
	Think            time.Duration // before each answer
	Prose            bool          // prints prose and JSON logs between the messages
	Reorder          bool          // answers two calls in the reverse order
	Lock             bool          // ends at once: somebody else has the database
	Half             bool          // ends in the middle of an answer
	Huge             bool          // answers 50 MB
	BadJSON          bool          // the answer's text is no JSON
	Garbage          bool          // the answer is no message
	Hang             bool          // answers no call
	Deaf             bool          // does not even shake hands
	Stubborn         bool          // does not end when its input is closed
	Disguised        bool          // errors come as successes
	WrongShape       bool          // JSON of another shape
	StatusError      bool
	SwitchSlug       bool
	OwnerUnavailable bool
	LosePut          bool // stores the page and ends before it answers
	NoIdentity       bool
	Leak             string // printed to standard error
}

// ParseBehave reads "prose,slow=200ms,lock".
func ParseBehave(s string) (b Behave) {
	for word := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(word, "=")
		flag := map[string]*bool{"replay": &b.Replay, "prose": &b.Prose, "reorder": &b.Reorder, "lock": &b.Lock, "half": &b.Half, "huge": &b.Huge,
			"badjson": &b.BadJSON, "garbage": &b.Garbage, "hang": &b.Hang, "deaf": &b.Deaf, "stubborn": &b.Stubborn, "disguised": &b.Disguised,
			"wrongshape": &b.WrongShape, "statuserror": &b.StatusError, "switchslug": &b.SwitchSlug, "owner": &b.OwnerUnavailable,
			"loseput": &b.LosePut, "noidentity": &b.NoIdentity}[name]
		switch {
		case flag != nil:
			*flag = true
		case name == "slow":
			b.Slow, _ = time.ParseDuration(value)
		case name == "think":
			b.Think, _ = time.ParseDuration(value)
		case name == "leak":
			b.Leak = value
		case name != "":
			panic("no behaviour is called " + strconv.Quote(word))
		}
	}
	return b
}

// huge is the size of an answer that is too large, in bytes.
const huge = 50 << 20

var calls atomic.Int64

func (b *Brain) misbehave(name string) (Result, bool) {
	if b.Behave.Think > 0 {
		time.Sleep(b.Behave.Think)
	}
	if name == "get_brain_identity" {
		return fail("unknown_tool", "Unknown tool: "+name), b.Behave.NoIdentity
	}
	calls.Add(1)
	switch {
	case b.Behave.Hang:
		time.Sleep(time.Hour)
	case b.Behave.BadJSON:
		return Result{Texts: []string{`[{"slug": "notes/x", "chunk_te`}}, true
	case b.Behave.WrongShape:
		return Result{Texts: []string{`{"slug": 5, "rows": [1, 2], "status": [], "content": {}}`}}, true
	case b.Behave.Disguised:
		r := fail("internal_error", "The database is on fire.")
		r.IsError = false
		return r, true
	}
	return Result{}, false
}
