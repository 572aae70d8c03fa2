"""Hidden files in the folders that the package reads: macOS lays `._NAME` beside each NAME."""

from pathlib import Path

import pytest

from bert_lab.checkpoint.digests import digest_files
from bert_lab.measures import records
from bert_lab.workshop import texts


@pytest.fixture
def companions(tmp_path):
    """A function: these files, and beside each what macOS writes on a disc that isn't its own."""

    def written(*names):
        for name in names:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("{}")
            file.with_name(f"._{file.name}").write_bytes(b"\0\5\x16\7")
        return tmp_path

    return written


def test_a_digest_is_that_of_the_files_without_them(companions, tmp_path):
    before = digest_files(companions("a/one.tsv"), "*/*")
    (tmp_path / "a/._one.tsv").unlink()
    assert digest_files(tmp_path, "*/*") == before


def test_records(companions, monkeypatch):
    monkeypatch.setattr(records, "RECORDED", companions("one.json"))
    with pytest.raises(FileNotFoundError, match=r"record \(one\)"):
        records.recorded("two")


def test_words_of_the_workshop(tmp_path, monkeypatch):
    for file in Path(str(texts.FOLDER)).iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
        (tmp_path / f"._{file.name}").write_bytes(b"\0\5\x16\7")
    expected = texts.messages(), texts.languages()
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    texts._texts.cache_clear()
    assert (texts.messages(), texts.languages()) == expected
    texts._texts.cache_clear()
