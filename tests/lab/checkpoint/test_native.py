"""bert_lab.checkpoint.native: a round trip is exact to the bit."""

import pytest
from safetensors.torch import load_file

from bert_lab.checkpoint import load_checkpoint, load_mini_bert, save_checkpoint
from bert_lab.successors.modernbert import GatedFFN
from bert_lab.successors.modernbert_attention import rotate_positions
from bert_lab.successors.roberta import RoBERTa
from bert_lab.text.tokenization import train_word_level


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([[" ".join("abcdefghijklmnopqr")]])


def _weights(model):
    return {name: weight.clone() for name, weight in model.state_dict().items()}


def test_round_trip_is_exact(variant, tmp_path, build_model, tokenizer, batch):
    model = build_model(**variant).train()
    save_checkpoint(tmp_path / "new" / "folder", model, tokenizer)
    loaded, loaded_tokenizer = load_checkpoint(tmp_path / "new" / "folder")
    assert loaded.config == model.config
    assert not loaded.training
    assert loaded_tokenizer.to_str() == tokenizer.to_str()
    expected = _weights(model)
    assert expected.keys() == loaded.state_dict().keys()
    assert all(weight.equal(expected[name]) for name, weight in loaded.state_dict().items())
    for one, other in zip(loaded(*batch), model.eval()(*batch), strict=True):
        assert one.equal(other)


@pytest.mark.parametrize("tied", [False, True])
def test_a_tied_weight_is_stored_once_and_tied_again(tied, tmp_path, build_model, tokenizer):
    model = build_model(tied_decoder=tied)
    save_checkpoint(tmp_path, model, tokenizer)
    stored = load_file(tmp_path / "model.safetensors")
    assert stored.keys() == dict(model.named_parameters()).keys()
    assert ("mlm.decoder.weight" in stored) == (not tied)
    loaded, _ = load_checkpoint(tmp_path)
    assert (loaded.mlm.decoder.weight is loaded.encoder.token_embedding.weight) == tied


def test_what_was_changed_after_it_was_built_is_not_written(tmp_path, build_model):
    """Rotary positions have the parameters that there were, a gated network has others."""
    sizes = {"num_hiddens": 12, "init_std": 0.02}
    _, tokenizer = load_mini_bert()
    for change, part in ((rotate_positions, "attention"), (gated, "ffn")):
        model = change(build_model(**sizes))
        with pytest.raises(ValueError, match=rf"these parts differ: encoder.blks.0.{part}"):
            save_checkpoint(tmp_path / "new", model, tokenizer)
    model = RoBERTa(**vars(build_model(**sizes).config))
    with pytest.raises(ValueError, match=r"its class; save_pretrained keeps a RoBERTa"):
        save_checkpoint(tmp_path / "new", model, tokenizer)
    assert not (tmp_path / "new").exists()


def gated(model):
    model.encoder.blks[0].ffn = GatedFFN(12, 8)
    return model
