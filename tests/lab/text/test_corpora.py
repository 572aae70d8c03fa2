"""WikiText-2 from a folder, by paragraphs and by articles."""

import pytest

from bert_lab.text.corpora import Corpus, read_articles, wikitext2
from tests.helpers.paths import DATA

REAL = DATA / "wikitext-2"

# a title, a lower heading, a paragraph of one sentence, a formula that looks like a title, two
# articles, and a character (U+2028) that Python's splitlines takes for the end of a line
TEXT = """ \n = The Crane = \n \n A Crane is a bird . It can <unk> @-@ fly . \n Cranes dance .
 = = Food = = \n \n They eat , e.g. , corn\u2028and frogs . In winter they fly . Far away
 = x + 1 = \n It is the sum . Not a title . \n \n = The Bank = \n \n A bank . Two banks . \n"""

PARAGRAPHS = [
    ["a crane is a bird .", "it can <unk> @-@ fly ."],
    ["they eat , e.g. , corn\u2028and frogs .", "in winter they fly .", "far away"],
    ["it is the sum .", "not a title ."],
    ["a bank .", "two banks ."],
]
ARTICLES = [
    [*PARAGRAPHS[0], "cranes dance .", *PARAGRAPHS[1], *PARAGRAPHS[2]],
    PARAGRAPHS[3],
]


@pytest.fixture
def folder(tmp_path):
    for split in ("train", "valid", "test"):
        (tmp_path / f"wiki.{split}.tokens").write_bytes(TEXT.encode())
    return tmp_path


def test_documents_are_paragraphs_of_two_or_more_sentences(folder):
    assert wikitext2(folder) == Corpus("wikitext-2", PARAGRAPHS, PARAGRAPHS, PARAGRAPHS)


def test_documents_can_be_articles(folder):
    assert list(read_articles(folder, "valid")) == ARTICLES


def test_each_split_comes_from_its_file(folder):
    (folder / "wiki.test.tokens").write_text(" One . Two . \n", encoding="utf-8")
    corpus = wikitext2(folder)
    assert corpus.test == [["one .", "two ."]]
    assert corpus.train == corpus.valid == PARAGRAPHS


@pytest.mark.needs("wikitext-2")
def test_the_real_files():
    corpus = wikitext2(REAL)
    assert [len(split) for split in (corpus.train, corpus.valid, corpus.test)] == [
        14_424,
        1_546,
        1_718,
    ]
    articles = [list(read_articles(REAL, split)) for split in ("train", "valid", "test")]
    # the numbers of articles that the corpus was published with
    assert list(map(len, articles)) == [600, 60, 60]
    paragraph = corpus.train[0]
    assert paragraph[0].startswith("senjō no valkyria 3 :")
    assert all(sentence.endswith(" .") for sentence in paragraph)
