package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"memswarm/lsp"
	"memswarm/setup"
	"memswarm/swarm"

	"go.lsp.dev/uri"
)

// configureParams are the parameters of swarm/configure.
type configureParams struct {
	WorkspaceFolder string        `json:"workspaceFolder"`
	Answers         setup.Answers `json:"answers"`
	DryRun          bool          `json:"dryRun"`
	User            bool          `json:"user"` // the user's own file instead of the workspace's
}

// configureReply says what was written, or with dryRun what would be.
type configureReply struct {
	File      string          `json:"file"`
	URI       uri.URI         `json:"uri"`
	Exists    bool            `json:"exists"`
	Changed   bool            `json:"changed"`
	Written   bool            `json:"written"`
	Backup    string          `json:"backup,omitempty"`
	Text      string          `json:"text"`
	Diff      string          `json:"diff"`
	Edits     []configureEdit `json:"edits"`
	Providers []swarm.ID      `json:"providers"`
	Problems  []string        `json:"problems"`
}

// configureEdit is an LSP TextEdit of the file as it is.
type configureEdit struct {
	Range   json.RawMessage `json:"range"`
	NewText string          `json:"newText"`
}

// swarmConfigure thinks out and writes a configuration from answers.
func swarmConfigure(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p configureParams
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	w, err := setupOf(ctx, s, p.WorkspaceFolder, p.User)
	if err != nil {
		return nil, err
	}
	plan, err := setup.Make(w.place, p.Answers, w.load)
	if err != nil {
		if e, ok := errors.AsType[*swarm.Error](err); ok && e.Code == "invalid_answers" {
			return nil, lsp.Errorf(lsp.CodeInvalidParams, "%s %s", e.Message, e.Fix)
		}
		return nil, failed(err)
	}
	reply, err := configured(s, plan)
	if err != nil || p.DryRun || !plan.Changed() {
		return reply, err
	}
	if d, ok := s.Document(ctx, reply.URI); ok && d.Dirty() {
		return nil, failed(&swarm.Error{Code: "unsaved", Message: plan.File + " has unsaved changes in the editor.", Fix: "Save or discard them first."})
	}
	if reply.Backup, err = plan.Write(); err != nil {
		return nil, failed(err)
	}
	reply.Written = true
	c := conn(s)
	// The user has just said what the configuration may do. An editor with a
	// workspace trust of its own keeps deciding itself.
	if c.now().Trusted == nil && c.opts.SetTrust != nil {
		if err := c.opts.SetTrust(w.dir, true); err != nil {
			c.opts.Log.Warn("trust is not remembered", "err", err)
		}
	}
	c.reload()
	return reply, nil
}

func configured(s *lsp.Session, plan *setup.Plan) (*configureReply, error) {
	u, ok := lsp.URIFromPath(plan.File)
	if !ok {
		return nil, lsp.Errorf(lsp.CodeRequestFailed, "%s has no URI", plan.File)
	}
	r := &configureReply{File: plan.File, URI: u, Exists: plan.Exists, Changed: plan.Changed(), Text: string(plan.After), Diff: plan.Diff(),
		Edits: []configureEdit{}, Providers: plan.Config.IDs(), Problems: []string{}}
	if r.Providers == nil {
		r.Providers = []swarm.ID{}
	}
	for _, p := range plan.Config.Problems.In(plan.File) {
		r.Problems = append(r.Problems, p.String())
	}
	if _, err := os.Stat(plan.File); err == nil || !plan.Exists {
		before := lsp.NewFileMapper(string(plan.Before))
		for _, e := range plan.Edits() {
			rng, err := json.Marshal(before.Range(e.Start, e.End, s.Encoding()))
			if err != nil {
				return nil, err
			}
			r.Edits = append(r.Edits, configureEdit{Range: rng, NewText: e.New})
		}
	}
	return r, nil
}
