// Package providers opens the providers that a configuration asks for. It holds
// the one explicit table from kinds to constructors.
package providers
