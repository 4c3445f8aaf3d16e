PYTHON ?= python3
VENV ?= .venv
LAB_ARGS ?=
NAMES ?=
run := $(VENV)/bin/python

.PHONY: help
help: ## list these verbs
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r verb says; do \
		printf 'make %-10s %s\n' "$$verb" "$$says"; done

.PHONY: lab
lab: $(VENV)/.lab ## open the start notebook in JupyterLab (LAB_ARGS="--port=9000" passes options on)
	$(run) -m jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) \
		--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb $(LAB_ARGS)

.PHONY: lessons
lessons: $(VENV)/.lessons ## show the lessons without code (a link above each opens it in JupyterLab)
	$(run) -m notebooks.without_code
	JUPYTER_PATH=notebooks $(run) -m jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) \
		--VoilaConfiguration.template=lessons \
		--LabApp.default_url=/voila/render/build/lessons/00_start_here.ipynb $(LAB_ARGS)

.PHONY: check
check: $(VENV)/.test ## run the quick checks while you work: two or three minutes
	@$(run) tests/run.py quick

.PHONY: test
test: $(VENV)/.test ## run every check before you trust a change: 7 to 15 minutes (NAMES="lint unit" for some)
	@$(run) tests/run.py $(NAMES)

.PHONY: full
full: $(VENV)/.test ## run every check in its long form: every front end, fresh environments, thousands of lists
	@RANKTEACH_SLOW=1 HYPOTHESIS_PROFILE=thorough $(run) tests/run.py $(NAMES)

.PHONY: unit
unit: $(VENV)/.test ## run the unit tests and the examples in docstrings
	@$(run) tests/run.py unit

.PHONY: notebooks
notebooks: $(VENV)/.test ## execute notebooks/src again (NAMES="00_start_here" for some)
	$(run) -m notebooks.build $(NAMES)

.PHONY: bench
bench: $(VENV)/.test ## measure speed, next to other tools in the same run
	$(run) -m benchmarks

.PHONY: site
site: $(VENV)/.site ## build the site into build/site
	$(run) -m docs.build

.PHONY: teacher
teacher: $(VENV)/.site ## build the page for teachers and the slides of each lesson in NAMES (NAMES="03"): a minute a lesson
	$(run) -m docs.one_lesson $(NAMES)

.PHONY: solutions
solutions: $(VENV)/.site ## write the solutions of all lessons into build/solutions, for teachers
	$(run) -m docs.solutions

.PHONY: format
format: $(VENV)/.test ## format the code and fix what the linter can fix
	$(run) -m ruff check --fix --exit-zero --quiet .
	$(run) -m ruff format .

.PHONY: clean
clean: ## remove the environment and everything generated
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

$(run):
	@echo "Making $(VENV), and then installing into it."
	$(PYTHON) -m venv --clear $(VENV)

# What is said first. Measured on an empty $(VENV), in megabytes; an extra on top of another one adds less.
size_lab := 420
size_lessons := 440
size_site := 470
size_test := 1530
setting_up = Setting up $(VENV): about $(size_$*) MB, most of it downloaded now and never again. \
	That takes half a minute to two on a fast line, and much longer on a slow one.

# One stamp an extra: a repeated run installs nothing unless pyproject.toml has changed.
$(VENV)/.%: pyproject.toml | $(run)
	@echo "$(setting_up)"
	$(run) -m pip install --quiet --disable-pip-version-check --only-binary=:all: --editable '.[$*]'
	@touch $@
