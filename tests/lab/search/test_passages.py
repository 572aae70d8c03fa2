"""bert_lab.search.passages: the book's own pages cut into passages, and questions to them."""

import pytest

from bert_lab.search.passages import (
    Passage,
    Query,
    cut_pages,
    find_right,
    hand_written_queries,
    read_passages,
)
from book.library import markdown
from tests.helpers.paths import ROOT

GLOSSARY = """# Glossary

:::{glossary}
nat
  The unit of $\\ln$. A {term}`fair coin <coin>` has
  0.69 {term}`nats`.

`<x>` head
  See [here](https://example.org), **now** {cite}`a2020b`.
:::
"""
QUESTIONS = """(sec-questions-part)=
## A part

(sec-questions-one)=
### Why `##at`?

Because of $x \\, \\Phi(x)$.

Shown in {ref}`sec-x`. Asked in
[a #1](https://example.org).

(sec-questions-two)=
### Two?

Yes.
"""


EXPECTED = [
    Passage("nat", "nat", "The unit of ln. A fair coin has 0.69 nats."),
    Passage("`<x>` head", "`<x>` head", "See here, now ."),
    Passage("?one", "Why ##at?", "Because of x Phi(x)."),
    Passage("?two", "Two?", "Yes."),
]


def test_pages_are_cut_and_lose_their_markup():
    assert cut_pages(GLOSSARY, QUESTIONS) == EXPECTED


def test_every_hand_written_answer_is_in_the_book():
    found = read_passages()
    train, held_out = hand_written_queries()
    queries = train + held_out
    assert len(queries) == len({query.text for query in queries})
    names = {passage.name for passage in found}
    assert len(names) == len(found)
    assert [name for query in queries for name in query.answers if name not in names] == []
    glossary = (ROOT / "chapters/glossary.md").read_text("utf-8")
    questions = markdown(ROOT / "chapters/questions.ipynb")
    today = cut_pages(glossary, questions)
    entries = glossary.partition(":::{glossary}")[2].split("\n\n")
    assert len(today) == len(entries) + questions.count("\n### ")
    assert not any("{" in passage.text and "`" in passage.text for passage in found + today)


def test_what_is_right_is_told_by_names():
    three = [Passage(name, name, "") for name in "abc"]
    queries = [Query("k", str(i), tuple(names)) for i, names in enumerate(["a", "bc"])]
    assert find_right([], three).shape == (0, 3)
    assert find_right(queries, three).tolist() == [[True, False, False], [False, True, True]]
    with pytest.raises(ValueError, match=r"names of passages, got \['z'\]"):
        find_right([Query("k", "q", ("z",))], three)
