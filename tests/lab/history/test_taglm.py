"""bert_lab.history.taglm: a tagger by hand, on language models that stay as they are."""

import pytest
import torch

from bert_core.inputs import CLS, PAD, SEP
from bert_lab.history import ELMo, TagLM, load_system, train_system
from bert_lab.history.sentences import read_sentences
from bert_lab.training_loop.options import TrainingOptions
from tests.helpers.close import assert_close

V, TAGS, H, LM = 23, 7, 3, 5
TOKENS = torch.tensor([[CLS, 7, SEP, PAD, PAD, PAD], [CLS, 8, 9, 10, 11, SEP]])
VALID_LENS = torch.tensor([3, 6])


@pytest.fixture
def system():
    torch.manual_seed(0)
    return TagLM(ELMo(V, num_hiddens=LM), num_tags=TAGS, num_hiddens=H)


def test_layers_by_hand(system):
    """The language models' top states join after the first biLSTM layer, not before."""
    found = system.layers(TOKENS, torch.zeros_like(TOKENS), VALID_LENS)
    assert [layer.shape[-1] for layer in found] == [H, 2 * H + 2 * LM, 2 * H]
    for row, length in enumerate(VALID_LENS.tolist()):
        X = system.embedding(TOKENS[row, :length])[None]
        lm = system.lm.states(TOKENS[row : row + 1, :length], None, torch.tensor([length]))[-1]

        def read(pair, X):
            left, right = pair.from_left(X)[0], pair.from_right(X.flip(1))[0].flip(1)
            return torch.cat([left, right], dim=-1)

        joined = torch.cat([read(system.first, X), lm], dim=-1)
        for layer, expected in zip(found, (X, joined, read(system.second, joined)), strict=True):
            assert_close(layer[row, :length], expected[0], roundings=2 * 6 * (H + LM))


def test_loss_by_hand(system):
    """Padding has no tag."""
    senses = torch.tensor([[0, 4, 0, 0, 0, 0], [0, 0, 2, 0, 6, 0]])
    log_probs = system(TOKENS, VALID_LENS).log_softmax(dim=-1)
    total = sum(
        -log_probs[row, t, senses[row, t]] for row in range(2) for t in range(VALID_LENS[row])
    )
    assert_close(system.loss(TOKENS, VALID_LENS, senses), total / 9, roundings=2 * TAGS)


def test_the_language_models_do_not_learn():
    lm = load_system("elmo")
    trained = train_system("taglm", needed=lm, options=TrainingOptions(3, 16, 1e-2))
    for key, weight in lm.state_dict().items():
        assert trained.lm.state_dict()[key].equal(weight), key


def test_the_shipped_tagger_knows_senses_better_than_the_most_frequent_one():
    _, held_out = read_sentences(0)
    ambiguous = held_out.senses > 0
    tags = load_system("taglm")(held_out.tokens, held_out.valid_lens).argmax(dim=-1)
    accuracy = (tags == held_out.senses)[ambiguous].float().mean().item()
    assert accuracy > 0.95  # by the sense that is most frequent in training 0.60
