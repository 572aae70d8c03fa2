"""MeaningSearch: the first passages of each search, and the right ones among them, by hand."""

import pytest
import torch

from bert_lab.look.widgets import MeaningSearch
from bert_lab.search.passages import Passage, Query
from tests.helpers.static_html import Page

PASSAGES = [Passage(name, f"Title <{name}>", "word " * 40) for name in "abcdefg"]
QUERIES = [Query("plain", "first?", ("c",)), Query("odd", "second?", ("a", "g"))]
WORDS = torch.tensor([[0.0, 2, 0, 1, 0, 0, 0], [1.0, 2, 3, 4, 5, 6, 0.5]])
MEANING = torch.tensor([[0.1, 0.2, 0.7, 0.6, 0.5, 0.4, 0.3], [0.9, 0, -1, 0.2, 0.3, 0.1, 0.8]])


def made(**options):
    return MeaningSearch(PASSAGES, QUERIES, {"words": WORDS, "meaning": MEANING}, **options)


def test_the_first_of_each_search_and_which_are_right():
    search = made()
    titles = [passage["title"] for passage in search.passages]
    found = [
        [[(titles[i][-2], right) for i, right in one] for one in query["results"]]
        for query in search.queries
    ]
    no, yes = False, True
    assert found == [
        [[("b", no), ("d", no)], [("c", yes), ("d", no), ("e", no), ("f", no)]],
        [
            [("f", no), ("e", no), ("d", no), ("c", no)],
            [("a", yes), ("g", yes), ("e", no), ("d", no)],
        ],
    ]
    assert [query["places"] for query in search.queries] == [[None, 1], [6, 1]]
    assert search.passages[0]["text"].endswith("word …")
    assert len(search.passages[0]["text"]) <= 92


def test_the_fallback_shows_the_chosen_question():
    page = Page(made(chosen=1).static_html())
    assert page.texts["caption"] == ["What is found for “second?”"]
    assert page.texts["td"][:4] == ["Title <f>", "Title <a> ✓", "Title <e>", "Title <g> ✓"]
    page = Page(made().static_html())
    assert page.texts["td"][4:6] == ["nothing more", "Title <e>"]


def test_an_answer_that_is_no_passage_is_refused():
    with pytest.raises(ValueError, match=r"names of passages, got \['z'\]"):
        MeaningSearch(PASSAGES, [Query("k", "q", ("z",))], {"words": WORDS[:1]})
