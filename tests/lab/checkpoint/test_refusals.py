"""Folders that don't hold a whole model are refused by name, in one line, with exit code 2."""

import json
from functools import partial

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load, load_file, save_file

from bert_lab.ask.__main__ import main as ask
from bert_lab.checkpoint import (
    add_adapter,
    load_bert,
    load_checkpoint,
    load_packed,
    save_checkpoint,
    save_packed,
    save_pretrained,
)
from bert_lab.checkpoint.adapter import write_adapter
from bert_lab.checkpoint.base import describe_base
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.snapshots import SCALE, load_state, save_state
from bert_lab.text.tokenization import train_word_level
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS

SWITCHES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.02, "activation": "gelu"}
QUERY = "bert.encoder.layer.1.attention.self.query.weight"
WORDS = "bert.embeddings.word_embeddings.weight"
COPY = "cls.predictions.decoder"
WEIGHTS = "model.safetensors"


def _write(folder, build_model, form="reference"):
    model = build_model(**SWITCHES)
    if form == "own":
        save_checkpoint(folder, model, train_word_level([[" ".join("abcdefghijklmnopqr")]]))
    else:
        save_pretrained(model, folder)
        words = [*ORIGINAL_SPELLINGS, *"abcdefghijklmnopqr"]
        (folder / "vocab.txt").write_text("\n".join(words), "utf-8")


def _tensors(**changed):
    """A damage: tensors that are changed, or with None taken away."""

    def damage(folder):
        tensors = load_file(folder / WEIGHTS) | changed
        save_file({n: t for n, t in tensors.items() if t is not None}, folder / WEIGHTS)

    return damage


def _fields(name="config.json", **changed):
    def damage(folder):
        path = folder / name
        fields = json.loads(path.read_text("utf-8")) if path.exists() else {}
        path.write_text(json.dumps(fields | changed), "utf-8")

    return damage


def _file(name, content):
    def damage(folder):
        if content is None:
            (folder / name).unlink()
        else:
            (folder / name).write_bytes(content)

    return damage


def _pickled(folder):
    (folder / WEIGHTS).unlink()
    torch.save({"a": partial(print)}, folder / "pytorch_model.bin")


def _lost_shard(folder):
    (folder / WEIGHTS).unlink()
    _fields(f"{WEIGHTS}.index.json", weight_map={WORDS: "model-1.safetensors"})(folder)


REFERENCE = {
    "a tensor is missing": (_tensors(**{QUERY: None}), f"missing: {QUERY}; too many: none"),
    "one too many": (
        _tensors(**{"bert.encoder.layer.2.output.dense.bias": torch.zeros(15)}),
        "missing: none; too many: bert.encoder.layer.2.output.dense.bias",
    ),
    "another shape": (
        _tensors(**{QUERY: torch.zeros(15, 14)}),
        f"{QUERY}: expected shape (15, 15), got (15, 14)",
    ),
    "a decoder that is not tied": (
        _tensors(**{f"{COPY}.weight": torch.zeros(23, 15)}),
        f"{COPY}.weight: expected the numbers of {WORDS}",
    ),
    "no weights": (_file(WEIGHTS, None), "expected model.safetensors, or pytorch_model.bin"),
    "a pickle that runs code": (_pickled, "pytorch_model.bin: "),
    "a shard is missing": (_lost_shard, "missing model-1.safetensors"),
    "no configuration": (_file("config.json", None), "missing config.json"),
    "another family": (_fields(model_type="t5"), "expected that of a BERT, RoBERTa or ModernBERT"),
    "three segments": (_fields(type_vocab_size=3), "type_vocab_size: expected 2, got 3"),
    "a word for a size": (_fields(hidden_size="15"), "'15'"),
    "a million blocks": (_fields(num_hidden_layers=10**9), "expected 1000000000 blocks"),
    "no vocabulary": (_file("vocab.txt", None), "expected a vocabulary, found none"),
    "more words than rows": (
        _file("vocab.txt", "\n".join([*ORIGINAL_SPELLINGS, *map(str, range(30))]).encode()),
        "expected a vocabulary for the 23 rows of the model's embedding, got 35 tokens",
    ),
    "a tokenizer of another kind": (
        _fields("tokenizer_config.json", tokenizer_class="BertJapaneseTokenizer"),
        "a BertJapaneseTokenizer is none of the tokenizers library",
    ),
}
OWN = {
    "another shape": (
        _tensors(**{"mlm.decoder.bias": torch.zeros(24)}),
        "mlm.decoder.bias: expected shape (23,), got (24,)",
    ),
    "cut off": (_file(WEIGHTS, b"\0" * 100), "no safetensors file, or a damaged one"),
    "other fields": (_fields(hidden_size=768), "config.json: expected the fields of BERTConfig"),
    "a million blocks": (_fields(num_blks=10**12), "expected 1000000000000 blocks"),
    "no tokenizer": (_file("tokenizer.json", b"{}"), "expected a file of the tokenizers library"),
    "another tokenizer": (
        lambda folder: train_word_level([["one two"]]).save(str(folder / "tokenizer.json")),
        "expected a vocabulary for the 23 rows of the model's embedding, got 7 tokens",
    ),
}
CASES = [("reference", *case) for case in REFERENCE.items()]
CASES += [("own", *case) for case in OWN.items()]


@pytest.mark.parametrize(("form", "name", "case"), CASES, ids=[f"{c[0]}, {c[1]}" for c in CASES])
def test_each_is_one_line_that_names_it(form, name, case, tmp_path, build_model, capsys):
    damage, message = case
    _write(tmp_path, build_model, form)
    damage(tmp_path)
    with pytest.raises(SystemExit) as stop:
        ask([str(tmp_path), "a [MASK]"])
    assert stop.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert str(tmp_path) in line


def test_a_name_that_is_none_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    (tmp_path / "file.txt").write_text("")
    for name in ("./nowhere", "owner/nobody-s", "", str(tmp_path / "file.txt")):
        with pytest.raises(FileNotFoundError, match=f"^{name}: (no folder here|expected the)"):
            find_folder(name)


ODD = {"not a number": float("nan"), "infinite": float("inf")}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("way", ["own", "reference", "adapter", "packed", "state"])
def test_numbers_that_are_none_are_refused_by_whichever_way_they_come(
    way, odd, tmp_path, build_model
):
    path, read = _stored(way, tmp_path, build_model)
    read()
    tensors = load(path.read_bytes())
    with safe_open(path, "pt") as file:
        header = file.metadata()
    for name in [n for n, tensor in tensors.items() if tensor.is_floating_point()][::9]:
        changed = tensors[name].clone()
        changed.view(-1)[-1] = odd
        save_file(tensors | {name: changed}, path, header)
        with pytest.raises(ValueError, match=rf"{name.removesuffix(SCALE)}: expected finite"):
            read()


def _stored(way, folder, build_model):
    """A model stored in one form: the file of its weights, and its reader."""
    model, path = build_model(**SWITCHES), folder / WEIGHTS
    words = train_word_level([[" ".join("abcdefghijklmnopqr")]])
    if way == "packed":
        save_packed(path, model, words)
        return path, partial(load_packed, path)
    if way == "state":
        save_state(model, 3, folder)
        return folder / "3.safetensors", partial(load_state, model.config, 3, folder)
    _write(folder, build_model, "own" if way == "adapter" else way)
    if way == "adapter":
        add_adapter(model, 2)
        write_adapter(folder / "adapter", model, describe_base(folder, folder / "adapter"))
        return folder / "adapter" / "adapter.safetensors", partial(load_bert, folder / "adapter")
    return path, partial(load_checkpoint if way == "own" else load_bert, folder)
