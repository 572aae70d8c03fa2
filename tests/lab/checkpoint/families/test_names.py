"""Names of tensors: each of ours has one of theirs, and its numbers lie as they do there."""

import pytest
import torch

from bert_core import BERTConfig
from bert_lab.checkpoint.families.bert import BERT, tensor_names
from bert_lab.checkpoint.families.modernbert import MODERNBERT
from bert_lab.checkpoint.families.registry import FAMILIES
from bert_lab.checkpoint.families.roberta import ROBERTA


def build(family):
    config = BERTConfig(
        23, 30, 11, num_heads=3, num_blks=2, dropout=0.0, max_len=13, activation="gelu",
        embedding_norm=True, tied_decoder=True, init_std=0.3,
    )  # fmt: skip
    _, kind = family.read(family.fields.write(config))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return kind(**vars(config))


def parameters(model):
    return {name: tensor.detach() for name, tensor in model.named_parameters()}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_parameter_has_a_name_and_comes_back(family):
    ours = parameters(build(family))
    names = family.names.mapping(ours)
    heads = {name for name in ours if name.startswith(("nsp", "hidden"))}
    assert ours.keys() - heads <= names.keys()
    stored = family.names.to_reference(ours)
    shapes = {name: tuple(tensor.shape) for name, tensor in ours.items()}
    expected = {name: tuple(tensor.shape) for name, tensor in stored.items()}
    assert family.names.shapes(shapes) == expected
    back = family.names.from_reference(ours, stored)
    assert back.keys() == names.keys()
    assert all(tensor.equal(ours[name]) for name, tensor in back.items())
    pointers = [tensor.untyped_storage().data_ptr() for tensor in back.values()]
    assert len(set(pointers)) == len(pointers)  # memory of its own


def test_bert_s_names_are_all_different_and_all_there():
    ours = parameters(build(BERT))
    assert BERT.names.mapping(ours) == tensor_names(2)
    assert len(set(tensor_names(2).values())) == len(ours)


def test_a_part_that_the_reference_lacks_is_no_guess():
    with pytest.raises(KeyError):
        BERT.names.mapping(["encoder.blks.0.attention.norm.weight"])


def test_what_lies_differently():
    positions = torch.randn(1, 13, 15)
    matrix, bias = torch.tensor([[1.0, 2, 3], [4, 5, 6]]), torch.tensor([7.0, 8])
    ours = {
        "nsp.output.weight": matrix,
        "nsp.output.bias": bias,
        "encoder.pos_embedding": positions,
    }
    swapped, turned, table = BERT.names.to_reference(ours).values()
    assert swapped.tolist() == [[4, 5, 6], [1, 2, 3]]
    assert turned.tolist() == [8, 7]
    assert table.equal(positions[0])
    (table,) = ROBERTA.names.to_reference(ours).values()  # no head for next sentences
    assert table.shape == (15, 15)
    assert table[2:].equal(positions[0])
    assert not table[:2].any()


def test_three_projections_lie_one_below_the_other():
    weights = dict(zip("qkv", torch.randn(3, 5, 5), strict=True))
    path = "encoder.blks.7.attention.attention.attention.W_"  # a block that looks nearby
    stored = MODERNBERT.names.to_reference({f"{path}{x}.weight": w for x, w in weights.items()})
    assert list(stored) == ["model.layers.7.attn.Wqkv.weight"]
    assert stored["model.layers.7.attn.Wqkv.weight"].equal(torch.cat(list(weights.values())))
