"""bert_lab.text.lines: a file as any editor saves it, and what is no text, by its line."""

import codecs

import pytest

from bert_lab.text.lines import decoded_lines

TEXT = "\u2028a\x85 b\x0cc\rd\u2029\n\n\tfín \n"


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_end_at_line_feeds_alone(mark, end, tmp_path):
    path = tmp_path / "text"
    path.write_bytes(mark + TEXT.replace("\n", end).encode())
    assert list(decoded_lines(path)) == ["\u2028a\x85 b\x0cc\rd\u2029", "", "\tfín "]
    path.write_bytes(mark)
    assert "".join(decoded_lines(path)) == ""
