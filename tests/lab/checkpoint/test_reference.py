"""The reference layout: exact round trips, by hand where the numbers lie elsewhere.

What the reference implementation makes of it is in tests/parity.
"""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file

from bert_core import BERTConfig
from bert_lab.checkpoint import from_pretrained, save_pretrained
from bert_lab.checkpoint.families.bert import BERT
from bert_lab.checkpoint.families.modernbert import MODERNBERT
from bert_lab.checkpoint.families.roberta import ROBERTA

HEADS = {"hidden": "bert.pooler", "mlm": "cls.predictions", "nsp": "cls.seq_relationship"}


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


def test_round_trip_is_exact_and_draws_nothing(folder, model, batch):
    before = torch.get_rng_state()
    loaded = from_pretrained(folder)
    assert torch.get_rng_state().equal(before)
    assert loaded.config == model.config
    assert not loaded.training
    assert loaded.mlm.decoder.weight is loaded.encoder.token_embedding.weight
    for name, weight in loaded.state_dict().items():
        assert weight.equal(model.state_dict()[name]), name
    for one, other in zip(loaded(*batch), model(*batch), strict=True):
        assert one.equal(other)


@pytest.mark.parametrize("wrapper", ["_orig_mod.", "module.", "model."])
def test_what_a_framework_put_before_every_name_is_taken_off(wrapper, folder, model):
    path = folder / "model.safetensors"
    save_file({wrapper + name: tensor for name, tensor in load_file(path).items()}, path)
    for name, weight in from_pretrained(folder).state_dict().items():
        assert weight.equal(model.state_dict()[name]), name


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_is_not_there_is_drawn_and_said(head, folder, model):
    path = folder / "model.safetensors"
    kept = {n: t for n, t in load_file(path).items() if not n.startswith(HEADS[head])}
    save_file(kept, path)

    def read(seed):
        return from_pretrained(folder, generator=torch.Generator().manual_seed(seed))

    one, same, other = read(0), read(0), read(1)
    with pytest.warns(UserWarning, match=f"has no {head}: drawn at random, to be trained") as told:
        from_pretrained(folder)
    assert told[0].filename == __file__
    for name, weight in one.state_dict().items():
        assert weight.equal(same.state_dict()[name])
        new = name.startswith(head) and name != "mlm.decoder.weight"  # tied: the encoder's
        assert new or weight.equal(model.state_dict()[name]), name
        if new and weight.dim() > 1:
            assert weight.std() < 0.03  # by init_std
            assert not weight.equal(other.state_dict()[name])


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
    assert table[2:].equal(positions[0])
    assert not table[:2].any()
    weights = dict(zip("qkv", torch.randn(3, 5, 5), strict=True))
    path = "encoder.blks.7.attention.attention.attention.W_"  # a block that looks nearby
    stored = MODERNBERT.names.to_reference({f"{path}{x}.weight": w for x, w in weights.items()})
    assert stored["model.layers.7.attn.Wqkv.weight"].equal(torch.cat(list(weights.values())))


def test_the_fields_of_a_configuration_by_hand(folder):
    """Every size is its own, so that two that are swapped show."""
    config = BERTConfig(
        23, 15, 11, num_heads=3, num_blks=2, dropout=0.25, max_len=13, activation="relu",
        embedding_norm=True, tied_decoder=True, norm_eps=1e-7, init_std=0.03,
    )  # fmt: skip
    fields = BERT.describe(config)
    assert fields == {
        "model_type": "bert",
        "vocab_size": 23,
        "hidden_size": 15,
        "intermediate_size": 11,
        "num_attention_heads": 3,
        "num_hidden_layers": 2,
        "hidden_dropout_prob": 0.25,
        "attention_probs_dropout_prob": 0.25,
        "max_position_embeddings": 13,
        "type_vocab_size": 2,
        "hidden_act": "relu",
        "layer_norm_eps": 1e-7,
        "initializer_range": 0.03,
        "position_embedding_type": "absolute",
        "tie_word_embeddings": True,
        "is_decoder": False,
        "add_cross_attention": False,
    }
    assert ROBERTA.describe(config)["max_position_embeddings"] == 15
    path = folder / "config.json"
    stored = json.loads(path.read_text("utf-8"))
    for name in ("model_type", "layer_norm_eps", "type_vocab_size", "hidden_act"):
        del stored[name]
    path.write_text(json.dumps(stored), "utf-8")  # as in base, where nothing is said
    assert from_pretrained(folder).config.norm_eps == 1e-12


UNSAYABLE = {
    "got embedding_norm=False": {"embedding_norm": False, "tied_decoder": True},
    "got tied_decoder=False": {"embedding_norm": True, "init_std": 0.02},
    "got init_std=None": {"embedding_norm": True, "tied_decoder": True, "init_std": None},
}


@pytest.mark.parametrize(("words", "switches"), UNSAYABLE.items())
def test_a_variant_that_can_t_be_said_writes_nothing(words, switches, tmp_path, build_model):
    with pytest.raises(ValueError, match=words):
        save_pretrained(build_model(**{"init_std": 0.02} | switches), tmp_path / "new")
    assert not (tmp_path / "new").exists()
