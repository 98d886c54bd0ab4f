# Memory Swarm. `make help` lists the targets.

GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X memswarm/cli.version=$(VERSION)

.PHONY: help build demo test editors check bench rank fuzz clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

build: ## build ./memswarm
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o memswarm .

demo: ## ask the example knowledge a few questions
	$(GO) run . -C examples/harbor query "how are refresh tokens rotated"
	$(GO) run . -C examples/harbor query --explain "webhook deduplication"

test: ## everything that must hold: format, vet, lint, builds for all systems, all tests
	bash .ci/test

editors: ## the Neovim plugin and other editors, in real editors (fetches them once)
	bash editors/test/run

check: ## format, vet and lint only
	bash .ci/test lint

bench: ## benchmarks of the index, the query path, hover and start-up
	$(GO) test -run '^$$' -bench . -benchmem ./...

rank: ## ranking figures on the judged queries
	$(GO) run ./bench/rank

clean: ## remove what was built
	rm -rf memswarm memswarm.exe dist out
