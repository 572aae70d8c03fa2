"""bert_lab.search.passages: the book's own pages cut into passages, and questions to them."""

import pytest

from bert_lab.search.passages import (
    Passage,
    Query,
    find_right,
    hand_written_queries,
    read_passages,
)


def test_every_hand_written_answer_is_in_the_book():
    found = read_passages()
    train, held_out = hand_written_queries()
    queries = train + held_out
    assert len(queries) == len({query.text for query in queries})
    names = {passage.name for passage in found}
    assert len(names) == len(found)
    assert [name for query in queries for name in query.answers if name not in names] == []
    assert not any("{" in passage.text and "`" in passage.text for passage in found)


def test_what_is_right_is_told_by_names():
    three = [Passage(name, name, "") for name in "abc"]
    queries = [Query("k", str(i), tuple(names)) for i, names in enumerate(["a", "bc"])]
    assert find_right([], three).shape == (0, 3)
    assert find_right(queries, three).tolist() == [[True, False, False], [False, True, True]]
    with pytest.raises(ValueError, match=r"names of passages, got \['z'\]"):
        find_right([Query("k", "q", ("z",))], three)
