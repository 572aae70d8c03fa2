"""BertAlive: its numbers are PyTorch's, cut or not; Python reads the reader's choice."""

import pytest
import torch

from bert_core import BERTConfig, BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.snapshots import kept_steps
from bert_lab.look.widgets import BertAlive
from bert_lab.look.widgets.bert_alive import EXAMPLES
from bert_lab.text.tokenization import train_word_level
from tests.helpers.alive import passes
from tests.helpers.close import MINI, assert_close, tolerance
from tests.helpers.sizes import SIZES

ROUNDING = tolerance(roundings=MINI, scale=4)  # states are up to 4
WORDS = "a crane built a nest in the reeds"
NEST = {key: value for key, value in EXAMPLES[0].items() if key != "name"}
CUTS = [
    [],
    [[0, -1, 2, 3]],  # one pair of tokens in all heads
    [[1, 2, 14, 13], [0, 0, 3, 3]],  # two ribbons
    [[1, 3, -1, -1]],  # a head
    [[-1, -1, -1, 8]],  # a word, for everybody
    [[-1, -1, -1, -1]],  # nobody reads anything
]


@pytest.fixture(scope="module")
def shipped():
    return load_mini_bert()


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([[WORDS, "don't stop the well-known crane"]])


@pytest.fixture(scope="module")
def small(tokenizer):
    config = BERTConfig(**SIZES | {"vocab_size": tokenizer.get_vocab_size(), "max_len": 29})
    return BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).half().float()


def deviation(widget, found):
    """The largest distance between what a page draws and what PyTorch computes."""
    model, (tokens, segments) = widget._shown_model, widget._encode()
    ids = torch.tensor([widget._tokenizer.token_to_id(token) for token in tokens])
    encoder, trace, T = model.encoder, widget.trace, len(tokens)
    with torch.no_grad():
        expected = [
            encoder.token_embedding(ids),
            encoder.segment_embedding(torch.tensor(segments)),
            encoder.pos_embedding[0, :T],
            trace.hidden_states[0][0],
        ]
        for block, blk in enumerate(encoder.blks):
            before, after = trace.hidden_states[block : block + 2]
            mask, weights = widget._open(block, T), trace.attention_weights[block]
            middle = blk.addnorm1(before, blk.attention(before, mask))
            expected += [weights[0], blk.ffn[:2](middle)[0], after[0]]
        last = trace.hidden_states[-1][0]
        masks = [i for i, token in enumerate(tokens) if token == "<mask>"]
        expected += [model.mlm.decode(last[i]).softmax(-1) for i in masks]
        expected.append(model.nsp(model.hidden(last[:1]))[0].softmax(-1))
    assert found["tokens"] == tokens or "<unk>" in tokens
    assert found["masks"] == masks
    assert [x.numel() for x in expected] == [len(x) for x in found["numbers"]]
    return max(
        (ours.flatten() - torch.tensor(theirs)).abs().max().item()
        for ours, theirs in zip(expected, found["numbers"], strict=True)
    )


def test_the_pictures_numbers_are_pytorchs(shipped):
    widgets = []
    for example in EXAMPLES:
        texts = {key: value for key, value in example.items() if key != "name"}
        widgets.append(BertAlive(*shipped, **texts))
    widgets.append(BertAlive(*shipped, "Punctuation? (None!) <mask> “zebra”…", "girl's half-moon"))
    for widget, found in zip(widgets, passes(shipped, widgets), strict=True):
        assert deviation(widget, found) < ROUNDING


def test_what_a_cut_leaves_is_pytorchs_under_that_mask(shipped):
    widgets = [BertAlive(*shipped, **NEST) for _ in CUTS]
    for widget, cut in zip(widgets, CUTS, strict=True):
        widget.cut = cut
    for widget, found in zip(widgets, passes(shipped, widgets), strict=True):
        assert deviation(widget, found) < ROUNDING
    plain, pair, *_, nothing = widgets
    weights = pair.trace.attention_weights[0][0, :, 2]  # (N, T)
    assert weights[:, 3].eq(0).all()
    assert_close(weights.sum(-1), torch.ones(len(weights)), roundings=2 * 64)
    word, before = next(iter(plain.guesses[0].items()))
    assert abs(pair.guesses[0].get(word, 0) - before) > 0.01
    assert max(weights.max() for weights in nothing.trace.attention_weights) == 0
    assert plain.trace.attention_weights[0][0, 0, 2, 3] > 0


def test_any_configuration(small, tokenizer):
    widget = BertAlive(small.eval(), tokenizer, WORDS, "the crane", hidden=[2])
    widget.cut = [[0, 1, 2, 3], [1, -1, -1, 4]]
    (found,) = passes((small, tokenizer), [widget])
    assert deviation(widget, found) < ROUNDING


def test_earlier_states_are_the_pages_too(shipped):
    widgets = [BertAlive(*shipped, **NEST) for _ in kept_steps()]
    for widget, step in zip(widgets, kept_steps(), strict=True):
        widget.step = step
    for widget, found in zip(widgets, passes(shipped, widgets), strict=True):
        assert deviation(widget, found) < ROUNDING
    assert widgets[0].guesses[0] != widgets[-1].guesses[0]


def test_a_bet_needs_something_hidden(shipped):
    with pytest.raises(ValueError, match="hidden word"):
        BertAlive(*shipped, WORDS, bet=True)
