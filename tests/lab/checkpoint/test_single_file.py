"""bert_lab.checkpoint.single_file: one file there and back; tests/parity has it in transformers."""

import json
import struct

import pytest

from bert_core.inputs import SPECIAL_TOKENS
from bert_lab.checkpoint import MINI_BERT, load_mini_bert, load_packed, save_packed
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.checkpoint.single_file import unpacked
from bert_lab.text.tokenization import train_word_level

WORDS = [*SPECIAL_TOKENS, *(f"w{i}" for i in range(18))]  # V = 23, as in `build_model`


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([[" ".join(WORDS[5:])]])


@pytest.fixture
def file(tmp_path, build_model, tokenizer):
    path = tmp_path / "my-bert.safetensors"
    save_packed(path, build_model(tied_decoder=True), tokenizer)
    return path


def with_header(data, change):
    """The file with its header modified."""
    end = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:end])
    change(header)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data[end:]


def test_the_shipped_model_comes_back_with_its_tokenizer():
    model, tokenizer = unpacked(pack_folder(MINI_BERT))
    shipped, own = load_mini_bert()
    assert model.config == shipped.config
    assert not model.training
    for name, weight in model.state_dict().items():
        assert weight.equal(shipped.state_dict()[name]), name
    assert tokenizer.to_str() == own.to_str()


def test_any_variant_makes_the_round_trip(variant, tmp_path, build_model, tokenizer, batch):
    model = build_model(**variant).half().float()
    save_packed(tmp_path / "a", model, tokenizer)
    loaded, words = load_packed(tmp_path / "a")
    assert loaded.config == model.config
    assert words.get_vocab() == tokenizer.get_vocab()
    for one, other in zip(loaded(*batch), model.eval()(*batch), strict=True):
        assert one.equal(other)
    save_packed(tmp_path / "b", loaded, words)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def _changed(**fields):
    def change(header):
        config = json.loads(header["__metadata__"]["config"])
        header["__metadata__"]["config"] = json.dumps(config | fields)

    return change


def _with_metadata(name, value):
    return lambda header: header["__metadata__"].__setitem__(name, value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda header: header.pop("__metadata__"), "expected a header with config and vocab"),
        (_with_metadata("version", "2"), "expected version 1, got 2: use a newer book"),
        (_with_metadata("config", '{"hidden_size": 3}'), "expected the fields of BERTConfig"),
        (_with_metadata("vocab", json.dumps(WORDS[:-1])), "expected 23 words, each of them once"),
        (
            _with_metadata("vocab", json.dumps([*WORDS[:-1], "w0"])),
            "expected 23 words, each of them once",
        ),
        (_with_metadata("vocab", json.dumps(WORDS[::-1])), "to begin with <pad> <unk> <cls>"),
        (_changed(num_blks=10**12), "expected 1000000000000 blocks, got 44 tensors"),
        (_changed(max_len=12), r"pos_embedding: .* shape \(1, 12, 15\), got"),
        (_changed(tied_decoder=False), "missing: mlm.decoder.weight"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(change, message, file):
    file.write_bytes(with_header(file.read_bytes(), change))
    with pytest.raises(ValueError, match=f"my-bert.safetensors: .*{message}"):
        load_packed(file)
