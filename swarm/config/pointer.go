package config

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// A .brv file, instead of a folder, points to the project that a worktree
// belongs to. Accepted are
//
//	{"projectRoot": "/path/of/project"}   as ByteRover writes it (also "path")
//	brvdir: ../project                    in the manner of git's own .git files
//	../project                            the path alone
//
// The path names the project or its .brv folder; a relative one counts from the
// folder that holds the file. A pointer to a pointer is not followed.
const maxPointerBytes = 64 << 10

// followPointer returns the root of the project that a .brv file points to.
func followPointer(file string, info fs.FileInfo) (root string, problem *Problem) {
	bad := func(message, fix string) (string, *Problem) {
		return "", &Problem{Severity: Error, Code: CodePointer, Layer: LayerWorkspace, File: file,
			Range: Range{Start: Position{Line: 1, Column: 1}, End: Position{Line: 1, Column: 1}}, Message: message, Fix: fix}
	}
	const say = "Write the path of the project that holds the .brv folder, or remove the file."
	if !info.Mode().IsRegular() || info.Size() > maxPointerBytes {
		return bad("The file .brv is not a pointer to a project.", say)
	}
	text, ok, p := readFile(file, LayerWorkspace)
	if !ok {
		return "", p
	}
	target := pointerTarget(text)
	if target == "" {
		return bad("The file .brv holds no path.", say)
	}
	if remote(target) {
		return bad("The file .brv points to another machine.", say)
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(file), target)
	}
	target = filepath.Clean(target)
	if filepath.Base(target) == brvName {
		target = filepath.Dir(target)
	}
	brv := filepath.Join(target, brvName)
	if why := untouchable(filepath.Dir(file), brv); why != "" {
		return bad("The file .brv points to "+target+", which is "+why+".", say)
	}
	if !isDir(brv) {
		return bad("The file .brv points to "+target+", which has no folder .brv.", say)
	}
	if owner := foreignOwner(target, brv); owner != "" {
		return bad("The file .brv points to "+owner+", which belongs to another user.", say)
	}
	return target, nil
}

func pointerTarget(text []byte) string {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, byteOrderMark))
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return ""
	}
	if bytes.HasPrefix(text, []byte("{")) {
		// encoding/json matches names without case, which is fine here.
		var j struct{ ProjectRoot, Project_root, Path string }
		if json.Unmarshal(text, &j) != nil {
			return ""
		}
		for _, s := range []string{j.ProjectRoot, j.Project_root, j.Path} {
			if s != "" {
				return s
			}
		}
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for _, prefix := range []string{"brvdir:", "projectRoot:", "path:"} {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			line = rest
		}
	}
	return strings.Trim(strings.TrimSpace(line), `"'`)
}
