"""bert_lab.history.cove: the decoder step by step, and translations that tell senses apart."""

import pytest
import torch

from bert_core.inputs import CLS, PAD, SEP, pad_batch
from bert_lab.history import CoVe, GloVe, load_system, train_system
from bert_lab.history.cove import AttentionDecoder, target_vocabulary
from bert_lab.history.invented import invent
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.world.mini_world import sense_examples, senses, vocabulary
from tests.helpers.close import assert_close

U, T, D, W = 4, 6, 10, 13  # target words, source words, hidden size, words of the language
VALID_LENS = torch.tensor([3, 6])


@pytest.fixture
def decoder():
    torch.manual_seed(0)
    return AttentionDecoder(W, D)


@pytest.fixture
def memory():
    return torch.randn(2, T, D, generator=torch.Generator().manual_seed(1))


TARGET = torch.tensor([[CLS, 7, 8, 9], [CLS, 10, 11, 12]])


def test_decoder_step_by_step(decoder, memory):
    """The decoder's equations, one word after another."""
    logits, _ = decoder(TARGET, memory, VALID_LENS)
    cell = torch.nn.LSTMCell(D // 2, D)
    cell.load_state_dict({k.removesuffix("_l0"): w for k, w in decoder.lstm.state_dict().items()})
    for row, length in enumerate(VALID_LENS.tolist()):
        state, H = None, memory[row, :length]
        for u in range(U):
            state = cell(decoder.embedding(TARGET[row, u])[None], state)
            h = state[0][0]
            scores = [decoder.query(h) @ H[t] / D**0.5 for t in range(length)]
            total = sum(score.exp() for score in scores)
            seen = sum(score.exp() / total * H[t] for t, score in enumerate(scores))
            mixed = torch.tanh(decoder.mix.weight @ torch.cat([seen, h]) + decoder.mix.bias)
            assert_close(logits[row, u], decoder.output(mixed), roundings=U * 2 * D)


@pytest.fixture
def system():
    torch.manual_seed(0)
    return CoVe(GloVe(23, 5), target_size=W, num_hiddens=3)


TOKENS = torch.tensor([[CLS, 7, SEP, PAD, PAD, PAD], [CLS, 8, 9, 10, 11, SEP]])


def test_layers_by_hand(system):
    """GloVe's vectors; a biLSTM reads them; another one reads both directions of the first."""
    found = system.layers(TOKENS, torch.zeros_like(TOKENS), VALID_LENS)
    assert [layer.shape[-1] for layer in found] == [5, 6, 6]
    for row, length in enumerate(VALID_LENS.tolist()):
        X = system.vectors(TOKENS[row, :length])[None]
        for layer, pair in zip(found[1:], system.encoder, strict=True):
            left, right = pair.from_left(X)[0], pair.from_right(X.flip(1))[0].flip(1)
            X = torch.cat([left, right], dim=-1)
            assert_close(layer[row, :length], X[0], roundings=2 * T * 6)


def test_loss_by_hand(system):
    target = torch.tensor([[CLS, 7, SEP, PAD], [CLS, 8, 9, SEP]])
    logits, _ = system(TOKENS, VALID_LENS, target[:, :-1])
    log_probs = logits.log_softmax(dim=-1)
    slots = [(0, 0, 7), (0, 1, SEP), (1, 0, 8), (1, 1, 9), (1, 2, SEP)]
    expected = -sum(log_probs[slot] for slot in slots) / 5
    assert_close(system.loss(TOKENS, VALID_LENS, target), expected, roundings=2 * W)


def test_glove_stays_frozen_while_it_learns():
    glove = load_system("glove")
    trained = train_system("cove", needed=glove, options=TrainingOptions(3, 16, 1e-2))
    expected = glove.centre.weight + glove.context.weight
    assert trained.vectors.weight.equal(expected.detach())


def test_shipped_translator_tells_senses_apart():
    """Of the counterparts of an ambiguous word, is the right one in the translation?"""
    vocab, ids = vocabulary(), target_vocabulary()
    examples = [(word, *found) for word in senses() for found in sense_examples(word, 10, seed=0)]
    rows = [[CLS, *(vocab[word] for word in text.split()), SEP] for _, text, _, _ in examples]
    tokens, _, valid_lens = pad_batch(rows, rows)
    written = load_system("cove").translate(tokens, valid_lens).tolist()
    right = [
        ids[invent(word, sense)] in row
        for (word, _, _, sense), row in zip(examples, written, strict=True)
    ]
    assert sum(right) / len(right) > 0.9
