"""The released weights: our classes against `transformers`, on sentences, in every hidden state."""

import pytest
import torch
from transformers import AutoTokenizer, BertModel

from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.released import RELEASED, installed_folder
from tests.helpers.close import assert_close

TEXTS = [
    "The crane lifted steel beams onto the roof.",
    "A crane stood in the shallow water, waiting for fish — naïve as ever, 東京!",
    "Unbelievable.",
]

FARTHEST = 6.2e-6  # of a pass of this model in JavaScript from PyTorch's (test_minilm.py)


@pytest.fixture(scope="module")
def ours():
    return load_bert(RELEASED, generator=torch.Generator().manual_seed(0))


@pytest.fixture(scope="module")
def inputs(ours):
    """Tokens, segments and valid lengths of a padded batch, from their tokeniser."""
    theirs = AutoTokenizer.from_pretrained(installed_folder())
    given = theirs(TEXTS, [TEXTS[1], TEXTS[2], TEXTS[0]], padding=True, return_tensors="pt")
    for i, first in enumerate(TEXTS):
        second = (TEXTS[1], TEXTS[2], TEXTS[0])[i]
        ids = ours[1].encode(first, second).ids
        assert ids == given["input_ids"][i][: len(ids)].tolist()
    return given["input_ids"], given["token_type_ids"], given["attention_mask"].sum(dim=1)


def test_every_hidden_state_and_the_pooled_vector(ours, inputs):
    """No difference at all on x86 processors, which need not be so on others."""
    model, _ = ours
    tokens, segments, valid_lens = inputs
    theirs = BertModel.from_pretrained(installed_folder()).eval()
    valid = torch.arange(tokens.shape[1]) < valid_lens[:, None]
    with torch.no_grad():
        states = model.encoder.trace(*inputs).hidden_states
        expected = theirs(
            input_ids=tokens,
            token_type_ids=segments,
            attention_mask=valid.long(),
            output_hidden_states=True,
        )
        pooled = model.hidden(states[-1][:, 0])
    assert len(states) == len(expected.hidden_states) == 7
    for state, other in zip(states, expected.hidden_states, strict=True):
        assert_close(state[valid], other[valid], measured=FARTHEST)
    assert_close(pooled, expected.pooler_output, measured=FARTHEST)
