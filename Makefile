# Every path is relative: make cannot name a target below a folder with a space in its name.
PYTHON ?= python3
BIN := .venv/bin
VENV := .venv/.ready
CLIENTS := clients/python/verger_client/types.py
READY := $(VENV) $(CLIENTS)
OF_NPM := openapi/lint/node_modules/.lock web/node_modules/.lock
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock" $(ARGS)

# Node.js 20 or newer: that of the machine, or else one from PyPI.
ifeq ($(shell node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2> /dev/null && command -v npm),)
NODE := .venv/.node
export PATH := $(CURDIR)/.venv/node/bin:$(PATH)
endif

PYTEST := $(BIN)/pytest --numprocesses 4 --dist loadfile
BEYOND := annexes api/docs captures clients conformance corpus deploy grown service/cli service/database service/processes torture

# Only the locked files decide what is installed, not the machine's own settings.
export UV_PYTHON_DOWNLOADS := never
unexport VIRTUAL_ENV PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup serve page check check-types check-style check-words check-document check-page test test-all clients pictures schemathesis cells bench fuzz torture mutants failover rolling record new-ruleset pyz release format lock migrate openapi clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '  make %-12s  %s\n' "$$name" "$$text"; done

setup: $(READY) ## Create .venv with exactly the locked packages (PYTHON=python3)

# The project's own installed data, such as its version, comes from pyproject.toml.
$(VENV): pyproject.toml requirements/uv.lock requirements/dev.lock
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements/uv.lock
	$(BIN)/uv pip sync --python $(BIN)/python --quiet --require-hashes requirements/dev.lock
	$(BIN)/uv pip install --python $(BIN)/python --quiet --offline --no-deps \
		--no-build-isolation --editable .
	@touch $(VENV)

$(CLIENTS): clients/python/generated.py openapi/openapi.json $(wildcard clients/generate/*.py clients/python/verger_client/_async/*.py) | $(VENV)
	$(BIN)/python $<
	$(BIN)/python -m clients.generate
	@touch $@

serve: $(READY) ## Run the server (PORT, HOST, DATABASE_URL, REDIS_URL from the environment)
	@exec $(BIN)/verger serve

%/node_modules/.lock: %/package-lock.json $(NODE)
	cd $* && npm ci --loglevel=error
	@touch $@

page: $(READY) web/node_modules/.lock ## Build the page from web/ into the folder that the server serves
	@sh web/build.sh

check: $(READY) $(OF_NPM) ## Check format, types, imports, API documents, the page, spelling, links and plain English
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target check-types check-style check-words check-document check-page

check-types:
	$(BIN)/mypy

check-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/verger openapi --check

check-words:
	$(BIN)/codespell
	$(BIN)/lychee --offline --include-fragments --extensions md --no-progress --quiet .
	$(BIN)/python -m tests.writing

check-document:
	@sh openapi/lint/lint.sh

check-page:
	@sh web/build.sh --check

test: check ## Run check, then the tests of the core (ARGS="-k dice" for some)
	$(PYTEST) $(addprefix --ignore=tests/,$(BEYOND)) -m "not thorough" $(ARGS)

test-all: check ## Run check, then all tests as CI does, also those of the annexes (ARGS=tests/annexes for some)
	$(PYTEST) $(ARGS)

cells: $(READY) ## Run the tests of the API on the second of two cells, through the proxy of deploy/
	BEHIND=cells $(BIN)/pytest --numprocesses 2 --dist loadfile -m "not direct" tests/api/http tests/api/edge tests/deploy/test_cells.py $(ARGS)

clients: .venv/.clients ## Generate clients, compile them and play with them, also through proxies (needs npm, Java, Go)
	$(BIN)/pytest tests/clients/test_*.py tests/clients/strict.py tests/clients/installed.py tests/clients/generators.py --durations=12 $(ARGS)
	$(BIN)/python -m tests.clients.standard

.venv/.%: $(READY) requirements/%.lock
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv/$*
	$(BIN)/uv pip sync --python .venv/$*/bin/python --quiet --require-hashes requirements/$*.lock
	@touch $@

pictures: $(READY) ## Take the pictures that the README and docs/ show (needs chromium)
	$(BIN)/python -m tests.annexes.page.pictures $(ARGS)

schemathesis: $(READY) ## Send all requests that the API document allows, in every role (ARGS="--max-examples 200")
	$(BIN)/python -m tests.conformance $(ARGS)

bench: $(READY) ## Measure the speed, also of two commits in one run (needs wrk; AGAINST=ref for another commit)
	$(BIN)/python -m bench $(if $(AGAINST),--against $(AGAINST)) $(ARGS)

fuzz: $(READY) ## Play at random, and check every law (ARGS="--moves 1000000 --jobs 2", --laws for some)
	PYTHONPATH=clients/python $(BIN)/python -m tests.laws.fuzz $(ARGS)

torture: $(READY) ## Kill and cut off servers while people play, and check that nothing is lost (MINUTES=5 SEED=)
	$(BIN)/python -m tests.torture --minutes $(or $(MINUTES),5) $(if $(SEED),--seed $(SEED)) $(ARGS)

failover: .venv/.patroni ## Run torture with three PostgreSQL under Patroni, as in deploy/ha (needs etcd; MINUTES=10 SEED= ARGS="--asynchronous 5")
	$(BIN)/python -m tests.torture --group --minutes $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED)) $(ARGS)

rolling: $(READY) ## While people play, replace processes of an older release with processes of this release, and then back again (OLD=wheel or ref MINUTES=5 SEED=)
	$(BIN)/python -m tests.torture --rolling $(OLD) --minutes $(or $(MINUTES),5) $(if $(SEED),--seed $(SEED)) $(ARGS)

mutants: $(READY) ## Put small faults into a copy, one at a time, and check that a test notices each (ONLY=dice ARGS="--jobs 4")
	$(BIN)/python -m tests.mutants $(if $(ONLY),--only "$(ONLY)") $(ARGS)

record: $(READY) ## Record play again, after a change of a rule, a text or a stored form
	$(BIN)/python -m tests.captures.anew

new-ruleset: $(READY) ## Make the files of a small game with tests and samples, as a start for your own game (NAME=pebbles)
	$(BIN)/python -m tests.support.new_ruleset $(NAME)

pyz: $(READY) ## Build verger.pyz, which reads archives on any machine with Python (ARGS="--python 3.12 3.13")
	$(BIN)/python deploy/pyz/build.py verger.pyz $(ARGS)

release: .venv/.release $(NODE) ## Build and check the packages, verger.pyz, the clients and the list of their parts (into dist/)
	$(BIN)/python deploy/release/build.py $(ARGS)

format: $(READY) $(OF_NPM) ## Format the code, and let the linters correct it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@sh openapi/lint/lint.sh --write

lock: $(READY) ## Resolve requirements/*.lock from pyproject.toml (ARGS=--upgrade for newer ones)
	$(COMPILE) --group bootstrap --output-file requirements/uv.lock
	$(COMPILE) pyproject.toml --extra server --extra telemetry --output-file requirements/run.lock
	$(COMPILE) pyproject.toml --extra server --extra telemetry --group dev --constraint requirements/run.lock \
		--output-file requirements/dev.lock
	$(COMPILE) pyproject.toml --constraint requirements/run.lock --output-file requirements/core.lock
	$(COMPILE) --group clients --output-file requirements/clients.lock
	$(COMPILE) --group patroni --output-file requirements/patroni.lock
	$(COMPILE) --group release --output-file requirements/release.lock
	$(COMPILE) --group node --output-file requirements/node.lock

migrate: $(READY) ## Update the database at DATABASE_URL to the newest schema
	@exec $(BIN)/verger migrate

openapi: $(READY) ## Write the API documents from the code, and the clients' types from these documents
	$(BIN)/verger openapi
	@$(MAKE) --no-print-directory $(CLIENTS)

clean: ## Remove .venv and caches, but not the data in var/
	rm -rf .venv verger.pyz .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
