package gbrain

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memswarm/providers/gbrain/fake"
)

// serve is a `gbrain serve --http` for a brain; its address is the result.
func serve(t testing.TB, brain string) string {
	b := fake.New()
	b.Vector = strings.Contains(brain, "vector")
	if strings.Contains(brain, "budget=30") {
		b.Budget = 30
	}
	s := httptest.NewServer(handler(b))
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

func handler(b *fake.Brain) http.Handler {
	server := b.Server()
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
}
