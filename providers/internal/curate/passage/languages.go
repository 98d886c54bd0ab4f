package passage

import "strings"

// syntax says how a language writes comments.
type syntax struct {
	line   []string    // leaders of line comments, longest first
	blocks [][2]string // pairs around block comments
}

var (
	cLike     = syntax{line: []string{"///", "//!", "//"}, blocks: [][2]string{{"/**", "*/"}, {"/*!", "*/"}, {"/*", "*/"}}}
	hash      = syntax{line: []string{"#'", "##", "#:", "#"}}
	python    = syntax{line: []string{"#:", "#"}, blocks: docstrings}
	dashes    = syntax{line: []string{"---", "--"}, blocks: [][2]string{{"/*", "*/"}}}
	lua       = syntax{line: []string{"---", "--"}, blocks: [][2]string{{"--[==[", "]==]"}, {"--[=[", "]=]"}, {"--[[", "]]"}}}
	haskell   = syntax{line: []string{"-- |", "-- ^", "--"}, blocks: [][2]string{{"{-|", "-}"}, {"{-", "-}"}}}
	semicolon = syntax{line: []string{";;;;", ";;;", ";;", ";"}, blocks: [][2]string{{"#|", "|#"}}}
	percent   = syntax{line: []string{"%%", "%"}}
	matlab    = syntax{line: []string{"%%", "%"}, blocks: [][2]string{{"%{", "%}"}}}
	markup    = syntax{blocks: [][2]string{{"<!--", "-->"}}}
	web       = syntax{line: cLike.line, blocks: append([][2]string{{"<!--", "-->"}, {"{/*", "*/}"}}, cLike.blocks...)}
	ruby      = syntax{line: []string{"##", "#"}, blocks: [][2]string{{"=begin", "=end"}}}
	powershel = syntax{line: []string{"#"}, blocks: [][2]string{{"<#", "#>"}}}
	ml        = syntax{blocks: [][2]string{{"(**", "*)"}, {"(*", "*)"}}}
	fsharp    = syntax{line: []string{"///", "//"}, blocks: ml.blocks}
	pascal    = syntax{line: []string{"//"}, blocks: [][2]string{{"(*", "*)"}, {"{", "}"}}}
	julia     = syntax{line: []string{"#"}, blocks: append([][2]string{{"#=", "=#"}}, docstrings...)}
	vim       = syntax{line: []string{`"`}}
	basic     = syntax{line: []string{"'''", "'"}}
	fortran   = syntax{line: []string{"!>", "!!", "!"}}
	batch     = syntax{line: []string{"::", "@rem ", "rem ", "REM "}}
	elixir    = syntax{line: []string{"#"}, blocks: append([][2]string{{`@doc """`, `"""`}, {`@moduledoc """`, `"""`}}, docstrings...)}
	php       = syntax{line: []string{"//", "#"}, blocks: cLike.blocks}
	hashSlash = syntax{line: []string{"#", "//"}, blocks: cLike.blocks}
)

var docstrings = [][2]string{
	{`r"""`, `"""`}, {`R"""`, `"""`}, {`u"""`, `"""`}, {`"""`, `"""`}, {`r'''`, `'''`}, {`'''`, `'''`},
}

// language is what is known of an editor's language id
// (https://code.visualstudio.com/docs/languages/identifiers).
type language struct {
	prose  bool   // text for people: never fenced
	info   string // the info string of a fence, "" for the id itself
	syntax *syntax
}

var languages = map[string]language{}

func init() {
	add := func(s *syntax, ids ...string) {
		for _, id := range ids {
			languages[id] = language{syntax: s}
		}
	}
	add(&cLike, "c", "cpp", "csharp", "cuda-cpp", "d", "dart", "go", "groovy", "java", "javascript", "jsonc", "json5", "kotlin",
		"less", "objective-c", "objective-cpp", "proto", "proto3", "rust", "scala", "scss", "swift", "typescript", "zig", "glsl",
		"hlsl", "wgsl", "solidity", "v", "verilog", "systemverilog", "css", "sass", "stylus", "gradle", "jenkinsfile", "graphviz")
	add(&web, "javascriptreact", "typescriptreact", "vue", "svelte", "astro")
	add(&hash, "shellscript", "bash", "sh", "zsh", "fish", "makefile", "dockerfile", "yaml", "toml", "perl", "r", "cmake", "nix",
		"graphql", "properties", "dotenv", "ini", "ignore", "gitignore", "starlark", "bazel", "just", "awk", "tcl", "crystal", "gdscript",
		"dockercompose", "cython", "nim", "git-rebase", "ssh_config", "editorconfig", "raku", "conf", "desktop", "robotframework")
	add(&python, "python")
	add(&ruby, "ruby")
	add(&julia, "julia")
	add(&elixir, "elixir")
	add(&dashes, "sql", "mysql", "plsql", "pgsql", "ada", "vhdl", "applescript")
	add(&haskell, "haskell", "elm", "purescript", "idris", "agda", "lean", "lean4")
	add(&lua, "lua", "luau")
	add(&semicolon, "clojure", "lisp", "commonlisp", "scheme", "racket", "elisp", "emacs-lisp", "fennel", "asm", "nasm", "autohotkey", "llvm")
	add(&percent, "latex", "tex", "bibtex", "erlang", "prolog", "postscript")
	add(&matlab, "matlab", "octave")
	add(&markup, "html", "xml", "xsl", "svg", "handlebars", "razor")
	add(&powershel, "powershell")
	add(&ml, "ocaml", "sml", "coq", "mathematica")
	add(&fsharp, "fsharp")
	add(&pascal, "pascal", "objectpascal")
	add(&vim, "vim", "viml")
	add(&basic, "vb", "vba")
	add(&fortran, "fortran", "fortran-modern", "fortranfreeform")
	add(&batch, "bat")
	add(&php, "php")
	add(&hashSlash, "terraform", "hcl", "jsonnet", "bicep")
	add(&syntax{}, "json", "diff", "log", "csv", "tsv", "snippets")
	for _, id := range []string{"markdown", "mdx", "quarto", "rmd", "pandoc", "restructuredtext", "asciidoc", "org", "typst-prose",
		"git-commit", "gitcommit", "plaintext", "text", "help", "mail", "norg", "textile", "wikitext", "djot"} {
		languages[id] = language{prose: true}
	}
	for id, info := range map[string]string{
		"typescriptreact": "tsx", "javascriptreact": "jsx", "shellscript": "sh", "objective-c": "objc", "objective-cpp": "objcpp",
		"dockercompose": "yaml", "cuda-cpp": "cuda", "emacs-lisp": "elisp", "viml": "vim", "fortran-modern": "fortran",
		"log": "text", "proto3": "proto", "fortranfreeform": "fortran", "objectpascal": "pascal", "git-rebase": "text", "lean4": "lean",
	} {
		l := languages[id]
		l.info = info
		languages[id] = l
	}
}

// lookup finds a language by its id. An id that is not in the table is that of
// some programming language with comments like C's or a shell's.
func lookup(id string) (l language, known bool) {
	id = strings.ToLower(strings.TrimSpace(id))
	l, known = languages[id]
	if !known {
		l = language{syntax: &hashSlash}
	}
	if l.info == "" {
		l.info = infoString(id)
	}
	return l, known
}

// infoString keeps of an id what may stand behind a fence.
func infoString(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("+#._-", r) {
			return r
		}
		return -1
	}, id)
}
