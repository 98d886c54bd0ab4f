// Package stdio keeps a warm MCP session with a `gbrain serve` that it starts
// itself: lazily, once for all callers, closed when idle so that an embedded
// database is not locked away from its owner, and started again with growing
// pauses when it fails.
package stdio
