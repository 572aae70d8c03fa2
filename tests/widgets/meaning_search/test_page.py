"""MeaningSearch in a browser: by buttons, and what it finds."""

import torch

from bert_lab.look.widgets import MeaningSearch
from bert_lab.search.passages import Passage, Query

SCORES = {
    "by words": torch.tensor([[0.0, 2, 0, 0, 0], [3.0, 1, 4, 2, 5]]),
    "by meaning": torch.tensor([[0.9, 0.5, 0.4, 0.3, 0.2], [0.1, 0.2, 0.3, 0.4, 0.5]]),
}


def widget(title="entry", text="What it says."):
    passages = [Passage(str(i), f"{title} {i}", text) for i in range(5)]
    queries = [Query("plain", "first?", ("0",)), Query("odd", "second?", ("2",))]
    return MeaningSearch(passages, queries, SCORES)


def shown(page):
    """The rows of each search that are to be seen."""
    lists = page.locator(".ms-search").all()
    return [
        [row.inner_text() for row in one.locator("li b").all() if row.is_visible()] for one in lists
    ]


def test_both_searches_answer_what_is_asked(open_widget):
    page = open_widget(widget())
    assert shown(page) == [["entry 1"], ["entry 0", "entry 1", "entry 2", "entry 3"]]
    assert page.locator(".ms-right b").all_inner_texts() == ["entry 0"]
    page.get_by_text("The answer we wanted comes nowhere by words, at place").wait_for()
    page.get_by_role("button", name="second?").click()
    assert shown(page)[0] == ["entry 4", "entry 2", "entry 0", "entry 3"]
    page.get_by_text("comes at place 2 by words, at place 3 by meaning.").wait_for()
    page.get_by_role("button", name="first?").click()
    assert shown(page)[0] == ["entry 1"]
