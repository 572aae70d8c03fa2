"""bert_lab.experiments.search: what it trains on, how places are added, and what a record holds."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.small import pack_small, unpack_small
from bert_lab.experiments import recorded, search
from bert_lab.experiments.records import rounded
from bert_lab.experiments.search import (
    COMPARED,
    HARD,
    NEW_LAYER,
    PACKED,
    SEEDS,
    TRAINED,
    Collection,
    SearchExperiment,
    add_places,
    places_of_right,
)
from bert_lab.search.ranking import SideBySide


def test_nothing_that_is_held_out_is_trained_on():
    made = Collection()
    questions, texts, right = made.pairs()
    assert right.shape == (len(questions), len(texts))
    assert not set(questions) & set(made.questions("held out"))
    i, row = made.titles.index("nat"), right[questions.index("nat")]
    assert [texts[j] for j in row.nonzero()[:, 0]] == [made.texts[i], made.bare[i]]


class Trained(Exception):
    """Nothing needs to be trained to see what would be."""


@pytest.mark.parametrize(("name", "compares"), [(COMPARED, True), (NEW_LAYER, False)])
def test_a_second_stage_sees_each_question_with_its_own_texts(monkeypatch, name, compares):
    def seen(ranker, tokenizer, questions, texts, right, scores, **options):
        assert isinstance(ranker, SideBySide) is compares
        assert not set(questions) & set(made.questions("held out"))
        for question, answers in [("nat", [made.bare[i]]), (asked, expected)]:
            row = questions.index(question)
            assert [texts[j] for j in right[row].nonzero()[:, 0]] == answers
            wrong = scores[row].masked_fill(right[row], -torch.inf).topk(10).indices
            assert {int(j) < len(made.texts) for j in wrong} == {question != "nat"}
        raise Trained

    made = Collection()
    i = made.titles.index("nat")
    asked = made.questions("train")[0]
    expected = [made.texts[j] for j in made.right["train"][0].nonzero()[:, 0]]
    monkeypatch.setattr(search, "load_bert", lambda name, generator: load_mini_bert())
    monkeypatch.setattr("bert_lab.search.vectors.MAX_LEN", 8)
    monkeypatch.setattr(search, "train_ranker", seen)
    with pytest.raises(Trained):
        SearchExperiment().run((name, 0), None)


def test_packed_is_what_the_page_computes_with():
    model, tokenizer = load_mini_bert()
    page = unpack_small(pack_small(model, tokenizer))
    name = "encoder.blks.0.attention.W_q.weight"
    assert not page[name].equal(model.state_dict()[name])
    size = search._pack(model, tokenizer)
    assert all(page[name].equal(model.state_dict()[name]) for name in page)
    assert size[PACKED] < size["whole"] / 2


def test_the_record_is_what_its_parts_make():
    record = recorded("search")
    parts = {tuple(part["key"]): part["found"] for part in record["parts"]}
    assert parts.keys() == {key for keys in SearchExperiment().rounds() for key in keys}
    made = rounded(SearchExperiment().summarise(parts))
    assert all(record[name] == value for name, value in made.items())
    for name in (TRAINED, HARD, NEW_LAYER, COMPARED):
        assert len(record["searches"][name]) == len(record["losses"][name]) == len(SEEDS)


def test_places_are_added_by_hand():
    first, second = torch.tensor([[3.0, 2.0, 1.0]]), torch.tensor([[0.0, 5.0, 0.0]])
    expected = [1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 63]
    assert add_places(first, second)[0].tolist() == pytest.approx(expected)


def test_right_places_are_in_order():
    scores = torch.tensor([[0.1, 0.9, 0.5]])
    assert places_of_right(scores, torch.tensor([[True, False, True]])) == [[2, 3]]


def test_the_sum_that_is_sure_of_itself_finds_more_than_either():
    searches = recorded("search")["searches"]
    found = {
        name: sum(places[0] <= 5 for places in searches[name][0])
        for name in ("shared words", "meaning", "both, by place", "both, weighed")
    }
    assert found["both, weighed"] == max(found.values()) > found["both, by place"]
