package auth

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"
)

const (
	rotationPeriod = 30 * 24 * time.Hour
	publishAhead   = 10 * time.Minute
	retiredOverlap = 48 * time.Hour
)

// SigningKey is one entry of the JWKS.
type SigningKey struct {
	Kid       string
	Public    ed25519.PublicKey
	private   ed25519.PrivateKey
	CreatedAt time.Time
	RetiredAt time.Time
}

// KeyRing holds the keys that are published.
type KeyRing struct {
	keys []*SigningKey
}

// rotateSigningKey makes a new key when the active one is old, and drops those
// that have been retired for long enough. See DEC-0067.
func (r *KeyRing) rotateSigningKey(now time.Time) error {
	active := r.active(now)
	if active == nil || now.Sub(active.CreatedAt) >= rotationPeriod {
		pub, priv, err := ed25519.GenerateKey(nil)
		if err != nil {
			return fmt.Errorf("generate key: %w", err)
		}
		r.keys = append(r.keys, &SigningKey{Kid: keyID(pub), Public: pub, private: priv, CreatedAt: now})
		if active != nil {
			active.RetiredAt = now.Add(publishAhead)
		}
	}
	r.keys = slices.DeleteFunc(r.keys, func(k *SigningKey) bool {
		return !k.RetiredAt.IsZero() && now.Sub(k.RetiredAt) > retiredOverlap
	})
	return nil
}

// active is the newest key that verifiers have had time to fetch.
func (r *KeyRing) active(now time.Time) *SigningKey {
	for _, k := range slices.Backward(r.keys) {
		if now.Sub(k.CreatedAt) >= publishAhead {
			return k
		}
	}
	if len(r.keys) > 0 {
		return r.keys[0]
	}
	return nil
}

func keyID(pub ed25519.PublicKey) string {
	sum := sha256.Sum256(pub)
	return hex.EncodeToString(sum[:8])
}

// Start rotates once an hour until stop is closed.
func (r *KeyRing) Start(stop <-chan struct{}, report func(error)) {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			if err := r.rotateSigningKey(now); err != nil {
				report(err)
			}
		case <-stop:
			return
		}
	}
}
