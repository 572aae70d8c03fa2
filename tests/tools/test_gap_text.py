"""tools.gap_text: four small sources in their formats, and the text extracted from each."""

import zlib

import pytest

from tools.gap_text import main

ARTICLE = """
 = A title =

 The <unk> was a self @-@ made man , and he didn 't care ( much ) . He had 1 @,@ 000 cats .

"""
LICENCE = "  1 This software and database is being provided to you\n"
ENTRIES = {
    "noun": '00001 03 n 02 alarm_clock 0 alarm 0 000 | a clock that wakes a sleeper; "set it!"; '
    '"she bought one"  \n00002 03 n 01 cat 0 000 | feline mammal  \n',
    "verb": "00003 29 v 01 sleep 0 000 01 + 02 00 | be asleep  \n",
    "adj": "00004 00 a 01 wide(a) 0 000 | having great extent  \n",
    "adv": "00005 02 r 01 well 0 000 | in a good way  \n",
}
PHRASES = """# a comment
Haus {n} | Da war Rauch. :: house | The house isn’t old at all. | an old house; the old house.
Katze :: cat; All cats are grey at night! | Yes.
"""
CHAPTERS = [
    "A TITLE",
    "",
    "CHAPTER I",
    "",
    "Emma _was_",
    "very clever indeed.",
    "",
    "She sat down again.",
]
CHAPTER = "Emma was very clever indeed.\nShe sat down again."


def vector(lines):
    """A vector of strings as R stores it."""
    strings = b"".join(
        b"\x00\x04\x00\x09" + len(line).to_bytes(4, "big") + line.encode() for line in lines
    )
    content = b"X\n\x00\x00\x00\x03" + strings
    return len(content).to_bytes(4, "big") + zlib.compress(content)


@pytest.fixture
def sources(tmp_path):
    for split in ("train", "valid"):
        (tmp_path / f"wiki.{split}.tokens").write_text(ARTICLE * 2, "utf-8")
    for name, lines in ENTRIES.items():
        (tmp_path / f"data.{name}").write_text(LICENCE + lines, "utf-8")
    (tmp_path / "Rdata.rdb").write_bytes(vector(CHAPTERS) + vector(["CHAPTER 2", "", "The end."]))
    (tmp_path / "de-en").write_text(PHRASES, "utf-8")
    return tmp_path


def write(sources, out):
    places = {"wikitext": "", "wordnet": "", "novels": "Rdata.rdb", "phrases": "de-en"}
    main([str(out), *(f"--{name}={sources / place}" for name, place in places.items())])
    return (out / "train.txt").read_bytes(), (out / "held-out.txt").read_text("utf-8")


@pytest.mark.weekly
def test_each_source_gives_its_sentences_and_the_same_bytes_again(sources, tmp_path):
    text, held_out = write(sources, tmp_path / "one")
    assert write(sources, tmp_path / "two")[0] == text
    documents = text.decode().removesuffix("\n").split("\n\n")
    article = "the [UNK] was a self-made man, and he didn't care (much).\nhe had 1,000 cats."
    assert held_out == f"{article}\n\n{article}\n"
    entries = (
        "alarm clock: a clock that wakes a sleeper.\nset it!\nshe bought one.\n"
        "cat: feline mammal.\nsleep: be asleep.\nwide: having great extent.\nwell: in a good way."
    )
    plain = {"The house isn't old at all.", "All cats are grey at night!"}
    assert documents.count(article) == 2
    assert documents.count(entries) == 1
    assert documents.count(CHAPTER) == 1
    others = [d.split("\n") for d in documents if d not in (article, entries, CHAPTER)]
    assert [set(sentences) for sentences in others] == [plain] * 3
