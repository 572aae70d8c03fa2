"""bert_core against the reference implementation: a randomly initialised BERT of `transformers`.

One of the two writes a checkpoint, the other reads it; every number on the way must then agree
up to rounding in single precision. Nothing is read from the network.
"""

import pytest
import torch
from torch import nn
from transformers import BertConfig, BertForPreTraining

from bert_core import BERTConfig, BERTModel
from bert_lab.checkpoint import from_pretrained, save_pretrained
from tests.helpers.close import assert_close, depth
from tests.helpers.transformers_weights import parameters_of_both

B, T, P = 2, 7, 4
EAGER = {"attn_implementation": "eager"}  # the plain formula, which also returns the weights
# vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks, max_len, activation
SIZES = [
    (23, 15, 11, 3, 2, 13, "gelu"),
    (31, 24, 37, 4, 3, 9, "gelu"),
    (17, 10, 29, 1, 1, 7, "relu"),
]
CLOSE = {"roundings": depth(3, 24)}  # of the largest
WIDE = 0.3  # standard deviation at the start; under the usual 0.02 all outputs are nearly zero


def _ours(sizes):
    names = ("vocab_size", "num_hiddens", "ffn_num_hiddens", "num_heads", "num_blks", "max_len")
    values = dict(zip((*names, "activation"), sizes, strict=True))
    return BERTModel.from_config(BERTConfig.preset("base", init_std=WIDE, **values)).eval()


def _theirs(sizes):
    vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks, max_len, activation = sizes
    config = BertConfig(
        vocab_size=vocab_size,
        hidden_size=num_hiddens,
        intermediate_size=ffn_num_hiddens,
        num_attention_heads=num_heads,
        num_hidden_layers=num_blks,
        max_position_embeddings=max_len,
        hidden_act=activation,
        initializer_range=WIDE,
        **EAGER,
    )
    return BertForPreTraining(config).eval()


def _shaken(model):
    """Biases and norms too, which start at 0 and 1."""
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter += WIDE * torch.randn(parameter.shape, generator=generator)
    return model


def _read_by_theirs(folder):
    """Their model from a folder; nothing in it is missing, too many or of another shape."""
    model, report = BertForPreTraining.from_pretrained(folder, output_loading_info=True, **EAGER)
    assert not any(report.values()), report
    return model.eval()


@pytest.fixture(scope="module", params=["we read", "they read"])
def direction(request):
    return request.param


@pytest.fixture(scope="module", params=SIZES, ids=str)
def models(request, direction, tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkpoint")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        if direction == "we read":
            theirs = _shaken(_theirs(request.param))
            theirs.save_pretrained(folder)
            ours = from_pretrained(folder)
        else:
            ours = _shaken(_ours(request.param))
            save_pretrained(ours, folder)
            theirs = _read_by_theirs(folder)
    return ours, theirs


def test_every_parameter_is_the_same(models):
    ours, theirs = models
    compared = set()
    for parameter, other, flipped in parameters_of_both(ours, theirs):
        assert parameter.equal((other.flip(0) if flipped else other).view_as(parameter))
        compared |= {id(parameter), id(other)}
    assert compared == {id(p) for model in (ours, theirs) for p in model.parameters()}


@pytest.fixture(scope="module")
def results(models):
    """One padded text and one pair, through both models."""
    ours, theirs = models
    generator = torch.Generator().manual_seed(1)
    tokens = torch.randint(ours.config.vocab_size, (B, T), generator=generator)
    segments = torch.tensor([[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 1]])
    valid_lens = torch.tensor([5, 7])
    positions = torch.randint(5, (B, P), generator=generator)
    attention_mask = (torch.arange(T) < valid_lens[:, None]).long()
    outputs = ours(tokens, segments, valid_lens, positions)
    trace = ours.encoder.trace(tokens, segments, valid_lens)
    expected = theirs(
        input_ids=tokens,
        token_type_ids=segments,
        attention_mask=attention_mask,
        output_hidden_states=True,
        output_attentions=True,
    )
    return (outputs, trace), expected, positions, attention_mask.bool()


def test_hidden_states(models, results):
    (_, trace), expected, _, valid = results
    assert len(trace.hidden_states) == len(expected.hidden_states) == models[0].config.num_blks + 1
    for one, other in zip(trace.hidden_states, expected.hidden_states, strict=True):
        assert_close(one[valid], other[valid], **CLOSE)


def test_attention_weights(results):
    (_, trace), expected, _, valid = results
    for one, other in zip(trace.attention_weights, expected.attentions, strict=True):
        rows = valid[:, None, :, None].expand_as(one)
        assert_close(one[rows], other[rows], **CLOSE)


def test_pooled_output(models, results):
    ours, theirs = models
    ((encoded_X, _, _), _), expected, _, _ = results
    assert_close(
        ours.hidden(encoded_X[:, 0]), theirs.bert.pooler(expected.hidden_states[-1]), **CLOSE
    )


def test_mlm_logits(results):
    ((_, mlm_Y_hat, _), _), expected, positions, _ = results
    rows = torch.arange(B)[:, None]
    assert_close(mlm_Y_hat, expected.prediction_logits[rows, positions], **CLOSE)


def test_nsp_logits_with_their_classes_the_other_way_round(results):
    ((_, _, nsp_Y_hat), _), expected, _, _ = results
    assert_close(nsp_Y_hat, expected.seq_relationship_logits.flip(-1), **CLOSE)


def test_gradients_of_the_pretraining_loss(models, results):
    ours, theirs = models
    ((_, mlm_Y_hat, nsp_Y_hat), _), expected, positions, _ = results
    labels = positions + 1  # any tokens will do
    is_next = torch.tensor([0, 1])

    def loss(mlm, nsp, nsp_labels):
        entropy = nn.functional.cross_entropy
        return entropy(mlm.flatten(0, 1), labels.flatten()) + entropy(nsp, nsp_labels)

    their_mlm = expected.prediction_logits[torch.arange(B)[:, None], positions]
    one = loss(mlm_Y_hat, nsp_Y_hat, is_next)
    other = loss(their_mlm, expected.seq_relationship_logits, 1 - is_next)
    assert_close(one, other, **CLOSE)
    one.backward()
    other.backward()
    found, grads = [], []
    for parameter, reference, flipped in parameters_of_both(ours, theirs):
        grads.append(reference.grad.flip(0) if flipped else reference.grad)
        found.append(parameter.grad.view_as(grads[-1]))
    assert_close(found, grads, roundings=3 * depth(3, 24))
