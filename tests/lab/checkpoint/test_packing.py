"""packing: one file with everything about a model, read without torch."""

import json
import subprocess
import sys

import torch
from safetensors import safe_open
from safetensors.torch import load, save

from bert_lab.checkpoint import MINI_BERT, load_mini_bert, packing
from bert_lab.checkpoint.packing import pack, pack_folder
from bert_lab.checkpoint.single_file import packed

CONFIG, VOCAB = {"num_hiddens": 3}, {"<pad>": 0, "späth": 2, "b": 1}
TENSORS = {
    "b": torch.tensor([[1.5, -2.0, 0.0]], dtype=torch.half),
    "a": torch.arange(4, dtype=torch.half),
}


def test_the_file_is_safetensors_with_a_model_in_its_header(tmp_path):
    path = tmp_path / "model.safetensors"
    path.write_bytes(pack(save(TENSORS, {"command": "old"}), CONFIG, VOCAB))
    with safe_open(path, "pt") as file:
        assert set(file.keys()) == set(TENSORS)
        assert all(file.get_tensor(name).equal(x) for name, x in TENSORS.items())
        metadata = file.metadata()
    assert {name: json.loads(text) for name, text in metadata.items()} == {
        "config": CONFIG,
        "version": 1,
        "vocab": ["<pad>", "b", "späth"],
    }


def test_equal_models_give_equal_bytes():
    reordered = dict(reversed(TENSORS.items()))
    assert pack(save(reordered), CONFIG, VOCAB) == pack(save(TENSORS, {"x": "y"}), CONFIG, VOCAB)


def test_the_shipped_checkpoint_packs_the_same_from_disk_and_from_memory():
    model, tokenizer = load_mini_bert()
    from_disk = pack_folder(MINI_BERT)
    assert packed(model, tokenizer) == from_disk
    state = model.state_dict()
    for name, tensor in load(from_disk).items():
        assert tensor.float().equal(state[name])


def test_the_book_packs_without_torch():
    code = "import runpy, sys; runpy.run_path(sys.argv[1]); sys.exit('bert_core' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, packing.__file__]).returncode == 0
