"""Text of the reader's own: files and folders in several languages, and what is no text."""

import os
from collections import Counter

import pytest

from bert_lab.text.own_text import OwnText, find_text

DOCUMENT = "Crane {0} flies. It eats\n  fish, e.g. trout,\tat 3.5 km/h! Why?\n"
SENTENCES = ["Crane {0} flies.", "It eats fish, e.g. trout, at 3.5 km/h!", "Why?"]


def write(path, num):
    path.write_text("\n \n\n".join(DOCUMENT.format(i) for i in range(num)), "utf-8")
    return path


def documents(*numbers):
    return [[sentence.format(i) for sentence in SENTENCES] for i in numbers]


def test_in_a_file_empty_lines_end_documents_and_every_tenth_is_held_out(tmp_path):
    text = OwnText(write(tmp_path / "text", 21))
    assert list(text.documents("valid")) == documents(9, 19)
    assert list(text.documents("train")) == documents(*range(9), *range(10, 19), 20)


def test_in_a_folder_each_file_is_a_document(tmp_path):
    for i in (2, 0, 1):
        (tmp_path / f"deep{i}").mkdir()
        (tmp_path / f"deep{i}" / "a.txt").write_text("One.\n\n" + DOCUMENT.format(i), "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\0")
    expected = [["One.", *document] for document in documents(0, 1, 2)]
    assert list(OwnText(tmp_path).documents("train")) == expected


def test_a_folder_of_one_file_is_like_the_file(tmp_path):
    path = write(tmp_path / "text.txt", 3)
    assert list(OwnText(tmp_path).documents("train")) == documents(0, 1, 2)
    assert OwnText(tmp_path).files() == [path]


LANGUAGES = {
    "de": ["Am 3. Mai kam Dr. Müller z. B. nach Wien.", "Er blieb bis zum 5. Juni.", "Warum?"],
    "zh": ["今天天气很好。", "我们去公园吧！", "你觉得呢？"],
    "hi": ["यह एक वाक्य है।", "यह दूसरा है।"],
    "ar": ["ذهبت إلى البيت.", "هل أنت هناك؟", "نعم."],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end_by_the_rules_of_the_language(language, tmp_path):
    path = tmp_path / "text"
    path.write_text("\ufeff" + " ".join(LANGUAGES[language]), "utf-8")
    assert list(OwnText(path, language).documents("train")) == [LANGUAGES[language]]


def test_documents_of_one_sentence_are_left_out_and_counted(tmp_path):
    path, counts = tmp_path / "text", Counter()
    quoted = '"One. Two. Three."'  # one sentence to the library
    path.write_text(f"One only.\n\n{DOCUMENT.format(0)}\n\nword\n\n{quoted}", "utf-8")
    assert list(OwnText(path).documents("train", counts)) == documents(0)
    assert counts == {"documents": 1, "left_out_documents": 3}
    assert list(OwnText(path).documents("valid", counts)) == []
    assert counts == {"documents": 2, "left_out_documents": 6}


def test_a_document_that_came_before_is_left_out_and_counted(tmp_path):
    path, counts = write(tmp_path / "text", 10), Counter()
    path.write_text(path.read_text("utf-8") + "\n\n" + path.read_text("utf-8"), "utf-8")
    assert list(OwnText(path).documents("valid", counts)) == documents(9)
    assert counts == {"documents": 10, "repeated_documents": 10}


def test_in_a_folder_neither_copies_nor_what_is_no_file_are_read(tmp_path):
    for name in ("b.TXT", "a.txt"):
        (tmp_path / name).write_text(DOCUMENT.format(0), "utf-8")
    for name in (".ipynb_checkpoints/a.txt", "deep/.cache/x/a.txt", "._a.txt", "a.txt~"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"\xff")
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "gone.txt").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.txt")  # to open it would wait for ever
    assert OwnText(tmp_path).files() == [tmp_path / "a.txt", tmp_path / "b.TXT"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", r"expected at least 20 documents .*, got 0 \(and 0 of fewer\); in a file an empty"),
        (b"word", r"expected at least 20 documents .*, got 0 \(and 1 of fewer\)"),
        (b"One. Two.\n\n" * 19, r"got 1 \(and 0 of fewer, 18 that came before\)"),
        (b"One. Caf\xe9.\n", "text: line 1: expected UTF-8 with"),
    ],
    ids=["empty", "one word", "too little", "Latin-1"],
)
def test_what_is_not_enough_text_or_none_is_refused(content, message, tmp_path):
    (tmp_path / "text").write_bytes(content)
    with pytest.raises(ValueError, match=message):
        find_text(tmp_path / "text")


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="a file or a folder, got 'moon'"):
        find_text("moon")
    with pytest.raises(ValueError, match=r"expected files named \*.txt in this folder, found none"):
        find_text(tmp_path)
    with pytest.raises(ValueError, match=r"language: expected a code .*, got 'German'"):
        OwnText(tmp_path, "German")
