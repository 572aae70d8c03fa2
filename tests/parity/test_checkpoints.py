"""Checkpoints that `transformers` writes of other BERTs, and ours on the way there and back."""

import pytest
import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining, BertModel

from bert_lab.checkpoint import (
    from_pretrained,
    load_packed,
    missing_heads,
    save_packed,
    save_pretrained,
)
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import SMALL, assert_close

CONFIG = BertConfig(
    vocab_size=23,
    hidden_size=15,
    intermediate_size=11,
    num_attention_heads=3,
    num_hidden_layers=2,
    max_position_embeddings=13,
    initializer_range=0.3,
)


def _kinds():
    """What is stored, and the heads it lacks."""
    yield "encoder and pooler", BertModel, {}, ("mlm", "nsp")
    yield "encoder", BertModel, {"add_pooling_layer": False}, ("hidden", "mlm", "nsp")
    yield "masked language model", BertForMaskedLM, {}, ("hidden", "nsp")
    yield "both heads", BertForPreTraining, {}, ()


@pytest.fixture(params=_kinds(), ids=lambda kind: kind[0])
def stored(request, tmp_path):
    _, kind, options, absent = request.param
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        theirs = kind(CONFIG, **options).eval()
    theirs.save_pretrained(tmp_path)
    return tmp_path, theirs, absent


def test_each_kind_says_its_new_heads_and_encodes_the_same(stored, batch, recwarn):
    folder, theirs, absent = stored
    ours = from_pretrained(folder)
    assert missing_heads(folder) == absent
    assert len(recwarn) == bool(absent)
    tokens, segments, valid_lens, positions = batch
    valid = torch.arange(tokens.shape[1]) < valid_lens[:, None]
    expected = theirs(
        input_ids=tokens,
        token_type_ids=segments,
        attention_mask=valid.long(),
        output_hidden_states=True,
    )
    encoded_X, mlm_Y_hat, nsp_Y_hat = ours(*batch)
    assert_close(encoded_X[valid], expected.hidden_states[-1][valid], roundings=SMALL)
    if "mlm" not in absent:
        logits = expected[0].gather(1, positions[:, :, None].expand(-1, -1, 23))
        real = valid.gather(1, positions)
        assert_close(mlm_Y_hat[real], logits[real], roundings=SMALL)
    if "nsp" not in absent:
        assert_close(nsp_Y_hat, expected.seq_relationship_logits.flip(-1), roundings=SMALL)


def test_round_trip_through_transformers_is_exact(tmp_path, build_model):
    ours = build_model(embedding_norm=True, tied_decoder=True, init_std=0.02, norm_eps=1e-7)
    one, other = tmp_path / "ours", tmp_path / "theirs"
    save_pretrained(ours, one)
    BertForPreTraining.from_pretrained(one).save_pretrained(other)
    again = from_pretrained(other)
    assert again.config == ours.config
    for name, weight in again.state_dict().items():
        assert weight.equal(ours.state_dict()[name]), name
    # and there: as many tensors under the same names, bit by bit
    before, after = (load_file(folder / "model.safetensors") for folder in (one, other))
    assert before.keys() == after.keys()
    assert all(tensor.equal(after[name]) for name, tensor in before.items())


def test_the_line_that_load_packed_documents(tmp_path, build_model, batch):
    tokenizer = train_word_level([[" ".join(f"w{i}" for i in range(18))]])
    switches = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.3}
    save_packed(tmp_path / "my-bert.safetensors", build_model(**switches), tokenizer)
    ours = load_packed(tmp_path / "my-bert.safetensors")[0]
    save_pretrained(ours, tmp_path / "my-bert")
    theirs = BertForPreTraining.from_pretrained(tmp_path / "my-bert").eval()
    tokens, segments, valid_lens, positions = batch
    valid = torch.arange(tokens.shape[1]) < valid_lens[:, None]
    expected = theirs(input_ids=tokens, token_type_ids=segments, attention_mask=valid.long())
    _, mlm_Y_hat, nsp_Y_hat = ours(*batch)
    logits = expected.prediction_logits.gather(1, positions[:, :, None].expand(-1, -1, 23))
    real = valid.gather(1, positions)
    assert_close(mlm_Y_hat[real], logits[real], roundings=SMALL)
    assert_close(nsp_Y_hat, expected.seq_relationship_logits.flip(-1), roundings=SMALL)
