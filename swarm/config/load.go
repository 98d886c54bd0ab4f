package config

import (
	"os"
	"path/filepath"
	"slices"
)

// Options says what to load.
type Options struct {
	// Dir is where the search for the workspace's file starts: the working
	// directory or a workspace folder. Made absolute if it is not.
	Dir string
	// Env looks up an environment variable. A shared server passes the one of
	// its client. It decides the home folder, the user's file and ${VAR}. nil
	// is that of the process.
	Env func(name string) (string, bool)
	// File is a configuration named by the user (--config) that takes the
	// place of the workspace's. Inside a .brv/swarm folder it is that
	// project's file and as trusted as the workspace; elsewhere its layer is
	// LayerClient, and relative paths count from its own folder.
	File string
	// Client is the configuration that an editor sent, as JSON. It counts only
	// when ClientTrusted.
	Client        []byte
	ClientTrusted bool
	// Unsaved holds the text of configuration files that are open and changed
	// in an editor, by absolute path.
	Unsaved map[string][]byte
	// SkipUser leaves out the user's own file.
	SkipUser bool
}

// Load reads all layers. It always returns a usable configuration: what could
// not be read or understood is in Problems, and its default is used.
func Load(o Options) *Config {
	l := loader{Options: o, cfg: &Config{values: values{}}, present: map[Layer]bool{}}
	if l.Env == nil {
		l.Env = os.LookupEnv
	}
	l.home = homeOf(l.Env)
	l.cfg.home = l.home
	if dir, err := filepath.Abs(l.Dir); err == nil {
		l.Dir = dir
	}
	l.layers()
	l.resolve()
	l.cfg.Problems = slices.CompactFunc(l.cfg.Problems.sorted(), equalProblem).capped()
	return l.cfg
}

func equalProblem(a, b Problem) bool {
	return a.Code == b.Code && a.Path == b.Path && a.File == b.File && a.Range == b.Range && a.Message == b.Message && a.Layer == b.Layer
}

type loader struct {
	Options
	home    string
	cfg     *Config
	project project
	folders int      // elements of providers.local_markdown.folders, over all layers
	edges   int      // elements of enrichment.edges
	order   []string // sections of providers, in the order of appearance
	present map[Layer]bool
}

// layers reads the files and joins them, lowest first.
func (l *loader) layers() {
	if user := UserFile(l.Env); user != "" && !l.SkipUser {
		l.cfg.Workspace.UserFile = user
		l.file(user, LayerUser, filepath.Dir(user))
	}
	layer, base := l.findWorkspace()
	if l.project.refused == nil {
		l.file(l.cfg.Workspace.File, layer, base)
	}
	l.client()
}

// findWorkspace decides which project this is and which file configures it.
func (l *loader) findWorkspace() (layer Layer, base string) {
	p, problems := locate(l.Dir, l.home)
	layer, base = LayerWorkspace, p.root
	file := p.file()
	if l.File != "" {
		file = l.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(l.Dir, file)
		}
		file = filepath.Clean(file)
		if swarmDir := filepath.Dir(file); filepath.Base(swarmDir) == "swarm" && filepath.Base(filepath.Dir(swarmDir)) == brvName {
			root := filepath.Dir(filepath.Dir(swarmDir))
			p, base = project{folder: root, root: root, brv: true}, root
		} else {
			layer, base = LayerClient, filepath.Dir(file)
		}
		problems, p.refused = nil, nil
	}
	l.project = p
	l.cfg.Problems = append(l.cfg.Problems, problems...)
	l.cfg.Workspace.Folder, l.cfg.Workspace.Root, l.cfg.Workspace.File = p.folder, p.root, file
	return layer, base
}

// file reads one file as a layer.
func (l *loader) file(path string, layer Layer, base string) {
	text, ok := l.Unsaved[path]
	if !ok {
		var problem *Problem
		if why := l.untouchable(path); layer == LayerWorkspace && why != "" {
			problem = &Problem{Severity: Error, Code: CodeNotAFile, Layer: layer, File: path,
				Message: "The configuration is not read, because it is a link to " + why + ".", Fix: "Replace the link by a file."}
		} else {
			text, ok, problem = readFile(path, layer)
		}
		if problem != nil {
			l.cfg.Problems = append(l.cfg.Problems, *problem)
			l.present[layer] = true
		}
		if !ok {
			l.absent(path, layer, problem)
			return
		}
	}
	l.present[layer] = true
	doc := ParseDocument(path, text)
	for _, p := range doc.Problems {
		p.Layer = layer
		l.cfg.Problems = append(l.cfg.Problems, p)
	}
	l.cfg.Sources = append(l.cfg.Sources, LoadedFile{Path: path, Hash: hashOf(text), Layer: layer, Document: doc})
	l.join(doc, layer, base)
}

// absent explains a file that is not there, where an explanation helps.
func (l *loader) absent(path string, layer Layer, problem *Problem) {
	if problem != nil {
		return
	}
	if other := filepath.Join(filepath.Dir(path), misnamedConfig); exists(other) && l.File == "" {
		l.cfg.Problems = append(l.cfg.Problems, Problem{Severity: Warning, Code: CodeMisnamed, Layer: layer, File: other,
			Message: "This file is not read; the configuration is called " + configName + ".", Fix: "Rename it."})
	}
	if l.File != "" && path == l.cfg.Workspace.File {
		l.cfg.Problems = append(l.cfg.Problems, Problem{Severity: Error, Code: CodeUnreadable, Layer: layer, File: path,
			Message: "The configuration file does not exist.", Fix: "Check the path given with --config."})
	}
}

// client reads what the editor sent.
func (l *loader) client() {
	if len(l.Client) == 0 {
		return
	}
	doc, problem := clientDocument(l.Client)
	if problem != nil {
		l.cfg.Problems = append(l.cfg.Problems, *problem)
		return
	}
	if doc.Root == nil || len(doc.Root.Content) == 0 {
		return
	}
	if !l.ClientTrusted {
		l.cfg.Problems = append(l.cfg.Problems, Problem{Severity: Warning, Code: CodeClientUntrusted, Layer: LayerClient,
			Message: "The editor's own settings for this workspace are not used, because the workspace is not trusted.",
			Fix:     "Trust the workspace in the editor."})
		return
	}
	l.join(doc, LayerClient, l.project.root)
}

// join decodes a document and lays its values over those that are there.
func (l *loader) join(doc *Document, layer Layer, base string) {
	r := &reader{layer: layer, doc: doc, base: base, home: l.home, env: l.Env}
	r.read()
	l.cfg.Problems = append(l.cfg.Problems, r.problems...)
	for _, name := range r.order {
		if !slices.Contains(l.order, name) {
			l.order = append(l.order, name)
		}
	}
	l.lay(r)
}
