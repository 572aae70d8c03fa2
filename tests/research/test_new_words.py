"""research/new_words.py: how new rows begin, and the record that the recipes draw."""

import pytest
import torch

from bert_lab.checkpoint import load_bert, merge_adapter
from bert_lab.checkpoint.hub import GAP_FILLER
from bert_lab.measures import recorded
from new_words import MEAN, NEIGHBOUR, NEIGHBOURS, RANDOM, WAYS, add_words, with_words
from tests.helpers.close import near


@pytest.fixture(scope="module")
def grown():
    model, tokenizer = load_bert(GAP_FILLER.name)
    merge_adapter(model)
    had = add_words(tokenizer)
    larger = {way: with_words(model, tokenizer, had, way, 0).eval() for way in WAYS}
    return model.eval(), tokenizer, had, larger


def test_new_words_are_tokens_of_their_own(grown):
    _, tokenizer, had, _ = grown
    assert all(len(ids) > 1 for ids in had.values())
    assert "widget" in tokenizer.encode("a widget is drawn").tokens
    assert "widget" not in tokenizer.encode("two widgets").tokens
    for word, neighbour in NEIGHBOURS.items():
        assert len(tokenizer.encode(word, add_special_tokens=False).ids) == 1
        assert tokenizer.token_to_id(neighbour) < min(map(tokenizer.token_to_id, NEIGHBOURS))


def test_rows_begin_as_they_are_called(grown):
    model, tokenizer, had, larger = grown
    table = model.encoder.token_embedding.weight.detach()
    for row, (word, ids) in enumerate(had.items(), start=len(table)):
        begun = {way: larger[way].encoder.token_embedding.weight[row] for way in WAYS}
        assert begun[MEAN].tolist() == near(table[ids].mean(dim=0).tolist(), roundings=8)
        assert begun[NEIGHBOUR].equal(table[tokenizer.token_to_id(NEIGHBOURS[word])])
        assert 0.8 < (begun[RANDOM].std() / table.std()).item() < 1.2


def test_old_words_are_read_as_before(grown):
    model, tokenizer, _, larger = grown
    tokens = torch.tensor([tokenizer.encode("a bird flew to the river").ids])
    with torch.no_grad():
        before, after = (m.encoder(tokens, 0 * tokens) for m in (model, larger[RANDOM]))
    assert after.equal(before)


def test_the_record_says_what_the_recipe_says_of_it():
    record = recorded("new_words")
    first, last = ([record["hidden"][way][step] for way in WAYS] for step in (0, -1))
    for mean, neighbour, random in (first, last):
        assert neighbour < mean < random
    assert record["context"][NEIGHBOUR][0] == pytest.approx(record["before"], abs=0.05)
    assert (
        record["hidden"][MEAN][-1] < record["hidden"][NEIGHBOUR][0] < record["hidden"][RANDOM][-1]
    )
