package handlers

import "strings"

// keywords are reserved or built in in the usual languages.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`abstract async await boolean break catch class const constructor continue
		debugger default defer delete double elif else enum export extends extern false final finally float
		function global implements import instanceof interface internal lambda match module namespace native
		nonlocal number object package panic pass private protected public range raise readonly return select
		self sizeof static string struct super switch template this throw throws transient true trait type
		typedef typename typeof undefined union unsafe unsigned using virtual void volatile where while with yield
		Error Errorf Exception Object Println Printf Promise String Sprintf append context errors println`) {
		m[w] = true
	}
	return m
}()

// keyword says whether a word is one of a language and not of its user.
func keyword(w string) bool { return keywords[w] }
