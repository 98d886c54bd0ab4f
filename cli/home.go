package cli

import "runtime"

// homeVariables name the home folder in the environment.
func homeVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{"USERPROFILE", "HOME"}
	}
	return []string{"HOME"}
}
