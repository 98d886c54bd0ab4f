// Package auth issues and exchanges the tokens of Harbor's users.
package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"
)

const (
	refreshLifetime = 30 * 24 * time.Hour
	graceWindow     = 10 * time.Second
	secretBytes     = 32
)

var (
	ErrUnknownToken  = errors.New("unknown token")
	ErrFamilyRevoked = errors.New("token family revoked")
)

// RefreshToken is what is stored about a token; the secret itself is not.
type RefreshToken struct {
	Hash      [sha256.Size]byte
	FamilyID  string
	Subject   string
	ExpiresAt time.Time
	UsedAt    time.Time
	Successor string
}

// Store keeps refresh tokens.
type Store interface {
	Lookup(ctx context.Context, hash [sha256.Size]byte) (*RefreshToken, error)
	Save(ctx context.Context, tok *RefreshToken) error
	RevokeFamily(ctx context.Context, family string) error
}

// Exchanger swaps a refresh token for its successor.
type Exchanger struct {
	store Store
	now   func() time.Time
}

// Exchange accepts a secret once, and again within the grace window, for two
// tabs that wake up together.
func (e *Exchanger) Exchange(ctx context.Context, secret string) (string, error) {
	tok, err := e.store.Lookup(ctx, sha256.Sum256([]byte(secret)))
	if err != nil {
		return "", fmt.Errorf("look up token: %w", err)
	}
	if tok == nil {
		return "", ErrUnknownToken
	}
	now := e.now()
	switch {
	case now.After(tok.ExpiresAt):
		return "", ErrUnknownToken
	case tok.UsedAt.IsZero():
		return e.rotate(ctx, tok, now)
	case now.Sub(tok.UsedAt) <= graceWindow:
		return tok.Successor, nil
	}
	if err := e.store.RevokeFamily(ctx, tok.FamilyID); err != nil {
		return "", fmt.Errorf("revoke family: %w", err)
	}
	return "", ErrFamilyRevoked
}

func (e *Exchanger) rotate(ctx context.Context, old *RefreshToken, now time.Time) (string, error) {
	buf := make([]byte, secretBytes)
	if _, err := rand.Read(buf); err != nil {
		return "", err
	}
	secret := base64.RawURLEncoding.EncodeToString(buf)
	next := &RefreshToken{
		Hash:      sha256.Sum256([]byte(secret)),
		FamilyID:  old.FamilyID,
		Subject:   old.Subject,
		ExpiresAt: now.Add(refreshLifetime),
	}
	old.UsedAt, old.Successor = now, secret
	for _, t := range []*RefreshToken{old, next} {
		if err := e.store.Save(ctx, t); err != nil {
			return "", err
		}
	}
	return secret, nil
}
