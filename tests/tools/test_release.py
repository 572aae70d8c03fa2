"""tools.release: one command sets the version in every file; non-releases are refused."""

import shutil
import subprocess
import sys
import tomllib
from datetime import date

import pytest
import yaml

from book.version import version
from tests.helpers.paths import ROOT
from tools.release import give, main, notes, order, section, versioned

FILES = {
    "pyproject.toml": '[project]\nname = "x"\nversion = "0.2.0.dev0"\ndependencies = ["y>=1"]\n',
    "CITATION.cff": "cff-version: 1.2.0\ntitle: X\nversion: 0.2.0.dev0\nauthors: []\n",
    "CHANGELOG.md": (
        "# Changes\n\n## [Unreleased]\n\n### Added\n- News.\n\n## [0.1.0] - 2020-01-01\n- Old.\n"
    ),
}
DAY = date(2026, 3, 7)
NAKED = """
import sys; sys.path.append({root!r})
from tools.release import main; main(["notes", "nightly"])
"""


@pytest.fixture
def book(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_versions_are_in_order():
    numbers = ["0.2.0.dev0", "0.2.0", "0.10.0.dev0", "0.10.0", "0.10.1", "1.0.0.dev0"]
    assert sorted(numbers[::-1], key=order) == numbers


def test_a_release_has_its_number_and_its_day_everywhere():
    new = versioned(FILES, "0.2.0", DAY)
    assert tomllib.loads(new["pyproject.toml"])["project"]["version"] == "0.2.0"
    citation = yaml.safe_load(new["CITATION.cff"])
    assert (citation["version"], citation["date-released"]) == ("0.2.0", DAY)
    assert citation["cff-version"] == "1.2.0"
    assert section(new["CHANGELOG.md"], "0.2.0") == "### Added\n- News.\n"
    assert section(new["CHANGELOG.md"], "0.1.0") == "- Old.\n"
    assert "## [0.2.0] - 2026-03-07\n" in new["CHANGELOG.md"]
    with pytest.raises(ValueError, match="says what is new"):
        section(new["CHANGELOG.md"], "Unreleased")


def test_what_comes_after_a_release_has_no_day():
    released = versioned(FILES, "0.2.0", DAY)
    after = versioned(released, "0.3.0.dev0", DAY)
    assert "date-released" not in after["CITATION.cff"]
    assert after["CHANGELOG.md"] == released["CHANGELOG.md"]


def test_the_notes_are_those_of_the_tag(book):
    give("0.2.0", book)
    assert version(book) == "0.2.0"
    assert notes("v0.2.0", book) == "### Added\n- News.\n"


@pytest.mark.parametrize("tag", ["v0.2.0", "v0.2.0.dev0", "0.2.0", "nightly"])
def test_a_tag_that_is_no_release_of_this_tree_has_no_notes(book, tag):
    with pytest.raises(ValueError, match="expected that of a release"):
        notes(tag, book)


@pytest.mark.parametrize("number", ["0.2.0.dev0", "0.1.9", "v0.3.0", "0.3", "0.3.0rc1", ""])
def test_a_wrong_version_changes_nothing(book, number):
    with pytest.raises(ValueError, match="version: expected"):
        give(number, book)
    assert {path.name: path.read_text("utf-8") for path in book.iterdir()} == FILES


def test_a_release_without_news_changes_nothing(book):
    (book / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [0.1.0]\n- Old.\n", "utf-8")
    with pytest.raises(ValueError, match=r"\[Unreleased\] that says what is new"):
        give("0.2.0", book)
    assert version(book) == "0.2.0.dev0"


def test_the_command_answers_a_mistake_in_one_line(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["notes", "nightly"])
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("python -m tools.release: error: tag: expected")
    assert captured.err.count("\n") == 1


def test_notes_need_nothing_installed():
    command = [sys.executable, "-I", "-S", "-c", NAKED.format(root=str(ROOT))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "error: tag: expected" in done.stderr


def test_owner_and_repository_are_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    author, url = config["author"], config["repository"]["url"]
    assert project["authors"] == citation["authors"] == [{"name": author}]
    assert f" {author}\n" in (ROOT / "LICENSE").read_text("utf-8")
    assert project["license"].split(" AND ") == citation["license"]
    assert project["urls"] == {
        "Homepage": config["html"]["baseurl"],
        "Source": url,
        "Issues": f"{url}/issues",
        "Changes": f"{url}/blob/{config['repository']['branch']}/CHANGELOG.md",
    }
    for name in ("SECURITY.md", "CODE_OF_CONDUCT.md"):
        assert f"<{url}/security/advisories/new>" in (ROOT / name).read_text("utf-8"), name


def test_the_files_of_the_book_take_a_version(tmp_path):
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path)
    give("900.0.0.dev0", tmp_path)
    citation = yaml.safe_load((tmp_path / "CITATION.cff").read_text("utf-8"))
    assert version(tmp_path) == citation["version"] == "900.0.0.dev0"
