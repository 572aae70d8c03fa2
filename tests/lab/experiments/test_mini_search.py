"""bert_lab.experiments.mini_search: which texts belong together, and what the record says."""

from bert_lab.experiments import recorded
from bert_lab.experiments.mini_search import split_stories


def test_equal_beginnings_are_right_for_both_ends():
    stories = [["a", "b", "c"], ["d", "e", "f"], ["a", "b", "g"]]
    ends, texts, right = split_stories(stories)
    assert (ends, texts) == (["c", "f", "g"], ["a b", "d e", "a b"])
    assert right.int().tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]


def test_what_chapter_11_says_of_the_record():
    record = recorded("mini_search")
    first = {
        name: [sum(place == 1 for place in run) / len(run) for run in runs]
        for name, runs in record["searches"].items()
    }
    assert min(first["trained"]) > 10 * first["mini-BERT"][0] > 0
    assert min(first["trained"]) > first["shared words"][0]
    assert min(first["trained from random weights"]) > max(first["trained"])
    cut = {
        name: [sum(at) / 3 for at in zip(*runs, strict=True)]
        for name, runs in record["cut"].items()
    }
    assert cut["trained in widths"][0] > 0.85 * cut["trained in widths"][-1]
    assert cut["trained"][0] < 0.15 * cut["trained"][-1]
