// Package webhook receives what carriers send.
package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"
)

const dedupeWindow = 72 * time.Hour

// Event is a carrier's message after its signature has been verified.
type Event struct {
	Carrier string
	ID      string // empty for Polaris
	Body    map[string]any
}

// Cache is the fast memory of seen events.
type Cache interface {
	SetIfAbsent(ctx context.Context, key string, ttl time.Duration) (bool, error)
}

// DedupeStore remembers events so that each is processed once.
type DedupeStore struct {
	cache  Cache
	insert func(ctx context.Context, key string, e Event) error
	logger *slog.Logger
}

var errUnique = errors.New("unique violation")

// seenEvent says whether the event was handled before, and stores it if not.
func (d *DedupeStore) seenEvent(ctx context.Context, e Event) (bool, error) {
	key := e.Carrier + ":" + e.ID
	if e.ID == "" {
		sum, err := payloadHash(e.Body)
		if err != nil {
			return false, err
		}
		key = e.Carrier + ":sha256:" + sum
	}
	fresh, err := d.cache.SetIfAbsent(ctx, key, dedupeWindow)
	if err != nil {
		d.logger.Warn("redis is away, the index decides", "err", err)
	} else if !fresh {
		return true, nil
	}
	if err := d.insert(ctx, key, e); errors.Is(err, errUnique) {
		return true, nil
	} else if err != nil {
		return false, fmt.Errorf("insert event: %w", err)
	}
	return false, nil
}

// payloadHash leaves out what changes with every replay. Marshalling a map
// sorts its keys, so their order does not matter.
func payloadHash(body map[string]any) (string, error) {
	stable := make(map[string]any, len(body))
	for k, v := range body {
		if k != "sent_at" && k != "delivery_attempt" {
			stable[k] = v
		}
	}
	raw, err := json.Marshal(stable)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// verifySignature checks the X-Harbor-Signature of a request.
func verifySignature(secrets [][]byte, at time.Time, mac, body []byte, now time.Time) error {
	if math.Abs(now.Sub(at).Minutes()) > 5 {
		return errors.New("E2011: timestamp outside tolerance")
	}
	for _, secret := range secrets {
		h := hmac.New(sha256.New, secret)
		fmt.Fprintf(h, "%d.", at.Unix())
		h.Write(body)
		if hmac.Equal(h.Sum(nil), mac) {
			return nil
		}
	}
	return errors.New("bad signature")
}

// Both are used by the HTTP layer, which is not part of this sample.
var _, _ = verifySignature, (*DedupeStore).seenEvent
