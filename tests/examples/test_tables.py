"""Tables as people have them, in tests/helpers/tables.json: what each reader makes of them."""

import json

import pytest

from bert_lab.text.lines import decoded_lines
from tests.helpers.paths import ROOT

CASES = json.loads((ROOT / "tests/helpers/tables.json").read_text("utf-8"))


@pytest.fixture(params=CASES, ids=[one["name"] for one in CASES])
def case(request):
    return request.param


@pytest.fixture
def path(case, tmp_path):
    path = tmp_path / "table.csv"
    written = case.get("text", "").encode(case.get("encoding", "utf-8"))
    path.write_bytes(bytes.fromhex(case.get("hex", "")) or written)
    return path


def test_sort_finds_texts_and_classes(case, path, sort, capsys):
    if is_old(case):
        with pytest.raises(SystemExit):
            sort.read(path)
        assert "save it as CSV UTF-8" in capsys.readouterr().err
    else:
        assert list(map(list, sort.read(path))) == case["rows"]


def test_find_reads_the_text(case, path, find):
    assert find.read(path) == (None if is_old(case) else case["text"])


def test_the_commands_read_utf_8_and_name_what_is_not(case, path):
    if is_old(case) or case["name"] in ("UTF-16", "an old Mac's"):
        with pytest.raises(ValueError, match=r": line [12]: expected UTF-8"):
            list(decoded_lines(path))
    else:
        text = case["text"].replace("\r\n", "\n").removesuffix("\n")
        assert "\n".join(decoded_lines(path)) == text


def is_old(case):
    """No text, or in what spreadsheets wrote before UTF-8."""
    return case["rows"] is None or case.get("encoding") in ("gb18030", "cp1252", "cp932", "big5")
