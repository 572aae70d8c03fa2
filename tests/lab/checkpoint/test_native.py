"""bert_lab.checkpoint.native: a round trip is exact to the bit."""

import json
from dataclasses import asdict

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from bert_lab.checkpoint import load_checkpoint, load_mini_bert, save_checkpoint
from bert_lab.successors.modernbert import gate_ffn
from bert_lab.successors.modernbert_attention import rotate_positions
from bert_lab.successors.roberta import RoBERTa
from bert_lab.text.tokenization import train_word_level

FILES = ("config.json", "model.safetensors", "tokenizer.json")


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([[" ".join("abcdefghijklmnopqr")]])


@pytest.fixture
def folder(tmp_path, build_model, tokenizer):
    """A checkpoint of the original's variant."""
    save_checkpoint(tmp_path, build_model(tied_decoder=True), tokenizer)
    return tmp_path


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


def test_half_precision_rounds_once(variant, tmp_path, build_model, tokenizer):
    model = build_model(**variant)
    one, other = tmp_path / "one", tmp_path / "other"
    save_checkpoint(one, model, tokenizer, torch.float16)
    loaded, loaded_tokenizer = load_checkpoint(one)
    for name, weight in loaded.state_dict().items():
        assert weight.dtype == torch.float32
        assert weight.equal(model.state_dict()[name].half().float())
    stored = load_file(one / "model.safetensors")
    assert {weight.dtype for weight in stored.values()} == {torch.float16}
    save_checkpoint(other, loaded, loaded_tokenizer, torch.float16)
    assert sorted(path.name for path in other.iterdir()) == sorted(FILES)
    assert all((one / name).read_bytes() == (other / name).read_bytes() for name in FILES)


def test_the_model_given_stays_as_it_is(tmp_path, build_model, tokenizer):
    model = build_model()
    before = _weights(model)
    save_checkpoint(tmp_path, model, tokenizer, torch.float16)
    assert all(weight.equal(before[name]) for name, weight in model.state_dict().items())


@pytest.mark.parametrize("tied", [False, True])
def test_a_tied_weight_is_stored_once_and_tied_again(tied, tmp_path, build_model, tokenizer):
    model = build_model(tied_decoder=tied)
    save_checkpoint(tmp_path, model, tokenizer)
    stored = load_file(tmp_path / "model.safetensors")
    assert stored.keys() == dict(model.named_parameters()).keys()
    assert ("mlm.decoder.weight" in stored) == (not tied)
    loaded, _ = load_checkpoint(tmp_path)
    assert (loaded.mlm.decoder.weight is loaded.encoder.token_embedding.weight) == tied


def test_the_header_says_where_it_came_from(tmp_path, build_model, tokenizer):
    metadata = {"command": "python -m bert_lab.pretraining", "corpus": "mini-world"}
    save_checkpoint(tmp_path, build_model(), tokenizer, metadata=metadata)
    with safe_open(tmp_path / "model.safetensors", "pt") as file:
        assert file.metadata() == metadata


def test_the_configuration_can_be_read_by_eye(folder, build_model):
    text = (folder / "config.json").read_text("utf-8")
    assert json.loads(text) == asdict(build_model(tied_decoder=True).config)
    assert text.count("\n") > 10


def test_loading_draws_nothing_from_the_global_generator(folder):
    before = torch.get_rng_state()
    load_checkpoint(folder)
    assert torch.get_rng_state().equal(before)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(name, folder):
    (folder / name).unlink()
    with pytest.raises(FileNotFoundError, match=f"config.json, model.safetensors.*missing {name}$"):
        load_checkpoint(folder)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(
        FileNotFoundError, match=r"nowhere: .* missing config.json, model.safetensors"
    ):
        load_checkpoint(tmp_path / "nowhere")


def _change_weights(folder, change):
    path = folder / "model.safetensors"
    weights = load_file(path)
    change(weights)
    save_file(weights, path)


MISFITS = {
    "mlm.decoder.bias": lambda weights: weights.update({"mlm.decoder.bias": torch.zeros(24)}),
    "nsp.output.weight": lambda weights: weights.pop("nsp.output.weight"),
    "encoder.token_embedding.weight": lambda weights: weights.pop("encoder.token_embedding.weight"),
    "one.too.many": lambda weights: weights.update({"one.too.many": torch.zeros(2)}),
    "nsp.output.bias": lambda weights: weights.update({"nsp.output.bias": torch.zeros(2).long()}),
}


@pytest.mark.parametrize("name", MISFITS)
def test_weights_that_do_not_fit_are_refused(name, folder):
    _change_weights(folder, MISFITS[name])
    with pytest.raises(ValueError, match=f"the weights do not fit config.json(.|\n)*{name}"):
        load_checkpoint(folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"hidden_size": 768}', "expected the fields of BERTConfig .*from_pretrained$"),
        ('{"vocab_size": "23"}', "vocab_size must be a positive whole number, but is '23'"),
        ('{"vocab_size": 23, "dropout": "high"}', "expected the fields of BERTConfig"),
        ("[]", "expected an object with fields, got list"),
        ("not JSON", "expected JSON"),
        ("[" * 99_999, "expected JSON"),
        ("\xff", "expected JSON"),
    ],
)
def test_a_configuration_of_another_kind_is_refused(text, message, folder):
    (folder / "config.json").write_text(text, "latin-1")
    with pytest.raises(ValueError, match=f"config.json: {message}"):
        load_checkpoint(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_blks": 10**12}, r"expected 1000000000000 blocks, got 44 tensors"),
        ({"vocab_size": 10**30}, "expected sizes of which a model can be built"),
        ({"vocab_size": 24}, r"token_embedding.weight: expected shape \(24, 15\), got \(23, 15\)"),
    ],
)
def test_sizes_that_no_file_has_cost_no_memory(changes, message, folder):
    fields = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(fields | changes))
    with pytest.raises(ValueError, match=f"model.safetensors: .*fit config.json: .*{message}"):
        load_checkpoint(folder)


def test_a_tokenizer_of_another_kind_is_refused(folder):
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ValueError, match=r"tokenizer.json: expected a file of the tokenizers lib"):
        load_checkpoint(folder)


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
    return gate_ffn(model, torch.Generator())
