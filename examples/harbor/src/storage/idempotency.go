// Package storage keeps what must survive a restart.
package storage

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
)

const maxStored = 64 << 10

// IdempotencyKey makes a handler safe to repeat.
type IdempotencyKey struct {
	DB   *sql.DB
	Next http.Handler
}

func (m *IdempotencyKey) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		m.Next.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "unreadable body", http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	hash := requestHash(r.Method, r.URL.Path, body)
	row, err := m.claim(r, key, hash)
	switch {
	case err != nil:
		http.Error(w, "storage", http.StatusServiceUnavailable)
	case row == nil:
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		m.Next.ServeHTTP(rec, r)
		m.finish(r, key, rec)
	case !bytes.Equal(row.hash, hash):
		problem(w, http.StatusConflict, "E1042", "key reused with another body")
	case row.status == 0:
		w.Header().Set("Retry-After", "1")
		problem(w, http.StatusConflict, "E1043", "request is still running")
	default:
		w.WriteHeader(row.status)
		_, _ = w.Write(row.response)
	}
}

type claimed struct {
	hash     []byte
	status   int
	response []byte
}

// claim inserts the key; a row comes back only when it was there before.
func (m *IdempotencyKey) claim(r *http.Request, key string, hash []byte) (*claimed, error) {
	const insert = `INSERT INTO idempotency_keys (key, request_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	res, err := m.DB.ExecContext(r.Context(), insert, key, hash)
	if err != nil {
		return nil, err
	}
	if n, _ := res.RowsAffected(); n == 1 {
		return nil, nil
	}
	var c claimed
	err = m.DB.QueryRowContext(r.Context(), `SELECT request_hash, status, response FROM idempotency_keys WHERE key = $1`, key).
		Scan(&c.hash, &c.status, &c.response)
	return &c, err
}

func (m *IdempotencyKey) finish(r *http.Request, key string, rec *recorder) {
	if rec.buf.Len() > maxStored {
		rec.buf.Reset()
	}
	_, _ = m.DB.ExecContext(r.Context(), `UPDATE idempotency_keys SET status = $2, response = $3 WHERE key = $1`, key, rec.status, rec.buf.Bytes())
}

func requestHash(method, path string, body []byte) []byte {
	var canonical bytes.Buffer
	if json.Compact(&canonical, body) != nil {
		canonical.Write(body)
	}
	h := sha256.New()
	io.WriteString(h, method+" "+path+"\n")
	h.Write(canonical.Bytes())
	return h.Sum(nil)
}

type recorder struct {
	http.ResponseWriter
	status int
	buf    bytes.Buffer
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	r.buf.Write(p)
	return r.ResponseWriter.Write(p)
}

func problem(w http.ResponseWriter, status int, code, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": code, "detail": detail})
}
