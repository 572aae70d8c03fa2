"""tools.quick: what has changed since main, and which tests that selects."""

import subprocess
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT
from tools import quick


@pytest.fixture
def git(tmp_path, monkeypatch):
    """A function: git in a new repository, the working directory, with one file on main."""
    monkeypatch.chdir(tmp_path)
    me = ["-c", "user.name=A", "-c", "user.email=a@localhost"]

    def git(*arguments):
        subprocess.run(["git", *me, *arguments], check=True, capture_output=True)

    git("init", "--initial-branch=main")
    Path("old.py").write_text("1")
    git("add", ".")
    git("commit", "-m", "first")
    return git


def test_a_change_is_what_is_new_since_main_committed_or_not(git):
    git("switch", "-c", "mine")
    for name in ("committed.py", "añadido con espacio.py"):
        Path(name).write_text("1")
        git("add", name)
    git("commit", "-m", "mine")
    Path("old.py").write_text("2")
    Path("untracked.md").write_text("1")
    git("stash", "--include-untracked")
    git("switch", "main")
    Path("elsewhere.py").write_text("by somebody else, meanwhile")
    git("add", ".")
    git("commit", "-m", "theirs")
    git("switch", "mine")
    git("stash", "pop")
    expected = ["añadido con espacio.py", "committed.py", "old.py", "untracked.md"]
    assert quick.changed() == sorted(expected)


def test_the_main_of_origin_is_asked_where_there_is_one(git):
    git("update-ref", "refs/remotes/origin/main", "main")
    Path("new.py").write_text("1")
    git("add", ".")
    git("commit", "-m", "on main itself")
    assert quick.changed() == ["new.py"]


def test_without_git_one_line_says_what_was_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(SystemExit, match=r"since main: \S"):
        quick.changed()


# {changed: (must be run, needs the built book)}
LEADS = {
    "bert_core/pairs.py": ({"tests/core", "chapters/06-next-sentence-prediction.ipynb"}, False),
    "bert_lab/look/widgets/pair_game/draw.ts": (
        {"tests/web", *(f"tests/widgets/pair_game/test_{kind}.py" for kind in ("python", "page"))},
        False,
    ),
    "book/not_found.py": ({"tests/book", "tests/browser/test_not_found.py", "tests/pages"}, True),
    "book/templates/404.html": ({"tests/browser/test_not_found.py", "tests/pages"}, True),
    "chapters/05-masked-language-modeling.ipynb": (
        {"chapters/05-masked-language-modeling.ipynb", "tests/notebooks", "tests/pages"},
        True,
    ),
    "references.bib": ({"tests/pages"}, True),
    "tools/versions.py": ({"tests/tools/test_versions.py"}, False),
    "tests/helpers/browser_cases.py": ({"tests/widgets/check/test_page.py"}, False),
    "locale/ja/LC_MESSAGES/intro.po": ({"tests/tools/test_catalogues.py"}, False),
    ".github/workflows/test.yml": ({"tests/tools/test_workflows.py"}, False),
}


@pytest.mark.parametrize("path", LEADS)
def test_a_changed_file_leads_to_what_it_can_break_first(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    notebooks, tests, seen, pages = quick.plan([Path(path)])
    wanted, built = LEADS[path]
    assert wanted <= {*notebooks, *tests, *seen}
    assert pages == built
    assert len(notebooks) <= 1 + quick.NOTEBOOKS
    assert not [test for test in tests if test.startswith("tests/browser")]  # these come last


def test_what_it_names_exists(monkeypatch):
    monkeypatch.chdir(ROOT)
    named = [*quick.ALWAYS, *(path for tests in quick.LEADS_TO.values() for path in tests.split())]
    assert all(map(Path.exists, map(Path, named)))
    tracked = quick.git("ls-files", "-z")
    for pattern in [*quick.LEADS_TO, *quick.PAGES]:
        assert any(quick.matches(path, [pattern]) for path in tracked), pattern
