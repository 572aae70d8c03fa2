"""Names of tensors: each of ours has one of theirs, and what is found among a file's names."""

import pytest
import torch

from bert_lab.checkpoint.names import (
    COPIES,
    find_tensors,
    from_reference,
    tensor_names,
    to_reference,
)

NAMES = tensor_names(2)
ENCODER = [name for name in NAMES.values() if name.startswith("bert.")]
POOLER = ["bert.pooler.dense.weight", "bert.pooler.dense.bias"]
NSP = ["cls.seq_relationship.weight", "cls.seq_relationship.bias"]


def test_every_parameter_has_a_name_of_its_own(build_model):
    model = build_model(embedding_norm=True, tied_decoder=True)
    assert NAMES.keys() == dict(model.named_parameters()).keys()
    assert len(set(NAMES.values())) == len(NAMES)


def test_three_tensors_lie_differently():
    positions = torch.randn(1, 13, 15)
    assert to_reference("encoder.pos_embedding", positions).equal(positions[0])
    matrix, bias = torch.tensor([[1.0, 2, 3], [4, 5, 6]]), torch.tensor([7.0, 8])
    swapped = to_reference("nsp.output.weight", matrix)
    assert swapped.tolist() == [[4, 5, 6], [1, 2, 3]]
    assert to_reference("nsp.output.bias", bias).tolist() == [8, 7]
    assert to_reference("hidden.0.weight", matrix) is matrix


@pytest.mark.parametrize("ours", NAMES)
def test_there_and_back(ours, build_model):
    tensor = build_model(embedding_norm=True, tied_decoder=True).state_dict()[ours]
    assert from_reference(ours, to_reference(ours, tensor)).equal(tensor)


def test_names_of_a_whole_model():
    found, repeated, absent = find_tensors(list(NAMES.values()), 2)
    assert (found, repeated, absent) == (NAMES, {}, ())


def test_what_older_writers_add():
    more = [*NAMES.values(), *COPIES, "bert.embeddings.position_ids"]
    assert find_tensors(more, 2) == (NAMES, COPIES, ())


def test_the_first_releases_called_a_norm_s_numbers_gamma_and_beta():
    def old(name):
        if "LayerNorm" in name:
            name = name.replace("weight", "gamma").replace("bias", "beta")
        return name

    found, _, _ = find_tensors([old(name) for name in NAMES.values()], 2)
    assert found == {ours: old(name) for ours, name in NAMES.items()}
    assert "cls.predictions.transform.LayerNorm.gamma" in found.values()


def test_an_encoder_alone_has_no_prefix():
    found, _, absent = find_tensors([name.removeprefix("bert.") for name in ENCODER], 2)
    assert absent == ("mlm", "nsp")
    assert found["encoder.pos_embedding"] == "embeddings.position_embeddings.weight"
    assert len(found) == len(ENCODER)


@pytest.mark.parametrize(
    ("without", "absent"),
    [(POOLER, ("hidden",)), (NSP, ("nsp",)), (POOLER + NSP, ("hidden", "nsp"))],
)
def test_absent_heads_are_named(without, absent):
    found, _, new = find_tensors([name for name in NAMES.values() if name not in without], 2)
    assert new == absent
    assert len(found) == len(NAMES) - len(without)


@pytest.mark.parametrize("name", NAMES.values())
def test_a_single_missing_tensor_is_named(name):
    with pytest.raises(ValueError, match=f"missing: {name}; not one of them: none$"):
        find_tensors([other for other in NAMES.values() if other != name], 2)


def test_a_renamed_tensor_is_named_twice():
    names = [name.replace("query.weight", "q.weight") for name in NAMES.values()]
    with pytest.raises(
        ValueError,
        match=r"BERT of 2 blocks; missing: bert.encoder.layer.0.attention.self.query.weight, \S+; "
        r"not one of them: bert.encoder.layer.0.attention.self.q.weight, ",
    ):
        find_tensors(names, 2)


def test_a_block_too_many_is_named():
    with pytest.raises(
        ValueError, match=r"not one of them: bert.encoder.layer.1.\S+, .* and 13 more"
    ):
        find_tensors(list(NAMES.values()), 1)


def test_more_blocks_than_tensors_are_refused_before_they_are_counted_out():
    with pytest.raises(ValueError, match=r"expected 1000000000000 blocks, got 46 tensors: "):
        find_tensors(list(NAMES.values()), 10**12)
