package workspace

import (
	"context"
	"fmt"
	"slices"
	"time"

	"memswarm/contract"
	"memswarm/providers"
	"memswarm/swarm"
)

// CurateRequest is a passage to store.
type CurateRequest struct {
	Content string
	Title   string            // "" to derive one
	Type    swarm.ContentType // "" classifies the content
	Target  swarm.ID          // "" chooses one
	// AppendTo adds to a note instead: a result's id, or a path (absolute, or
	// relative to a folder of the view), either with "#heading".
	AppendTo string
	Origin   *swarm.Origin
	// Force stores in spite of what looks like a secret and of a note that
	// holds the passage already.
	Force bool
	// LookedUp says that the user knows what is known already, so it is not
	// looked for.
	LookedUp bool
	DryRun   bool
	// MakeTree says yes to making a context tree where there is none.
	MakeTree bool
	Wait     time.Duration // for an index that is being built, before what is known is looked for
	Now      time.Time     // zero means now
	Editor   Editor        // nil when there is none
	// Unsaved holds the open and changed notes, as for a query.
	Unsaved []swarm.Buffer
}

// Codes of the errors that ask for a decision. Force is the yes.
const (
	CodeSecret = "secret" // the passage holds what looks like a secret
	CodeKnown  = "known"  // a note holds the passage already
)

// Curate stores a passage in a target of a folder, or of any folder for "". What
// goes wrong with the passage or the target is in the answer's Error; the
// returned error is that of ctx.
func (v *View) Curate(ctx context.Context, r *CurateRequest, dir string) (*contract.Curated, error) {
	start := time.Now()
	out := &contract.Curated{DryRun: r.DryRun}
	err := v.curate(ctx, r, dir, out)
	if ctx.Err() != nil && !out.Success {
		return nil, ctx.Err()
	}
	if err != nil {
		body := contract.NewError(swarm.AsError(err, "write_failed", swarm.ID(out.Provider)))
		out.Success, out.Error = false, &body
	}
	out.LatencyMs = float64(time.Since(start).Microseconds()) / 1e3
	return out, nil
}

func (v *View) curate(ctx context.Context, r *CurateRequest, dir string, out *contract.Curated) error {
	if len(v.Pick(dir)) == 0 {
		return ErrNoFolder
	}
	c := &swarm.Curation{Content: r.Content, Title: r.Title, Type: r.Type, Origin: r.Origin, DryRun: r.DryRun, Now: r.Now}
	switch c.Type {
	case swarm.Entity, swarm.Note, swarm.General:
	case "":
		c.Type = swarm.ClassifyContent(r.Content)
	default:
		return &swarm.Error{Code: "invalid_type", Message: "There is no content type “" + string(c.Type) + "”.", Fix: "Use entity, note or general."}
	}
	subject, err := providers.SubjectOf(c)
	if err != nil {
		return err
	}
	places := v.places(dir)
	if r.MakeTree {
		places = v.newTree(dir, places)
	}
	if r.AppendTo != "" {
		return v.appendTo(ctx, r, c, places, out)
	}
	targets := targetsOf(places)
	choice, err := swarm.ChooseTarget(c.Type, targets, r.Target)
	if err != nil {
		return err
	}
	to := placeOf(places, choice.Target.ID)
	out.Provider = string(to.ID)
	if err := r.secrets(out); err != nil {
		return err
	}
	if (!r.Force || r.DryRun) && !r.LookedUp {
		if err := v.known(ctx, r, dir, subject, places, to, out); err != nil {
			return err
		}
	}
	receipt, err := to.write(ctx, v, c, to.curator)
	if err != nil && r.Target == "" && fallsBack(ctx, err) {
		receipt, err = v.fallBack(ctx, c, places, to, err)
	}
	if err != nil {
		return err
	}
	receipt.Fallback = receipt.Fallback || choice.Fallback
	out.Receive(receipt)
	return nil
}

// secrets stops before anything is sent anywhere when the passage holds what
// looks like a secret and nobody said yes to it.
func (r *CurateRequest) secrets(out *contract.Curated) error {
	out.Warnings = providers.Secrets(r.Content)
	if r.Title != "" && len(providers.Secrets(r.Title)) > 0 {
		out.Warnings = append(out.Warnings, "The title looks like it holds a secret.")
	}
	n := len(out.Warnings)
	if n == 0 || r.Force || r.DryRun {
		return nil
	}
	message := "Nothing was stored. " + out.Warnings[0]
	if n > 1 {
		message += fmt.Sprintf(" There are %d more such places.", n-1)
	}
	return &swarm.Error{Code: CodeSecret, Provider: swarm.ID(out.Provider), Message: message,
		Fix: "Take it out, or store it all the same with --force (in an editor: force)."}
}

// known reports the notes that are similar, and stops when one holds the passage
// already.
func (v *View) known(ctx context.Context, r *CurateRequest, dir string, subject providers.Subject, places []place, to *place, out *contract.Curated) error {
	v.await(ctx, v.Pick(dir), r.Wait)
	similar, indexing := v.similar(ctx, &likeness{request: r, subject: subject, places: places, to: to,
		// A remote target is asked only when that gives nothing away.
		askTarget: !to.local && len(out.Warnings) == 0}, dir)
	out.Similar = similar
	if err := ctx.Err(); err != nil {
		return err
	}
	if indexing {
		out.Warnings = append(out.Warnings, "The index was still being built, so a note on the same subject may have been missed.")
	}
	if r.DryRun || len(similar) == 0 || similar[0].Reason != contract.SimilarCopy {
		return nil
	}
	return &swarm.Error{Code: CodeKnown, Provider: swarm.ID(similar[0].Provider),
		Message: "Nothing was stored: " + similar[0].ID + " holds this passage already.",
		Fix:     "Store it once more with --force (in an editor: force)."}
}

// fallsBack says whether another target may take what one could not: not when
// the passage itself is at fault or nobody waits any more.
func fallsBack(ctx context.Context, err error) bool {
	switch swarm.AsError(err, "", "").Code {
	case "empty", "too_large":
		return false
	}
	return ctx.Err() == nil
}

// fallBack stores in the context tree what the chosen target could not take.
func (v *View) fallBack(ctx context.Context, c *swarm.Curation, places []place, failed *place, why error) (*swarm.Receipt, error) {
	choice, ok := swarm.FallbackTarget(targetsOf(places), failed.ID)
	if !ok {
		return nil, why
	}
	tree := placeOf(places, choice.Target.ID)
	receipt, err := tree.write(ctx, v, c, tree.curator)
	if err != nil {
		return nil, why // the first reason is the one to fix
	}
	receipt.Fallback = true
	receipt.Warnings = append(receipt.Warnings, fmt.Sprintf("%s could not take it: %s", failed.ID, swarm.AsError(why, "", "").Message))
	return receipt, nil
}

func placeOf(ps []place, id swarm.ID) *place {
	return &ps[slices.IndexFunc(ps, func(p place) bool { return p.ID == id })]
}
