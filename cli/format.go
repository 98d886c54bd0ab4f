package cli

import (
	"github.com/spf13/cobra"
)

// addFormat gives a command -f text|json.
func (a *app) addFormat(c *cobra.Command) *string {
	format := c.Flags().StringP("format", "f", "text", "`text` for people or json for scripts")
	_ = c.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp
	})
	return format
}

// setFormat checks the format before anything is done.
func (a *app) setFormat(format string) error {
	switch format {
	case "text":
	case "json":
		a.json = true
	default:
		return usagef("Use -f text or -f json.", "There is no format %q.", format)
	}
	return nil
}
