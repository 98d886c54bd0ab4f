package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
)

// Main runs the program with its arguments (without the program's name) and
// returns the exit status.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return Run(ctx, args, os.Stdin, os.Stdout, os.Stderr, os.LookupEnv)
}

// Run is Main with everything that it touches given.
func Run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer, getenv func(string) (string, bool)) int {
	a := &app{in: in, out: out, err: errOut, getenv: getenv}
	root := a.root()
	root.SetArgs(withoutSwarm(args))
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	if err := root.ExecuteContext(ctx); err != nil {
		if _, ran := exitStatus(err); !ran { // cobra's own complaint about the arguments
			a.json = a.json || asksForJSON(args)
		}
		return a.fail(err)
	}
	return exitOK
}

// withoutSwarm accepts the reference's spelling, `brv swarm query …`.
func withoutSwarm(args []string) []string {
	known := []string{"query", "curate", "status", "onboard", "help", "--help", "-h"}
	for i, arg := range args {
		if arg == "swarm" && (i+1 == len(args) || slices.Contains(known, args[i+1])) {
			return slices.Concat(args[:i], args[i+1:])
		}
		if arg == "" || arg[0] != '-' {
			break
		}
	}
	return args
}

// asksForJSON looks for -f json in arguments that were not understood, so that
// a script that speaks JSON gets its error in JSON.
func asksForJSON(args []string) bool {
	for i, arg := range args {
		switch arg {
		case "-fjson", "--format=json", "-f=json":
			return true
		case "-f", "--format":
			if i+1 < len(args) && args[i+1] == "json" {
				return true
			}
		}
	}
	return false
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "memswarm",
		Short: "Search all your knowledge at once, and store what you learn in the right place",
		Long: `Memory Swarm searches a ByteRover context tree, an Obsidian vault, a Memory Wiki
and folders of markdown at once, from your editor or here, and ranks what they
know by Reciprocal Rank Fusion.

It reads .brv/swarm/config.yaml, found from the working directory upwards.
Without one it searches the folder's context tree and its markdown.`,
		Example: `  memswarm query "how are refresh tokens rotated"
  memswarm query --explain -n 3 "retry budget"
  memswarm query -f json "what depends on the billing service" | jq .results[0]`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	flags := root.PersistentFlags()
	flags.StringVarP(&a.dir, "directory", "C", "", "work as if started in `DIR`")
	flags.StringVar(&a.configFile, "config", "", "use this configuration `FILE` instead of the one found")
	flags.BoolVar(&a.verbose, "verbose", false, "say on standard error what is done")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("Run `"+cmd.CommandPath()+" --help` to see what it takes.", "%v", err)
	})
	_ = root.MarkPersistentFlagDirname("directory")
	_ = root.MarkPersistentFlagFilename("config", "yaml")
	root.AddCommand(a.queryCommand(), a.curateCommand(), a.undoCommand(), a.statusCommand(), a.onboardCommand(), a.trustCommand(), a.lspCommand(), a.serverCommand(), a.versionCommand())
	for _, c := range root.Commands() {
		if c.Args == nil {
			c.Args = cobra.ArbitraryArgs
		}
		wrapArgs(c)
	}
	return root
}

// wrapArgs makes a wrong number of arguments a usage error.
func wrapArgs(c *cobra.Command) {
	check := c.Args
	c.Args = func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usagef("Run `"+cmd.CommandPath()+" --help` to see what it takes.", "%v", err)
		}
		return nil
	}
}

// exitStatus says whether an error came from a command of ours.
func exitStatus(err error) (int, bool) {
	if _, ok := err.(*usageError); ok {
		return exitUsage, false
	}
	return exitFailed, true
}
