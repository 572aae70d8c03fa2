"""What lies where a checkpoint is expected: a sentence for each form, by its usual name."""

import gzip
import struct

import pytest
from safetensors.torch import load_file, save_file

from bert_lab.ask.__main__ import main as ask
from bert_lab.checkpoint import MINI_BERT, load_bert, load_packed, save_pretrained
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS

# the files of a folder, and what has to be said of them
FORMS = {
    "a pickle": (["pytorch_model.bin"], "found pytorch_model.bin. Such files are pickled"),
    "pickles in parts": (["pytorch_model-00001-of-00002.bin"], "Such files are pickled"),
    "shards": (
        ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"],
        "sharded safetensors",
    ),
    "a damaged index": (["model.safetensors.index.json"], "model.safetensors.index.json"),
    "TensorFlow 2": (["tf_model.h5"], "a TensorFlow checkpoint"),
    "TensorFlow 1": (
        ["bert_model.ckpt.index", "bert_model.ckpt.data-00000-of-00001"],
        "a TensorFlow checkpoint",
    ),
    "Flax": (["flax_model.msgpack"], "a Flax checkpoint"),
    "ONNX": (["model.onnx"], "an ONNX model"),
    "GGUF": (["bert-q4_0.gguf"], "a GGUF model"),
    "PEFT": (["adapter_config.json", "adapter_model.safetensors"], "an adapter of PEFT"),
    "PEFT, pickled": (["adapter_config.json", "adapter_model.bin"], "an adapter of PEFT"),
    "another name": (["bert.safetensors"], "weights under another name"),
    "an archive": (["uncased_L-2_H-128_A-2.zip"], "an archive. Unpack it"),
    "several": (
        ["flax_model.msgpack", "pytorch_model.bin", "tf_model.h5"],
        "Such files are pickled",
    ),
}


@pytest.fixture
def folder(tmp_path, build_model):
    switches = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.02}
    save_pretrained(build_model(**switches), tmp_path)
    (tmp_path / "vocab.txt").write_text("\n".join([*ORIGINAL_SPELLINGS, *"abcdefghijklmnopqr"]))
    return tmp_path


def refused(folder, capsys):
    """The command's error line, which must name the folder."""
    with pytest.raises(SystemExit) as stop:
        ask([str(folder), "a [MASK]"])
    assert stop.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(folder) in line
    return line


@pytest.mark.parametrize("config", [True, False], ids=["with config.json", "without"])
@pytest.mark.parametrize(("names", "sentence"), FORMS.values(), ids=FORMS)
def test_a_folder_with_another_form_says_which(names, sentence, config, folder, capsys):
    (folder / "model.safetensors").unlink()
    if not config:
        (folder / "config.json").unlink()
    for name in names:
        (folder / name).write_bytes(b"x")
    line = refused(folder, capsys)
    assert sentence in line
    assert any(name in line for name in names)


def test_weights_that_are_there_are_read_whatever_lies_beside_them(folder):
    for names, _ in FORMS.values():
        for name in names:
            (folder / name).write_bytes(b"x")
    load_bert(folder)


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 133466304\n"
CONTENTS = {
    "a pointer": (POINTER, "a pointer of Git LFS"),
    "nothing": (b"", "an empty file"),
    "a web page": (b"\n<!DOCTYPE html>\n<html>", "a web page"),
    "a pickle": (b"PK\x03\x04....", "PyTorch weights"),
    "an older pickle": (b"\x80\x02\x8a\nl", "PyTorch weights"),
    "HDF5": (b"\x89HDF\r\n\x1a\n", "a TensorFlow checkpoint"),
    "GGUF": (b"GGUF\x03\0\0\0", "a GGUF model"),
    "gzip": (gzip.compress(b"x"), "an archive"),
    "noise": (struct.pack("<Q", 7) + b"1234567", "no safetensors file, or a damaged one"),
}


@pytest.mark.parametrize(("content", "sentence"), CONTENTS.values(), ids=CONTENTS)
def test_a_file_of_weights_that_is_something_else_says_what(content, sentence, folder, capsys):
    (folder / "model.safetensors").write_bytes(content)
    assert sentence in refused(folder, capsys)
    with pytest.raises(ValueError, match="no safetensors file") as caught:
        load_packed(folder / "model.safetensors")
    assert sentence in str(caught.value)


@pytest.mark.parametrize("name", ["config.json", "vocab.txt"])
@pytest.mark.parametrize("kind", ["a pointer", "nothing", "a web page"])
def test_so_does_any_other_file_of_it(kind, name, folder, capsys):
    content, sentence = CONTENTS[kind]
    (folder / name).write_bytes(content)
    line = refused(folder, capsys)
    assert sentence in line
    assert line.count(name) == 1


def test_the_book_s_own_form_says_it_too(tmp_path, capsys):
    (tmp_path / "config.json").write_bytes((MINI_BERT / "config.json").read_bytes())
    (tmp_path / "pytorch_model.bin").write_bytes(b"x")
    assert "found pytorch_model.bin. Such files" in refused(tmp_path, capsys)


def test_weights_cut_off_are_refused_with_the_tensor(folder, capsys):
    path = folder / "model.safetensors"
    save_file(load_file(path), path)
    path.write_bytes(path.read_bytes()[:-100])
    assert "the file ends within" in refused(folder, capsys)
