"""bert_lab.checkpoint.families.tensor_names: what is found among a file's names."""

import pytest

from bert_lab.checkpoint.families.bert import BERT, tensor_names
from bert_lab.checkpoint.families.tensor_names import find_tensors

OURS = list(tensor_names(2))
NAMES = list(tensor_names(2).values())
ENCODER = [name for name in NAMES if name.startswith("bert.")]
POOLER = ["bert.pooler.dense.weight", "bert.pooler.dense.bias"]
NSP = ["cls.seq_relationship.weight", "cls.seq_relationship.bias"]
SAME = {name: name for name in NAMES}


def find(stored, ours=OURS):
    return find_tensors(BERT.names, ours, list(stored), "a BERT of 2 blocks")


def test_names_of_a_whole_model():
    assert find(NAMES) == (SAME, {}, ())


def test_what_older_writers_add():
    more = [*NAMES, *BERT.names.copies, "bert.embeddings.position_ids"]
    assert find(more) == (SAME, BERT.names.copies, ())


def test_the_first_releases_called_a_norm_s_numbers_gamma_and_beta():
    def old(name):
        if "LayerNorm" in name:
            name = name.replace("weight", "gamma").replace("bias", "beta")
        return name

    found = find(map(old, NAMES)).found
    assert found == {name: old(name) for name in NAMES}
    assert "cls.predictions.transform.LayerNorm.gamma" in found.values()


def test_an_encoder_alone_has_no_prefix():
    found, _, absent = find(name.removeprefix("bert.") for name in ENCODER)
    assert absent == ("mlm", "nsp")
    positions = "embeddings.position_embeddings.weight"
    assert found[f"bert.{positions}"] == positions
    assert len(found) == len(ENCODER)


@pytest.mark.parametrize(
    ("without", "absent"),
    [(POOLER, ("hidden",)), (NSP, ("nsp",)), (POOLER + NSP, ("hidden", "nsp"))],
)
def test_absent_heads_are_named(without, absent):
    match = find(name for name in NAMES if name not in without)
    assert match.absent == absent
    assert len(match.found) == len(NAMES) - len(without)


@pytest.mark.parametrize("name", NAMES)
def test_a_single_missing_tensor_is_named(name):
    with pytest.raises(ValueError, match=f"missing: {name}; not one of them: none$"):
        find(other for other in NAMES if other != name)


def test_a_renamed_tensor_is_named_twice():
    with pytest.raises(
        ValueError,
        match=r"BERT of 2 blocks; missing: bert.encoder.layer.0.attention.self.query.weight, \S+; "
        r"not one of them: bert.encoder.layer.0.attention.self.q.weight, ",
    ):
        find(name.replace("query.weight", "q.weight") for name in NAMES)


def test_a_block_too_many_is_named():
    with pytest.raises(
        ValueError, match=r"not one of them: bert.encoder.layer.1.\S+, .* and 13 more"
    ):
        find(NAMES, [name for name in OURS if ".blks.1." not in name])
