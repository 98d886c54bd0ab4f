package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
)

// Protocol is the version of the Hello, the Welcome and what follows. Programs
// whose versions differ use different sockets.
const Protocol = 1

// maxSocket is the longest path of a socket that every system takes, in bytes:
// sun_path has 104 on macOS and the BSDs, 108 on Linux, with a final zero byte.
const maxSocket = 103

// ErrUnsupported is the error where there is no shared server.
var ErrUnsupported = errors.New("this system has no shared server")

// Place is where the server of one kind is found. Two programs with equal
// places share a server.
type Place struct {
	Dir    string // private to the user
	Socket string
	Alive  string // locked by the server while it lives
	Start  string // locked by whoever starts a server
	Log    string // what the server has to say; its folder need not exist
}

// Env looks up a variable of the environment.
type Env = func(string) (string, bool)

// Locate returns the place of a kind. kind names all that programs must agree on
// to share a server, such as the index's format and folder. stateDir is where
// logs are kept, "" for the folder of the socket. Nothing is made yet.
func Locate(env Env, kind, stateDir string) (Place, error) {
	if !supported {
		return Place{}, ErrUnsupported
	}
	sum := sha256.Sum256([]byte(kind))
	name := fmt.Sprintf("p%d-%s", Protocol, hex.EncodeToString(sum[:6]))
	dir, err := runtimeDir(env, len(name)+len("/.sock"))
	if err != nil {
		return Place{}, err
	}
	if stateDir == "" {
		stateDir = dir
	}
	return Place{
		Dir:    dir,
		Socket: filepath.Join(dir, name+".sock"),
		Alive:  filepath.Join(dir, name+".alive"),
		Start:  filepath.Join(dir, name+".start"),
		Log:    filepath.Join(stateDir, "server-"+name+".log"),
	}, nil
}

// runtimeDir is the folder for sockets: below XDG_RUNTIME_DIR where that is the
// user's own, else below the folder for temporary files, where it carries the
// user's number because others have theirs beside it.
func runtimeDir(env Env, room int) (string, error) {
	var candidates []string
	if base, _ := env("XDG_RUNTIME_DIR"); filepath.IsAbs(base) && checkPrivate(base, false) == nil {
		candidates = append(candidates, filepath.Join(base, "memswarm"))
	}
	own := "memswarm-" + strconv.Itoa(os.Getuid())
	if tmp, ok := env("TMPDIR"); ok && filepath.IsAbs(tmp) && runtime.GOOS == "darwin" {
		candidates = append(candidates, filepath.Join(tmp, own))
	}
	candidates = append(candidates, filepath.Join("/tmp", own))
	for _, dir := range candidates {
		if len(dir)+room <= maxSocket {
			return dir, nil
		}
	}
	return "", fmt.Errorf("every folder for the server's socket has too long a path, such as %s", candidates[0])
}

// prepare makes the folder of the place and checks that it is private: whoever
// else could write there could put a socket of his own into it.
func (p Place) prepare() error {
	if err := os.Mkdir(p.Dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("the folder for the server's socket cannot be made: %w", err)
	}
	return checkPrivate(p.Dir, true)
}

// checkPrivate says what is wrong with a folder that is to belong to the user
// alone. With strict nobody else may even look into it.
func checkPrivate(dir string, strict bool) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no folder", dir)
	}
	if !ownedByUser(info) {
		return fmt.Errorf("%s belongs to another user; remove it, or set XDG_RUNTIME_DIR to a folder of your own", dir)
	}
	forbidden := os.FileMode(0o022)
	if strict {
		forbidden = 0o077
	}
	if info.Mode().Perm()&forbidden != 0 {
		return fmt.Errorf("%s is open to other users (mode %04o); run: chmod 700 %s", dir, info.Mode().Perm(), dir)
	}
	return nil
}
