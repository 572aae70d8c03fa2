"""tools.versions: locked, newest, oldest and Colab's, with a fake resolver."""

import os
import re
from datetime import date

import pytest

from tools import versions

FILES = {
    "requirements.txt": "# model\ntorch==2.9.0\n# book\njupyter-book==1.0.4\nPyYAML_x==6.0\n",
    "pyproject.toml": (
        '[project]\nname = "own"\ndependencies = ["torch>=2.5"]\n[project.optional-dependencies]\n'
        'learn = ["tqdm>=4"]\nall = ["own[learn]", "tqdm>=4"]\n'
    ),
}
# Answers with one line for each requirement, its own bound as version, and one thing more.
UV = """#!/usr/bin/env python3
import sys
print(*(line.replace(">=", "==") for line in sys.stdin.read().split()), "more==1", sep="\\n")
"""

# as `pip freeze` says it in Colab: a wheel's address, a CUDA library, what no index has
FREEZE = """\
# Do not modify this file directly
google-colab @ file:///colabtools/dist/google_colab-1.0.0.tar.gz
ipywidgets==7.7.1
nvidia-nccl-cu13==2.31.2
setuptools==75.2.0
torch @ https://download.pytorch.org/whl/cu130/torch-2.8.0%2Bcu130-cp313-cp313-linux_x86_64.whl
tqdm==4.67.3
"""


@pytest.fixture
def book(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(versions, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def uv(book):
    (book / "bin/uv").write_text(UV, "utf-8")
    (book / "bin/uv").chmod(0o755)


def printed(capsys, *arguments):
    versions.main([*arguments])
    return [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]


@pytest.mark.usefixtures("uv")
def test_the_lock_holds_what_no_pin_names(capsys):
    assert printed(capsys, "lock") == ["more==1"]


@pytest.mark.usefixtures("book")
def test_the_newest_have_no_versions_but_limits(capsys):
    assert printed(capsys, "newest") == ["torch", "jupyter-book>=1,<2", "pyyaml-x"]
    assert printed(capsys, "newest", "--torch", "2.9.0")[-1] == "torch==2.9.0"


@pytest.mark.usefixtures("uv")
def test_the_oldest_are_the_bounds_and_otherwise_the_pins(capsys):
    found = printed(capsys, "oldest")
    assert found == ["torch==2.5", "jupyter-book==1.0.4", "PyYAML_x==6.0", "tqdm==4"]


def test_what_colab_publishes_is_stored_with_its_day():
    text = versions.published(FREEZE, date(2026, 8, 19))
    head, rest = text[: text.index("\nipyw")], text[text.index("ipyw") :]
    assert "as of 2026-08-19" in head
    assert all(line.startswith("#") for line in head.splitlines())
    assert rest == "ipywidgets==7.7.1\ntorch==2.8.0\ntqdm==4.67.3\n"


def test_a_list_without_torch_is_refused():
    with pytest.raises(ValueError, match="expected what Colab has installed"):
        versions.published("<html>not found</html>", date(2026, 8, 19))


def test_colab_has_its_versions_and_our_pins_where_it_has_none(book, monkeypatch, capsys):
    monkeypatch.setattr(versions, "COLAB", book / "colab.txt")
    (book / "colab.txt").write_text(versions.published(FREEZE, date(2026, 8, 19)), "utf-8")
    (book / "requirements.txt").write_text("torch==2.9.0\nnbval==1.0\nsetuptools==84\n", "utf-8")
    assert printed(capsys, "colab") == [
        "torch==2.8.0",
        "nbval==1.0",
        "ipywidgets==7.7.1",
        "tqdm==4.67.3",
    ]
    assert printed(capsys, "colab", "--torch", "2.9.0")[0] == "torch==2.9.0"


def test_the_stored_list_is_as_the_command_writes_it():
    text = versions.COLAB.read_text("utf-8")
    day = re.search(r"as of (\d{4}-\d\d-\d\d)\.", text)
    assert versions.published(text, date.fromisoformat(day[1])) == text


def refused(capsys, which):
    with pytest.raises(SystemExit) as caught:
        versions.main([which])
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_without_uv_nothing_is_printed(book, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(book))
    line = "python -m tools.versions: error: uv: expected it in the PATH; `make lock` installs it\n"
    assert refused(capsys, "lock") == line


def test_what_can_t_be_resolved_is_a_mistake(book, capsys):
    (book / "bin/uv").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    (book / "bin/uv").chmod(0o755)
    assert "no versions that go together" in refused(capsys, "oldest")
