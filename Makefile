# Surefoot. `make` lists what there is. Everything happens in .venv, which each target makes for itself.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
ARGS ?=

# Where this is set, Python would compile every module again each time it starts: half of the wait for any command.
unexport PYTHONDONTWRITEBYTECODE

# What decides whether an installed environment is out of date.
RECIPE := pyproject.toml $(wildcard setup.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: play
play: $(VENV)/.installed ## play the bundled demo in the browser; ARGS=--terminal plays it here
	@# The first time it starts interpreted, while the kernel is compiled beside it for later.
	@if test $(VENV)/.runtime -nt $(VENV)/.installed; then $(BIN)/surefoot play $(ARGS); else \
		echo "Compiling the kernel in the background; until then long searches take longer."; \
		$(MAKE) --no-print-directory $(VENV)/.runtime >$(VENV)/kernel.log 2>&1 & kernel=$$!; \
		$(BIN)/surefoot play $(ARGS); played=$$?; \
		if kill -0 $$kernel 2>/dev/null; then echo "Finishing the kernel, for the next time (Ctrl-C: later)"; fi; \
		wait; exit $$played; \
	fi

.PHONY: test
test: $(VENV)/.dev ## run the tests; ARGS="-k climb -n 0" goes to pytest
	$(BIN)/python -m pytest $(ARGS)

# Tests that draw their tables from seeds.
DRAWN := $(addprefix tests/routes/test_,levels.py limits.py tolls.py steps.py) tests/kit/test_lawbook.py

.PHONY: campaign
campaign: $(VENV)/.dev ## random tables and examples beyond those of the suite; TABLES=5000-5099 SEEDS=0-99 take others
	SUREFOOT_WHOLE=1 $(if $(TABLES),SUREFOOT_TABLES=$(TABLES)) $(if $(SEEDS),SUREFOOT_SEEDS=$(SEEDS)) \
		$(BIN)/python -m pytest $(if $(TABLES)$(SEEDS),-m "" $(DRAWN),-m "campaign or hypothesis") $(ARGS)

.PHONY: test-interpreted
test-interpreted: $(VENV)/.dev ## the geometry and the routes without their compiled kernel
	SUREFOOT_INTERPRETED=1 $(BIN)/python -m pytest tests/geometry tests/routes $(ARGS)

.PHONY: check
check: $(VENV)/.dev ## lint, formatting, types and the import contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/lint-imports --no-cache

.PHONY: format
format: $(VENV)/.dev ## sort imports, apply safe fixes, format
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

.PHONY: bench
bench: $(VENV)/.bench ## measure beside peers; writes benchmarks/latest.json
	$(BIN)/python -m benchmarks $(ARGS)

.PHONY: client
client: $(VENV)/.dev ## generate, compile and pack the TypeScript client in clients/typescript
	$(BIN)/python -m tools.client clients/typescript
	cd clients/typescript && npm install --no-audit --no-fund && npm run build && npm pack

.PHONY: static
static: $(VENV)/.dev ## build page, engine and Python for browsers into build/static, for any static host; needs Node
	$(BIN)/python -m tools.static build/static

.PHONY: mutate
mutate: $(VENV)/.dev ## change rule code, list what the corpus misses; RULESET=… [TOPIC=…]
	@test -n "$(RULESET)" || { echo "say which: make mutate RULESET=necromunda-classic [TOPIC=climb]" >&2; exit 2; }
	$(BIN)/python -m surefoot.testing.mutate $(RULESET) --equivalent tools/equivalent.yaml $(if $(TOPIC),--topic $(TOPIC)) $(ARGS)

.PHONY: laws
laws: $(VENV)/.dev ## put the laws to random tables; RULESET=… SEEDS=0-499 [ARGS="--law split-legs"]
	@test -n "$(RULESET)" || { echo "say which: make laws RULESET=necromunda-classic SEEDS=0-499" >&2; exit 2; }
	$(BIN)/python -m surefoot.testing.laws --lore tests.kit.lores:LORES --ruleset $(RULESET) --seeds $(or $(SEEDS),0-99) $(ARGS)

.PHONY: stress
stress: $(VENV)/.dev ## put extreme declarations to a ruleset, limited in time and memory; RULESET=… SEEDS=0-999 [ARGS="--keep failures"]
	@test -n "$(RULESET)" || { echo "say which: make stress RULESET=necromunda-classic SEEDS=0-999" >&2; exit 2; }
	$(BIN)/python -m surefoot.testing.stress --lore tests.kit.lores:LORES --ruleset $(RULESET) --seeds $(or $(SEEDS),0-99) $(ARGS)

.PHONY: docs
docs: $(VENV)/.docs ## build the documentation into site/; a warning fails the build
	$(BIN)/python -m tools.manual
	$(BIN)/zensical build --clean --strict --config-file mkdocs.build.yml

.PHONY: release
release: $(VENV)/.dev ## build the archives of a release into dist/, with checksums, licences and a bill of materials
	$(PIP) install "build>=1.3"
	$(BIN)/python -m tools.release

.PHONY: fresh
fresh: ## clone HEAD into a temporary folder and run `make play` and `make test` there
	@set -eu; \
	folder=$$(mktemp -d); \
	trap 'rm -rf "$$folder"' EXIT; \
	trap 'exit 130' INT TERM; \
	git clone --quiet --no-hardlinks . "$$folder/surefoot"; \
	for target in play test; do \
		env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u VIRTUAL_ENV -u PYTHONPATH \
			$(MAKE) --no-print-directory -C "$$folder/surefoot" $$target </dev/null; \
	done; \
	echo "fresh: make play and make test both work in a new clone"

.PHONY: clean
clean: ## remove the environment and everything that was built
	rm -rf $(VENV) build dist site src/*.egg-info .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The environment. Each stamp is newer than the recipe it was made from, so a second run does nothing.
$(VENV)/.installed: $(RECIPE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Surefoot needs Python 3.11 or newer.")'
	@echo "Setting up $(VENV), once. Step 1 of 2: an environment for Python"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Step 2 of 2: the packages that Surefoot needs (about 60 MB)"
	@SUREFOOT_NO_KERNEL=1 $(BIN)/python -m pip --disable-pip-version-check install --editable '.[server]' | \
		sed -u -n -e 's/^Collecting \([^ ]*\).*/  \1/p' -e '/^Success/p' -e '/^ *error/Ip'; \
		$(BIN)/python -c 'import surefoot, uvicorn'
	@touch $@

# Compiled beside the sources. Without a compiler the kernel runs interpreted, with equal results; so does a module that is
# newer than what was compiled of it.
KERNEL := $(wildcard src/surefoot/geometry/*.pxd src/surefoot/geometry/search/*.pxd)
$(VENV)/.runtime: $(VENV)/.installed $(KERNEL) $(KERNEL:.pxd=.py)
	@echo "Compiling the kernel (half a minute on two cores)"
	$(PIP) install $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

# pip 25.1 is the first that reads dependency groups; the pip that comes with Python 3.11 is older.
$(VENV)/.dev: $(VENV)/.runtime
	$(PIP) install "pip>=25.1"
	$(PIP) install --group dev
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) install --group bench
	$(PIP) install --no-deps "extremitypathfinder>=2.7"
	@touch $@

$(VENV)/.docs: $(VENV)/.runtime
	$(PIP) install "pip>=25.1"
	$(PIP) install --group docs
	@touch $@
