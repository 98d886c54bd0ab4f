package direct

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"memswarm/swarm"
)

func problem(code, message, fix string, cause error) *swarm.Error {
	return &swarm.Error{Code: code, Provider: swarm.GBrain, Message: message, Fix: fix, Err: cause}
}

// The SQLSTATE codes that are told apart
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const (
	invalidPassword      = "28P01"
	invalidAuthorization = "28000"
	insufficientRight    = "42501"
	undefinedTable       = "42P01"
	undefinedColumn      = "42703"
	undefinedFunction    = "42883"
	queryCanceled        = "57014"
	noDatabase           = "3D000"
	tooManyConnections   = "53300"
	noStatement          = "26000"
	duplicateStatement   = "42P05"
)

// explain makes an error for a person. Messages of the server are not passed
// on: they may quote values, and the connection errors name host and user.
func (db *DB) explain(err error) error {
	if e, ok := errors.AsType[*swarm.Error](err); ok {
		return e
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) && !isConnect(err) {
		return db.o.Scrub.Err(err, context.Canceled, context.DeadlineExceeded)
	}
	cause := db.o.Scrub.Err(err, context.DeadlineExceeded)
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code {
		case invalidPassword, invalidAuthorization:
			return problem("unauthorized", "The database refused the user or the password.", "Check connection_string.", cause)
		case insufficientRight:
			return problem("permission", "The database user may not read GBrain's tables.",
				"Grant it SELECT on pages, content_chunks, sources and tags, or use the mcp transport.", cause)
		case noDatabase:
			return problem("no_database", "The database does not exist on this server.", "Check the database's name in connection_string.", cause)
		case undefinedTable, undefinedColumn, undefinedFunction:
			return problem("schema", "The database's tables are not the ones that are known.", "Use the mcp transport, which does not depend on them.", cause)
		case queryCanceled:
			return db.o.Scrub.Err(errors.Join(context.DeadlineExceeded, err), context.DeadlineExceeded)
		case tooManyConnections:
			return problem("busy", "The database has no connection left.", "Try again later, or use the mcp transport.", cause)
		}
		return problem("database", "The database reported an error ("+e.Code+").", "", cause)
	}
	if isConnect(err) {
		return problem("unreachable", "The database could not be reached: "+reason(err)+".", "Check that it runs and that connection_string names it.", cause)
	}
	return problem("database", "The connection to the database broke.", "", cause)
}

func isConnect(err error) bool {
	_, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok
}

// reason says why a connection failed in words that hold no address.
func reason(err error) string {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "its name is not known"
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "its certificate is not trusted"
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "its certificate is for another name"
	}
	switch text := err.Error(); {
	case errors.Is(err, context.DeadlineExceeded):
		return "it did not answer in time"
	case strings.Contains(text, "refused"), strings.Contains(text, "no such file"):
		return "nothing listens there"
	case strings.Contains(text, "TLS"), strings.Contains(text, "tls"):
		return "an encrypted connection could not be made"
	}
	return "the connection failed"
}

// preparedTrouble says whether an error comes from a pooler that hands the next
// statement to another server connection.
func preparedTrouble(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == noStatement || e.Code == duplicateStatement)
}
