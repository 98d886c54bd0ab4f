//go:build !linux && !darwin

package safefile

func limit(int) {}
