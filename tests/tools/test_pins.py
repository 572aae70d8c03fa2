"""tools.pins: what is locked, newest and oldest, with a resolver whose answers are known."""

import os
import sys

import pytest

from tools import pins

FILES = {
    "requirements.txt": "# model\ntorch==2.9.0\n# book\njupyter-book==1.0.4\nPyYAML_x==6.0\n",
    "pyproject.toml": (
        '[project]\nname = "own"\ndependencies = ["torch>=2.5"]\n[project.optional-dependencies]\n'
        'learn = ["tqdm>=4"]\nall = ["own[learn]", "tqdm>=4"]\n'
    ),
}
# Answers with one line for each requirement, its own bound as version, and one thing more.
UV = f"""#!{sys.executable}
import sys
print(*(line.replace(">=", "==") for line in sys.stdin.read().split()), "more==1", sep="\\n")
"""


@pytest.fixture
def book(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(pins, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def uv(book):
    (book / "bin/uv").write_text(UV, "utf-8")
    (book / "bin/uv").chmod(0o755)


def said(capsys, *arguments):
    pins.main([*arguments])
    return [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]


@pytest.mark.usefixtures("uv")
def test_the_lock_holds_what_no_pin_names(capsys):
    assert said(capsys, "lock") == ["more==1"]


@pytest.mark.usefixtures("book")
def test_the_newest_have_no_versions_but_limits(capsys):
    assert said(capsys, "newest") == ["torch", "jupyter-book>=1,<2", "pyyaml-x"]
    assert said(capsys, "newest", "--torch", "2.9.0")[-1] == "torch==2.9.0"


@pytest.mark.usefixtures("uv")
def test_the_oldest_are_the_bounds_and_otherwise_the_pins(capsys):
    found = said(capsys, "oldest")
    assert found == ["torch==2.5", "jupyter-book==1.0.4", "PyYAML_x==6.0", "tqdm==4"]


def refused(capsys, which):
    with pytest.raises(SystemExit) as caught:
        pins.main([which])
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_without_uv_nothing_is_printed(book, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(book))
    line = "python -m tools.pins: error: uv: expected it in the PATH; `make lock` installs it\n"
    assert refused(capsys, "lock") == line


def test_what_can_t_be_resolved_is_a_mistake(book, capsys):
    (book / "bin/uv").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    (book / "bin/uv").chmod(0o755)
    assert "no versions that go together" in refused(capsys, "oldest")
