"""bert_lab.search.stories: which texts belong together."""

from bert_lab.search.stories import split_stories


def test_equal_beginnings_are_right_for_both_ends():
    stories = [["a", "b", "c"], ["d", "e", "f"], ["a", "b", "g"]]
    ends, texts, right = split_stories(stories)
    assert (ends, texts) == (["c", "f", "g"], ["a b", "d e", "a b"])
    assert right.int().tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
