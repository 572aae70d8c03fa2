"""MeaningSearch: the first passages of each search, and the right ones among them, by hand."""

import torch

from bert_lab.look.widgets import MeaningSearch
from bert_lab.search.passages import Passage, Query

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
