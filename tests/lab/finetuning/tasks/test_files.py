"""bert_lab.finetuning.tasks.files: each format on a few lines of our own, and the real files."""

import json

import pytest

from bert_lab.finetuning import Example
from bert_lab.finetuning.tasks.files import (
    ENTAILMENT,
    FILE_TASKS,
    RELATEDNESS,
    SST2,
    WNUT17,
    XQUAD,
    file_examples,
)
from tests.helpers.paths import DATA

FOLDERS = {"sst2": "sst2", "sick": "sick", "wnut17": "wnut17", "xquad": "xquad-en"}
SICK = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n"
CONTEXT = "The tall crane (no. {}) stands by the river."


def _xquad(**changes):
    """Fourteen articles of one question each, about the article's number; changes to question 6."""
    articles = []
    for number in range(14):
        text = CONTEXT.format(number)
        answer = {"text": str(number), "answer_start": text.index(f" {number})") + 1}
        question = {"id": f"q{number}", "question": "Which number ?", "answers": [answer]}
        question |= changes if number == 6 else {}
        articles.append({"paragraphs": [{"context": text, "qas": [question]}]})
    return json.dumps({"data": articles}, indent=1)


def test_sst2(tmp_path):
    (tmp_path / "stsa.binary.dev").write_text("1 a fine , tall crane\n\n0 dull\n")
    assert file_examples(SST2, tmp_path, "valid") == [
        Example(["a", "fine", ",", "tall", "crane"], None, 1),
        Example(["dull"], None, 0),
    ]


def test_sick_gives_two_labels_for_the_same_pairs(tmp_path):
    row = '7\tA "crane" stands\tNo crane stands\t3.6\tCONTRADICTION\n'
    (tmp_path / "SICK.trial.txt").write_text(SICK + row)
    first, second = ["A", '"crane"', "stands"], ["No", "crane", "stands"]
    assert file_examples(ENTAILMENT, tmp_path, "valid") == [Example(first, second, 0)]
    assert file_examples(RELATEDNESS, tmp_path, "valid") == [Example(first, second, 3.6)]


def test_wnut17_with_both_kinds_of_empty_lines(tmp_path):
    lines = "@a\tO\nEmpire\tB-location\nState\tI-location\n\t\nhi\tO\n\n\nyou\tB-person"
    (tmp_path / "wnut17train.conll").write_text(lines)
    location = WNUT17.label_names.index("B-location")
    assert file_examples(WNUT17, tmp_path, "train") == [
        Example(["@a", "Empire", "State"], None, [0, location, location + 1]),
        Example(["hi"], None, [0]),
        Example(["you"], None, [WNUT17.label_names.index("B-person")]),
    ]
    assert WNUT17.label_names[location + 1] == "I-location"


def test_xquad_by_articles_and_in_whole_words(tmp_path):
    (tmp_path / "xquad.en.json").write_text(_xquad())
    found = {split: file_examples(XQUAD, tmp_path, split) for split in ("train", "valid", "test")}
    words = ["The", "tall", "crane", "(no.", "6)", "stands", "by", "the", "river."]
    assert found["test"][1] == Example(["Which", "number", "?"], words, (4, 4))  # "6)"
    numbers = {
        split: [int(example.second[4].rstrip(")")) for example in examples]
        for split, examples in found.items()
    }
    assert numbers == {
        "test": [0, 6, 12],
        "valid": [1, 7, 13],
        "train": [2, 3, 4, 5, 8, 9, 10, 11],
    }


SST2_FILE, WNUT17_FILE = "stsa.binary.test", "emerging.test.annotated"
OFF = [{"text": "6", "answer_start": 2}]


@pytest.mark.parametrize(
    ("spec", "name", "content", "match"),
    [
        (SST2, SST2_FILE, "1 fine\n2 crane\n", "line 2: expected 0 or 1 and a sentence"),
        (SST2, SST2_FILE, "1 a\n1 \xe9\n", "line 2: expected UTF-8, got 0xe9 at byte 6"),
        (SST2, SST2_FILE, "", "expected at least one example, got none"),
        (ENTAILMENT, "SICK.test.txt", SICK + "1\ta\tb\t3\tMAYBE\n", "line 2: .*got .*MAYBE"),
        (RELATEDNESS, "SICK.test.txt", SICK + "1\ta\tb\tmuch\tNEUTRAL\n", "line 2: .*got .*much"),
        (RELATEDNESS, "SICK.test.txt", SICK + "1\ta\n", "line 2: expected sentence_A"),
        (WNUT17, WNUT17_FILE, "a\tO\nb\tB-bird\n", "line 2: expected a word, a tab"),
        (XQUAD, "xquad.en.json", "{", "expected the form of SQuAD 1.1, got JSONDecodeError"),
        (XQUAD, "xquad.en.json", "[]", "expected the form of SQuAD 1.1"),
        (XQUAD, "xquad.en.json", _xquad(answers=[]), "expected the form of SQuAD 1.1"),
        (XQUAD, "xquad.en.json", _xquad(answers=OFF), "question q6: expected its answer '6' at"),
    ],
)
def test_what_is_not_as_it_should_be_is_named(spec, name, content, match, tmp_path):
    (tmp_path / name).write_text(content, "latin-1")
    with pytest.raises(ValueError, match=f"{name}: .*{match}"):
        file_examples(spec, tmp_path, "test")


def test_a_missing_file_and_an_unknown_split(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"stsa.binary.test: expected the file of 'sst2'"):
        file_examples(SST2, tmp_path, "test")
    with pytest.raises(ValueError, match="expected one of train, valid, test, got 'dev'"):
        file_examples(SST2, tmp_path, "dev")


@pytest.mark.needs("data")
@pytest.mark.parametrize("task", FILE_TASKS)
def test_the_real_files_are_read_to_their_end(task):
    sizes = {
        "sst2": [6_920, 872, 1_821],
        "sick": [4_500, 500, 4_927],
        "wnut17": [3_394, 1_009, 1_287],
        "xquad": [782, 178, 230],
    }
    for spec in FILE_TASKS[task]:
        parts = [
            file_examples(spec, DATA / FOLDERS[task], split) for split in ("train", "valid", "test")
        ]
        assert list(map(len, parts)) == sizes[task]
        if spec is RELATEDNESS:
            assert {min(e.label for e in parts[0]), max(e.label for e in parts[0])} == {1.0, 5.0}
