"""The reference layout: exact round trips, and damaged folders refused.

What the reference implementation makes of it is in parity/test_transformers.py.
"""

import json
import struct

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from bert_lab.checkpoint import from_pretrained, missing_heads, save_pretrained

QUERY = "bert.encoder.layer.1.attention.self.query.weight"
POOLER = "bert.pooler.dense"


@pytest.fixture(scope="module")
def model(build_model):
    changes = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.02, "activation": "gelu"}
    model = build_model(**changes)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():  # biases and norms too, which start at 0 and 1
        for parameter in model.parameters():
            parameter += 0.1 * torch.randn(parameter.shape, generator=generator)
    return model


@pytest.fixture
def folder(tmp_path, model):
    save_pretrained(model, tmp_path)
    return tmp_path


def change(folder, change):
    """Apply a function to the dictionary of tensors in place."""
    path = folder / "model.safetensors"
    tensors = load_file(path)
    change(tensors)
    save_file(tensors, path)


def test_round_trip_is_exact(folder, model, batch):
    loaded = from_pretrained(folder)
    assert loaded.config == model.config
    assert missing_heads(folder) == ()
    assert not loaded.training
    assert loaded.mlm.decoder.weight is loaded.encoder.token_embedding.weight
    for name, weight in loaded.state_dict().items():
        assert weight.equal(model.state_dict()[name]), name
    for one, other in zip(loaded(*batch), model(*batch), strict=True):
        assert one.equal(other)


def test_two_files_and_a_header_that_says_whose_tensors_these_are(folder):
    assert sorted(path.name for path in folder.iterdir()) == ["config.json", "model.safetensors"]
    config = json.loads((folder / "config.json").read_text("utf-8"))
    assert config["architectures"] == ["BertForPreTraining"]
    with safe_open(folder / "model.safetensors", "pt") as file:
        assert file.metadata() == {"format": "pt"}


def test_the_classes_of_the_nsp_head_change_places(folder, model):
    stored = load_file(folder / "model.safetensors")
    for kind in ("weight", "bias"):
        ours = getattr(model.nsp.output, kind)
        assert stored[f"cls.seq_relationship.{kind}"].equal(ours.flip(0))
        assert not ours.equal(ours.flip(0))


def test_a_variant_that_can_t_be_said_writes_nothing(tmp_path, build_model):
    with pytest.raises(ValueError, match="got tied_decoder=False"):
        save_pretrained(build_model(embedding_norm=True, init_std=0.02), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_half_precision_is_read_as_float32(folder, model):
    change(folder, lambda tensors: tensors.update({n: t.half() for n, t in tensors.items()}))
    loaded = from_pretrained(folder)
    for name, weight in loaded.state_dict().items():
        assert weight.dtype == torch.float32
        assert weight.equal(model.state_dict()[name].half().float())


def test_reading_draws_nothing_from_the_global_generator(folder):
    before = torch.get_rng_state()
    from_pretrained(folder)
    assert torch.get_rng_state().equal(before)


def _without(*prefixes):
    def drop(tensors):
        for name in [name for name in tensors if name.startswith(prefixes)]:
            del tensors[name]

    return drop


HEADS = {"hidden": POOLER, "mlm": "cls.predictions", "nsp": "cls.seq_relationship"}


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_is_not_there_is_drawn_and_said(head, folder, model):
    change(folder, _without(HEADS[head]))

    def read(seed):
        return from_pretrained(folder, generator=torch.Generator().manual_seed(seed))

    one, same, other = read(0), read(0), read(1)
    with pytest.warns(UserWarning, match=f"has no {head}: drawn at random, to be trained"):
        from_pretrained(folder)
    assert missing_heads(folder) == (head,)
    for name, weight in one.state_dict().items():
        assert weight.equal(same.state_dict()[name])
        new = name.startswith(head) and name != "mlm.decoder.weight"  # tied: the encoder's
        assert new or weight.equal(model.state_dict()[name]), name
        if new and weight.dim() > 1:
            assert weight.std() < 0.03  # by init_std
            assert not weight.equal(other.state_dict()[name])
    assert one.mlm.decoder.weight is one.encoder.token_embedding.weight


# what is done to the tensors, and the name that the error has to give
DAMAGED = {
    "missing": (_without(QUERY), f"missing: {QUERY}"),
    "half a head": (_without(f"{POOLER}.bias"), f"missing: {POOLER}.bias"),
    "renamed": (
        lambda tensors: tensors.update({"bert.pooler.linear.bias": tensors.pop(f"{POOLER}.bias")}),
        f"missing: {POOLER}.bias; not one of them: bert.pooler.linear.bias",
    ),
    "one too many": (
        lambda tensors: tensors.update({"classifier.weight": torch.zeros(2, 15)}),
        "not one of them: classifier.weight",
    ),
    "wrong shape": (
        lambda tensors: tensors.update({QUERY: torch.zeros(15, 14)}),
        rf"{QUERY}: expected shape \(15, 15\), got \(15, 14\)",
    ),
    "positions with a batch axis": (
        lambda tensors: tensors.update(
            {"bert.embeddings.position_embeddings.weight": torch.zeros(1, 13, 15)}
        ),
        r"position_embeddings.weight: expected shape \(13, 15\), got \(1, 13, 15\)",
    ),
    "whole numbers": (
        lambda tensors: tensors.update({QUERY: torch.zeros(15, 15).long()}),
        f"{QUERY}: expected real numbers, got I64",
    ),
    "a decoder that is not tied": (
        lambda tensors: tensors.update({"cls.predictions.decoder.weight": torch.zeros(23, 15)}),
        "cls.predictions.decoder.weight: expected the numbers of bert.embeddings.word_embeddings",
    ),
    "a decoder of whole numbers": (
        lambda tensors: tensors.update(
            {"cls.predictions.decoder.weight": torch.zeros(23, 15).long()}
        ),
        "cls.predictions.decoder.weight: expected real numbers, got I64",
    ),
    "a decoder's bias that repeats nothing": (
        lambda tensors: tensors.update(
            {"cls.predictions.decoder.bias": tensors.pop("cls.predictions.bias")}
        ),
        "missing: cls.predictions.bias",
    ),
}


@pytest.mark.parametrize(("damage", "message"), DAMAGED.values(), ids=DAMAGED)
def test_tensors_that_do_not_fit_are_refused_by_name(damage, message, folder):
    change(folder, damage)
    with pytest.raises(ValueError, match=rf"model.safetensors: .*{message}"):
        from_pretrained(folder)


def test_copies_of_tied_tensors_are_read_past(folder, model):
    def copy(tensors):
        tensors["cls.predictions.decoder.weight"] = tensors[
            "bert.embeddings.word_embeddings.weight"
        ].clone()
        tensors["cls.predictions.decoder.bias"] = tensors["cls.predictions.bias"].clone()
        tensors["bert.embeddings.position_ids"] = torch.arange(13)[None]

    change(folder, copy)
    loaded = from_pretrained(folder).state_dict()
    assert all(weight.equal(model.state_dict()[name]) for name, weight in loaded.items())


HOSTILE = {
    "a header of 2**60 bytes": struct.pack("<Q", 2**60) + b"{}",
    "a header that is a list": struct.pack("<Q", 2) + b"[]",
    "offsets that are words": struct.pack("<Q", 26) + b'{"a":{"data_offsets":"xy"}}',
    "a pickle": b"\x80\x04}q\x00.",
    "text": b"version https://git-lfs.github.com/spec/v1\n",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_safetensors_file_is_refused(content, folder):
    (folder / "model.safetensors").write_bytes(content)
    with pytest.raises(ValueError, match=r"model\.safetensors: no safetensors file"):
        from_pretrained(folder)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "bert_model.ckpt"])
def test_pickled_weights_are_refused_with_the_reason(name, folder):
    (folder / "model.safetensors").rename(folder / name)
    with pytest.raises(
        ValueError, match=f"expected model.safetensors, found {name}.*runs whatever code"
    ):
        from_pretrained(folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_missing_file_is_named(name, folder):
    (folder / name).unlink()
    with pytest.raises(FileNotFoundError, match=f"config.json, model.safetensors, missing {name}$"):
        from_pretrained(folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"model_type": "t5"}', "model_type: T5 is not covered; released models of BERT, RoBERTa"),
        ("not JSON", "expected JSON .Expecting value"),
        ("[]", "expected an object with fields, got list"),
        ('{"model_type": ["bert"]}', r"model_type: \['bert'\] is not covered"),
        ('{"vocab_size": 23, "num_hiddens": 15}', "this is the book's own form"),
        ('{"vocab_size": 0}', "vocab_size must be a positive whole number, but is 0"),
    ],
)
def test_a_configuration_of_another_kind_is_refused(text, message, folder):
    (folder / "config.json").write_text(text)
    with pytest.raises(ValueError, match=f"config.json: {message}"):
        from_pretrained(folder)


OTHERS = {
    "GPT-2": ("h.0.attn.bias", "h.0.attn.c_attn.weight", "wte.weight"),
    "RoBERTa": ("lm_head.dense.weight", "roberta.embeddings.word_embeddings.weight"),
    "T5": ("encoder.block.0.layer.0.SelfAttention.q.weight", "shared.weight"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_another_model_s_weights_are_named(other, folder):
    save_file({name: torch.zeros(3) for name in OTHERS[other]}, folder / "model.safetensors")
    found = f"expected the tensors of a BERT, got those of a {other}: {OTHERS[other][0]}"
    with pytest.raises(ValueError, match=rf"{found}.*; released models of BERT"):
        from_pretrained(folder)


def test_weights_of_no_known_program_are_named(folder):
    save_file({f"gate.{i}": torch.zeros(3) for i in range(4)}, folder / "model.safetensors")
    with pytest.raises(ValueError, match=r"missing: bert.*; not one of them: gate.0, "):
        from_pretrained(folder)
