//go:build !unix

package swarmtest

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
