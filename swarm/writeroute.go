package swarm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Signals of content, looked for in the first part of a text. Names follow
// "works at" and "is a … at", so "it works at runtime" is no person.
var (
	entitySignal = regexp.MustCompile(`(?i:\b(?:c[efto]o of|(?:vice )?president of|vp of|co-?founded|co-?founder of|founded|founder of|joined \S+ as)\b)` +
		`|(?i:\bis an? [^.\n]{1,40} at )\p{Lu}|(?i:\bworks (?:at|for) )\p{Lu}`)
	noteSignal = regexp.MustCompile(`(?i)\b(?:action items?|drafts?|ideas?|meeting notes?|(?:meeting|retro) minutes|minutes|stand-?up|to-?do|retrospective)\b`)
	// duration matches the minutes that are no record of a meeting.
	duration = regexp.MustCompile(`(?i)\b(?:\d+|few|several|some|ten|five|thirty|couple of)[ -]+minutes\b|\bminutes (?:ago|later|after|before|to)\b`)
)

// contentBytes is how much of a text its type is taken from.
const contentBytes = 20_000

// ClassifyContent gives a text's type by its signal words: entity for people
// and organisations, note for meetings, drafts and plans, else general.
func ClassifyContent(text string) ContentType {
	if len(text) > contentBytes {
		text = text[:contentBytes]
	}
	if entitySignal.MatchString(text) {
		return Entity
	}
	if noteSignal.MatchString(duration.ReplaceAllString(text, " ")) {
		return Note
	}
	return General
}

// AcceptsType says whether the target takes content of the type; a target
// that lists none takes all.
func (t *Target) AcceptsType(typ ContentType) bool {
	return len(t.Accepts) == 0 || slices.Contains(t.Accepts, typ)
}

// Choice is where a text goes.
type Choice struct {
	Target Target
	// Fallback: no target is configured, so the native context tree takes it.
	Fallback bool
}

// ChooseTarget picks the target for content of a type among the targets in
// configuration order. A target named by id or kind is taken or refused, never
// replaced. Otherwise entities go to GBrain, notes to the first open markdown
// folder, and the rest (and those, when there is none) to the first open target
// that takes the type; the context tree comes last, as the fallback.
func ChooseTarget(typ ContentType, targets []Target, name ID) (Choice, error) {
	if name != "" {
		return namedTarget(targets, name)
	}
	open := func(ok func(Target) bool) (Choice, bool) {
		i := slices.IndexFunc(targets, func(t Target) bool { return t.Writable && ok(t) })
		if i < 0 {
			return Choice{}, false
		}
		return Choice{Target: targets[i], Fallback: BaseKind(targets[i].ID) == ByteRover}, true
	}
	preferred := map[ContentType]string{Entity: GBrain, Note: LocalMarkdown}[typ]
	for _, ok := range []func(Target) bool{
		func(t Target) bool { return BaseKind(t.ID) == preferred && t.AcceptsType(typ) },
		func(t Target) bool { return BaseKind(t.ID) != ByteRover && t.AcceptsType(typ) },
		func(t Target) bool { return BaseKind(t.ID) == ByteRover },
	} {
		if c, found := open(ok); found {
			return c, nil
		}
	}
	return Choice{}, noTarget(targets)
}

// FallbackTarget gives the context tree that takes what the automatically
// chosen target could not store; ok is false when there is none.
func FallbackTarget(targets []Target, failed ID) (Choice, bool) {
	for _, t := range targets {
		if t.Writable && BaseKind(t.ID) == ByteRover && t.ID != failed {
			return Choice{Target: t, Fallback: true}, true
		}
	}
	return Choice{}, false
}

func namedTarget(targets []Target, name ID) (Choice, error) {
	var closed *Target
	for i, t := range targets {
		if !named(t.ID, name) {
			continue
		}
		if t.Writable {
			return Choice{Target: t}, nil
		}
		if closed == nil {
			closed = &targets[i]
		}
	}
	if closed != nil {
		return Choice{}, &Error{Code: "closed_target", Provider: closed.ID, Message: fmt.Sprintf("Provider '%s' does not support writes: %s", closed.ID, reason(closed)),
			Fix: "Choose another target" + openIDs(targets) + ", or open it in the configuration."}
	}
	return Choice{}, &Error{Code: "unknown_target", Message: fmt.Sprintf("Provider '%s' not found.", clip(string(name), 60)),
		Fix: "Choose a target" + openIDs(targets) + ", or run `memswarm onboard`."}
}

func noTarget(targets []Target) error {
	e := &Error{Code: "no_target", Message: "No provider can be written to",
		Fix: "Set read_only: false for a folder under local_markdown in .brv/swarm/config.yaml, run `memswarm onboard`, or store it in a new context tree with --make-tree."}
	var why []string
	for i := range targets {
		if t := &targets[i]; !t.Writable {
			why = append(why, fmt.Sprintf("%s: %s", t.ID, reason(t)))
		}
	}
	if len(why) > 0 {
		e.Message += " (" + strings.Join(why, "; ") + ")"
	}
	e.Message += "."
	return e
}

func reason(t *Target) string {
	if t.Reason == "" {
		return "it is read-only."
	}
	return t.Reason
}

// openIDs lists the open targets, as " (a, b)".
func openIDs(targets []Target) string {
	var ids []ID
	for _, t := range targets {
		if t.Writable {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 {
		return ""
	}
	return " (" + joinIDs(ids, ", ") + ")"
}
