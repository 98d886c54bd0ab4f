package providers

import (
	"fmt"
	"os"
	"path/filepath"

	"memswarm/providers/internal/index"
)

// IndexFormat is the version of the format of indexes on disk: programs in which
// it differs cannot share them.
const IndexFormat = index.FormatVersion

// CacheDir is where indexes are kept: memswarm/index/vN in the user's cache
// folder, N being the version of the format, so that programs of different
// versions share it only when they can. It is "" when the user has no cache
// folder; sources then keep their indexes among the temporary files.
func CacheDir() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(base, "memswarm", "index", fmt.Sprintf("v%d", IndexFormat))
}
