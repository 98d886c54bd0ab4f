package handlers

import (
	"context"
	"encoding/json"

	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// trustParams are the argument of swarm.trust.
type trustParams struct {
	WorkspaceFolder string `json:"workspaceFolder"` // of all open folders when ""
	Trusted         *bool  `json:"trusted"`         // false takes trust back; true when absent
	// Remember keeps the answer for later sessions. When absent it is kept
	// unless the editor has a workspace trust of its own, which it says with
	// initializationOptions.trusted.
	Remember *bool `json:"remember"`
}

// trustCommand trusts workspace folders, or no longer.
func trustCommand(ctx context.Context, s *lsp.Session, argument json.RawMessage) (any, error) {
	var p trustParams
	if err := decodeParams(argument, &p); err != nil {
		return nil, err
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	c := conn(s)
	yes := p.Trusted == nil || *p.Trusted
	own := c.now().Trusted != nil
	remember := !own
	if p.Remember != nil {
		remember = *p.Remember
	}
	actions := []config.Action{}
	for _, f := range v.Pick(folderOf(v, p.WorkspaceFolder, nil)) {
		actions = append(actions, config.TrustSubject(f.Config()).Actions...)
		if !remember {
			continue
		}
		if c.opts.SetTrust == nil {
			return nil, failed(&swarm.Error{Code: "trust_store", Message: "This server has nowhere to remember trust.", Fix: "Send remember: false, or trust the workspace in the editor."})
		}
		if err := c.opts.SetTrust(f.Dir(), yes); err != nil {
			return nil, failed(&swarm.Error{Code: "trust_store", Message: "Trust cannot be remembered: " + err.Error() + ".", Fix: "Check the folder of your state (XDG_STATE_HOME or ~/.local/state).", Err: err})
		}
	}
	c.change(func() {
		if own || !remember {
			c.settings.Trusted = &yes
		}
	})
	if _, err := c.ready(ctx); err != nil {
		return nil, failed(err)
	}
	c.checkConfigs()
	return map[string]any{"success": true, "trusted": yes, "remembered": remember, "actions": actions}, nil
}
