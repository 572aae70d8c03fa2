"""The trainer's arithmetic: the stored binary is what the stored source makes."""

import pytest

from tools import kernels


def test_source_and_binary_belong_together():
    assert kernels.DIGESTS.read_text("utf-8") == kernels.digests()


def test_compiled_again_it_is_the_same_bytes():
    if kernels.version() != kernels.VERSION:
        pytest.skip(f"needs clang {kernels.VERSION} and its lld; a workflow has them weekly")
    assert not kernels.differs()


def test_without_its_compiler_it_says_so_in_a_line(monkeypatch, capsys):
    monkeypatch.setattr(kernels, "version", lambda: "")
    with pytest.raises(SystemExit) as end:
        kernels.main(["check"])
    assert end.value.code == 2
    assert "expected clang 14.0.6, got none" in capsys.readouterr().err
