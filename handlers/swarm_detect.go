package handlers

import (
	"context"
	"encoding/json"

	"memswarm/lsp"
	"memswarm/setup"
	"memswarm/swarm/config"
)

// detectReply is the answer to swarm/detect.
type detectReply struct {
	*setup.Found
	File     string        `json:"file"` // the workspace's configuration, whether it exists or not
	UserFile string        `json:"userFile"`
	Exists   bool          `json:"exists"`
	Answers  setup.Answers `json:"answers"` // what is recommended, for swarm/configure
}

// swarmDetect looks for what could be searched.
func swarmDetect(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p struct {
		WorkspaceFolder string `json:"workspaceFolder"`
	}
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	w, err := setupOf(ctx, s, p.WorkspaceFolder, false)
	if err != nil {
		return nil, err
	}
	found := setup.Detect(ctx, w.dir, w.cfg, conn(s).opts.Env)
	return detectReply{Found: found, File: w.cfg.Workspace.File, UserFile: w.cfg.Workspace.UserFile, Exists: w.exists(), Answers: setup.Recommended(found, w.cfg)}, nil
}

// setting is one folder that is set up.
type setting struct {
	dir   string
	cfg   *config.Config
	place setup.Place
	load  func(text []byte) *config.Config
}

// setupOf finds the configuration of a workspace folder, the first when none is
// named.
func setupOf(ctx context.Context, s *lsp.Session, folder string, user bool) (*setting, error) {
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	open := v.Pick(folderOf(v, folder, nil))
	if len(open) == 0 {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "no folder is open")
	}
	c := conn(s)
	w := &setting{dir: open[0].Dir()}
	base := config.Options{Dir: w.dir, File: c.opts.ConfigFile, Env: c.opts.Env}
	w.cfg = config.Load(base)
	ws := w.cfg.Workspace
	w.place = setup.Place{File: ws.File, Root: ws.Root, Home: c.expand("~", ""), Workspace: ws.Folder}
	if user {
		if ws.UserFile == "" {
			return nil, lsp.Errorf(lsp.CodeRequestFailed, "there is no home folder for the user's own configuration")
		}
		w.place = setup.UserPlace(ws.UserFile, w.place.Home)
	}
	w.load = func(text []byte) *config.Config {
		o := base
		if text != nil {
			o.Unsaved = map[string][]byte{w.place.File: text}
		}
		return config.Load(o)
	}
	return w, nil
}

func (w *setting) exists() bool {
	for _, f := range w.cfg.Sources {
		if f.Path == w.cfg.Workspace.File {
			return true
		}
	}
	return false
}
