"""bert_lab.text.lines: a file as any editor saves it, and what is no text, by line and byte."""

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
    path.write_bytes(mark + b"one line")
    assert list(decoded_lines(path)) == ["one line"]
    path.write_bytes(mark)
    assert "".join(decoded_lines(path)) == ""


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"One.\nCaf\xe9.\n", "line 2: expected UTF-8, got 0xe9 at byte 8;"),
        ("é\né\0\n".encode(), "line 2: expected UTF-8, got a zero byte at byte 5;"),
        (b"One.\nCaf\xc3", "line 2: expected UTF-8, got 0xc3 at byte 8;"),
        (b"\x7fELF\x02\x01\0\0", "line 1: expected UTF-8, got a zero byte at byte 6;"),
        ("One.\n".encode("utf-16"), r"0xff at byte 0 \(UTF-16\?\)"),
        (codecs.BOM_UTF16_BE + "One.\n".encode("utf-16-be"), r"0xfe at byte 0 \(UTF-16\?\)"),
        ("One.\n".encode("utf-16-le"), r"zero byte at byte 1 \(UTF-16\?\)"),
        ("One.\n".encode("utf-16-be"), r"zero byte at byte 0 \(UTF-16\?\)"),
        (b"One.\r\rTwo.\r", "expected lines that end in line feeds, got carriage returns alone"),
    ],
)
def test_what_is_no_text_is_named_with_its_place(content, found, tmp_path):
    path = tmp_path / "text"
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=f"^{path}: (line 1: expected UTF-8, got (a )?)?{found}"
    ) as caught:
        list(decoded_lines(path))
    assert "\n" not in str(caught.value)
