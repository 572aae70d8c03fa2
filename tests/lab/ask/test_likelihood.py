"""bert_lab.ask.likelihood: what a word is worth, beside the reference's own head."""

import math

import pytest
import torch
from transformers import BertForMaskedLM

from bert_lab.ask import pseudo_log_likelihood, score_word, score_words
from bert_lab.checkpoint import load_bert, load_mini_bert, save_pretrained
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS
from tests.helpers.close import SMALL, near

PIECES = [*ORIGINAL_SPELLINGS, "a", "b", "play", "##ing", "##s"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, build_model):
    folder = tmp_path_factory.mktemp("model")
    switches = {"embedding_norm": True, "tied_decoder": True, "activation": "gelu"}
    model = build_model(vocab_size=len(PIECES), init_std=0.5, **switches)
    save_pretrained(model, folder)
    (folder / "vocab.txt").write_text("\n".join(PIECES), "utf-8")
    return folder


def test_each_token_is_hidden_with_the_pieces_that_go_on_with_it(folder):
    """The oracle: the reference, and what is hidden put together by hand."""
    reference = BertForMaskedLM.from_pretrained(folder).eval()
    found = score_words(*load_bert(folder, generator=torch.Generator()), "a playings b")
    _, _, cls, sep, mask = range(5)
    a, b, play, ing, s = range(5, 10)
    hidden = [
        [cls, mask, play, ing, s, b, sep],
        [cls, a, mask, mask, mask, b, sep],
        [cls, a, play, mask, mask, b, sep],
        [cls, a, play, ing, mask, b, sep],
        [cls, a, play, ing, s, mask, sep],
    ]
    with torch.no_grad():
        shares = reference(torch.tensor(hidden)).logits.softmax(dim=-1)
    expected = [shares[i, i + 1, token].item() for i, token in enumerate([a, play, ing, s, b])]
    assert [one.probability for one in found] == [near(p, roundings=SMALL) for p in expected]
    for i, one in enumerate(found):
        assert one.rank == 1 + int((shares[i, i + 1] > expected[i] * (1 + 1e-5)).sum())
        assert one.rather[0].probability == near(shares[i, i + 1].max().item(), roundings=SMALL)
    log = sum(map(math.log, expected))
    assert pseudo_log_likelihood(found) == near(log, roundings=SMALL)


def test_a_word_in_a_gap_is_what_it_is_where_it_stands():
    mini = load_mini_bert()
    whole = score_words(*mini, "a crane built a nest")[1]
    for text in ("a <mask> built a nest", "a crane built a nest"):
        found = score_word(*mini, text, "Crane")
        assert (found.token, found.rank) == ("crane", whole.rank)
        assert found.probability == near(whole.probability, roundings=SMALL)
    assert whole.rank == 1 + [one.token for one in whole.rather].index("crane")


def test_the_odd_word_out_is_the_least_expected():
    mini = load_mini_bert()
    odd = score_words(*mini, "a crane built a match in the reeds")
    assert min(odd, key=lambda one: one.probability).token == "match"
    right = score_words(*mini, "a crane built a nest in the reeds")
    assert pseudo_log_likelihood(odd) < pseudo_log_likelihood(right) - 5


@pytest.mark.parametrize(
    ("text", "word", "message"),
    [
        ("a <mask>", "zebra", "one token of this model, got 'zebra', which it reads as unknown"),
        ("a <mask>", "crane bird", "got 'crane bird', which it reads as crane, bird"),
        ("a nest", "crane", "expected it in the text, or a hidden place for it, got 'a nest'"),
    ],
)
def test_a_word_that_can_t_be_asked_for_is_refused(text, word, message):
    with pytest.raises(ValueError, match=message):
        score_word(*load_mini_bert(), text, word)
