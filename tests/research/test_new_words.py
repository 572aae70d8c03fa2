"""research/new_words.py: how new rows begin."""

import pytest

from bert_lab.checkpoint import load_bert, merge_adapter
from bert_lab.checkpoint.hub import GAP_FILLER
from new_words import MEAN, NEIGHBOUR, NEIGHBOURS, RANDOM, WAYS, add_words, with_words
from tests.helpers.close import near


@pytest.fixture(scope="module")
def grown():
    model, tokenizer = load_bert(GAP_FILLER.name)
    merge_adapter(model)
    had = add_words(tokenizer)
    larger = {way: with_words(model, tokenizer, had, way, 0).eval() for way in WAYS}
    return model.eval(), tokenizer, had, larger


def test_rows_begin_as_they_are_called(grown):
    model, tokenizer, had, larger = grown
    table = model.encoder.token_embedding.weight.detach()
    for row, (word, ids) in enumerate(had.items(), start=len(table)):
        begun = {way: larger[way].encoder.token_embedding.weight[row] for way in WAYS}
        assert begun[MEAN].tolist() == near(table[ids].mean(dim=0).tolist(), roundings=8)
        assert begun[NEIGHBOUR].equal(table[tokenizer.token_to_id(NEIGHBOURS[word])])
        assert 0.8 < (begun[RANDOM].std() / table.std()).item() < 1.2
