"""bert_core.validation: errors say what was expected and what came."""

import pytest
import torch

from bert_core import unchecked
from bert_core.validation import check_positions, check_sequences, check_token_ids

# For tokens (2, 7), a vocabulary of 23 and at most 13 positions.
REFUSED = {
    "a token id beyond the vocabulary": (
        {"tokens": lambda x: x.index_fill(1, torch.tensor([6]), 23)},
        IndexError,
        "tokens: expected token ids from 0 to 22, got 23",
    ),
    "a third segment": (
        {"segments": lambda x: x * 2},
        IndexError,
        "segments: expected segment ids from 0 to 1, got 2",
    ),
    "too long a sequence": (
        {"tokens": lambda x: x.repeat(1, 2), "segments": lambda x: x.repeat(1, 2)},
        ValueError,
        "at most max_len = 13 positions, got 14; truncate the texts or build the model with",
    ),
    "segments of another length": (
        {"segments": lambda x: x[:, :-1]},
        ValueError,
        r"segments: expected the shape of tokens, \(2, 7\), got \(2, 6\)",
    ),
    "tokens as a list": (
        {"tokens": lambda x: x.tolist()},
        ValueError,
        r"expected sequences of shape \(batch, length, ...\), got list",
    ),
    "tokens as floats": (
        {"tokens": lambda x: x.float()},
        ValueError,
        r"tokens: expected whole numbers \(torch.int64\), got torch.float32",
    ),
    "a valid length of 0": (
        {"valid_lens": lambda x: x - 5},
        ValueError,
        "valid_lens: expected lengths from 1 to 7, got 0",
    ),
    "valid lengths as a column": (
        {"valid_lens": lambda x: x[:, None]},
        ValueError,
        r"valid_lens: expected one length per sequence, shape \(2,\), got \(2, 1\)",
    ),
    "a position beyond the sequence": (
        {"pred_positions": lambda x: x + 1},
        IndexError,
        "pred_positions: expected positions from 0 to 6, got 7",
    ),
    "positions for another batch": (
        {"pred_positions": lambda x: x[:1]},
        ValueError,
        "pred_positions: expected 2 rows, one per sequence, got 1",
    ),
    "no position at all": (
        {"pred_positions": lambda x: x[:, :0]},
        ValueError,
        r"pred_positions: expected shape \(batch, predictions\), got \(2, 0\)",
    ),
}
NAMES = ("tokens", "segments", "valid_lens", "pred_positions")


@pytest.fixture
def model(build_model, monkeypatch):
    """A model whose token embedding must not be reached: the check comes before tensor work."""
    model = build_model()
    monkeypatch.setattr(model.encoder.token_embedding, "forward", lambda _: pytest.fail("reached"))
    return model


@pytest.mark.parametrize(("changes", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_before_any_tensor_work(changes, error, message, model, batch):
    keep = dict.fromkeys(NAMES, lambda x: x)
    arguments = [(keep | changes)[name](x) for name, x in zip(NAMES, batch, strict=True)]
    with pytest.raises(error, match=message):
        model(*arguments)


def test_encoder_checks_without_the_model(build_model, batch):
    encoder = build_model().encoder
    for call in (encoder, encoder.embed, encoder.trace):
        with pytest.raises(IndexError, match="token ids from 0 to 22, got 23"):
            call(batch[0].clamp(min=23), *batch[1:3])
        with pytest.raises(ValueError, match="lengths from 1 to 7, got 8"):
            call(*batch[:2], torch.tensor([5, 8]))


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_whole_numbers_of_either_width_pass(dtype, build_model, batch):
    tokens, segments, valid_lens, positions = batch
    expected = build_model()(*batch)
    found = build_model()(
        tokens.to(dtype), segments.to(dtype), valid_lens.to(dtype), positions.to(dtype)
    )
    assert all(x.equal(y) for x, y in zip(found, expected, strict=True))


def test_valid_lens_may_be_missing_or_floats(build_model, batch):
    tokens, segments, valid_lens, _ = batch
    model = build_model()
    assert model(tokens, segments)[1] is None
    one, other = (model(tokens, segments, lens)[0] for lens in (valid_lens, valid_lens.float()))
    assert one.equal(other)


def _bad_call():
    check_positions(torch.full((2, 4), 7), torch.zeros(2, 7))


def test_unchecked_skips_every_check():
    nonsense = torch.full((2, 4), -1)
    with unchecked():
        _bad_call()
        check_sequences(nonsense, None, None, vocab_size=1, max_len=1)
    with pytest.raises(IndexError):
        _bad_call()


def test_unchecked_blocks_nest():
    with unchecked():
        with unchecked():
            _bad_call()
        _bad_call()
    with pytest.raises(IndexError):
        _bad_call()


def test_values_on_the_meta_device_are_not_read():
    check_token_ids(torch.empty(2, 7, dtype=torch.int64, device="meta"), 23)
    positions = torch.zeros(2, 4, dtype=torch.int64, device="meta")
    check_positions(positions, torch.zeros(2, 7, device="meta"))
    tokens = torch.zeros(2, 7, dtype=torch.int64, device="meta")
    check_sequences(tokens, tokens, None, vocab_size=23, max_len=13)


def test_compiled_code_is_one_graph_and_skips_the_checks(build_model, batch):
    """`fullgraph` fails at whatever must wait for a tensor's value."""
    model = build_model()
    compiled = torch.compile(model, backend="eager", fullgraph=True)
    found, expected = compiled(*batch), model(*batch)
    assert all(x.equal(y) for x, y in zip(found, expected, strict=True))
    tokens, segments, _, positions = batch
    assert compiled(tokens, segments, torch.tensor([0, 7]), positions)[0].isfinite().all()
