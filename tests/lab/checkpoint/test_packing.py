"""packing: one file with everything about a model, read without torch."""

import torch
from safetensors.torch import load, save

from bert_lab.checkpoint import MINI_BERT, load_mini_bert
from bert_lab.checkpoint.packing import pack, pack_folder
from bert_lab.checkpoint.single_file import packed

CONFIG, VOCAB = {"num_hiddens": 3}, {"<pad>": 0, "späth": 2, "b": 1}
TENSORS = {
    "b": torch.tensor([[1.5, -2.0, 0.0]], dtype=torch.half),
    "a": torch.arange(4, dtype=torch.half),
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
