package watch

import "runtime"

// maxQueueFiles is how many files a tree may have on systems that need an open
// file for each (kqueue).
const maxQueueFiles = 4000

// Pass is one look through a tree, which finds out what its folders are. A
// folder is watched before it is read, so that nothing falls between what was
// read and what is told.
type Pass struct {
	t      *Tree
	number int
	// The rest is guarded by w.mu.
	failed error
	late   []Folder // are watched at the end
}

// Begin begins a look. top is the topmost folder, which is entered, too.
func (t *Tree) Begin(top Folder) *Pass {
	p := &Pass{t: t}
	t.w.mu.Lock()
	defer t.w.mu.Unlock()
	t.pass++
	p.number = t.pass
	t.top = top.Real
	return p
}

// Enter says that a folder belongs to the tree and is about to be read. It is
// safe for concurrent use.
func (p *Pass) Enter(f Folder) {
	w := p.t.w
	if w.fs == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if needsFiles() {
		p.late = append(p.late, f)
		return
	}
	p.add(f)
}

// add needs w.mu.
func (p *Pass) add(f Folder) {
	if p.failed != nil && isLimit(p.failed) || p.t.ctx.Err() != nil {
		return
	}
	err := p.t.w.add(p.t, f.Real, f.Path)
	if err == nil {
		p.t.dirs[f.Real] = p.number
	} else if !isGone(err) {
		p.failed = err
	}
}

// End ends a look that found that many files. Folders that were not entered
// belong to the tree no more, unless whole is false: the look was cut short.
func (p *Pass) End(whole bool, files int) {
	t, w := p.t, p.t.w
	if w.fs == nil || t.ctx.Err() != nil {
		return
	}
	remote := isRemote(t.top)
	w.mu.Lock()
	defer w.mu.Unlock()
	tooMany := needsFiles() && files > maxQueueFiles
	if !tooMany {
		for _, f := range p.late {
			p.add(f)
		}
	}
	for real, seen := range t.dirs {
		if whole && seen < p.number {
			w.release(t, real)
			delete(t.dirs, real)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.number != t.pass {
		return // a later look says how things are
	}
	t.problem = ""
	if p.failed != nil {
		t.problem = explain(p.failed)
	}
	before := t.complete
	t.complete = whole && p.failed == nil && !remote && !tooMany
	if t.complete && !before && len(p.late) > 0 {
		t.reconcile() // what changed between the reading and the watching
	}
}

// Set watches exactly the folders, the topmost first.
func (t *Tree) Set(folders []Folder) {
	if len(folders) == 0 {
		return
	}
	p := t.Begin(folders[0])
	for _, f := range folders {
		p.Enter(f)
	}
	p.End(true, 0)
}

// needsFiles says whether the system's watching needs an open file for each
// file.
func needsFiles() bool {
	switch runtime.GOOS {
	case "linux", "windows", "solaris", "illumos":
		return false
	}
	return true
}
