package byterover

import "testing"

func TestRoleOf(t *testing.T) {
	for rel, want := range map[string]role{
		"auth/jwt/rotation.md":            topic,
		"auth/jwt/rotation.html":          topic,
		"auth/Rotation.HTML":              topic,
		"README.md":                       topic,
		"index.html":                      derived,
		"architecture/index.html":         topic,
		"auth/context.md":                 context,
		"auth/_index.md":                  summary,
		"auth/jwt/rotation.abstract.md":   derived,
		"auth/jwt/rotation.overview.md":   derived,
		"_archived/auth/rotation.stub.md": stub,
		"_archived/auth/rotation.full.md": derived,
		"auth/_archived/rotation.stub.md": stub,
		"auth/my.full.md":                 topic,
		"auth/jwt.stub.md":                topic,
		"_manifest.json":                  foreign,
		"notes.txt":                       foreign,
		"note.htm":                        foreign,
		"domain/日本語.md":                   topic,
	} {
		if got := roleOf(rel); got != want {
			t.Errorf("%s: role %d, want %d", rel, got, want)
		}
	}
}
