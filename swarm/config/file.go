package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// readFile reads a configuration file. It opens regular files only, so that a
// pipe in the file's place cannot hang the reader. A file that does not exist
// gives ok false and no problem.
func readFile(path string, layer Layer) (text []byte, ok bool, problem *Problem) {
	p := &Problem{Severity: Error, Layer: layer, File: path}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, unreadable(p, err)
	case info.IsDir():
		p.Code, p.Message, p.Fix = CodeNotAFile, "There is a folder where the configuration file is expected.", "Rename or remove the folder."
		return nil, false, p
	case !info.Mode().IsRegular():
		p.Code, p.Message, p.Fix = CodeNotAFile, "The configuration is not a regular file.", "Replace it by one."
		return nil, false, p
	case info.Size() > MaxFileBytes:
		p.Code = CodeTooLarge
		p.Message = fmt.Sprintf("The file has %d bytes; a configuration has at most %d.", info.Size(), MaxFileBytes)
		p.Fix = "Check that it is the right file."
		return nil, false, p
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, unreadable(p, err)
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(f, MaxFileBytes+1))
	if err != nil {
		return nil, false, unreadable(p, err)
	}
	return text, true, nil
}

func unreadable(p *Problem, err error) *Problem {
	p.Code = CodeUnreadable
	p.Message = "The file cannot be read: " + reason(err) + "."
	p.Fix = "Check its permissions and those of its folders."
	return p
}

// reason is the cause of a file error without the path, which is shown anyway.
func reason(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err.Error()
	}
	return err.Error()
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
