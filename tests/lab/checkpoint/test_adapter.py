"""Adapters: what they add by hand, merged and unmerged, and loading from a folder."""

import pytest
import torch
from torch import nn

from bert_lab.checkpoint import (
    add_adapter,
    load_bert,
    merge_adapter,
    missing_heads,
    save_pretrained,
)
from bert_lab.checkpoint.adapter import FILES, LowRank, adapter_parameters, write_adapter
from bert_lab.checkpoint.base import describe_base
from tests.helpers.close import SMALL, assert_close

SWITCHES = {"embedding_norm": True, "tied_decoder": True, "activation": "gelu"}
RANK = 2


@pytest.fixture
def model(build_model):
    return build_model(init_std=0.3, vocab_size=23, **SWITCHES)


def answers(model):
    tokens = torch.arange(12).view(2, 6) % model.config.vocab_size
    with torch.no_grad():
        return model(tokens, 0 * tokens, None, torch.tensor([[1, 4], [0, 5]]))[:2]


def shake(model, generator):
    """Perturb all parameters of an adapter."""
    with torch.no_grad():
        for parameter in adapter_parameters(model).values():
            parameter += 0.1 * torch.randn(parameter.shape, generator=generator)


def test_by_hand():
    linear = nn.Linear(3, 2)
    update = LowRank(linear, 1)
    with torch.no_grad():
        linear.weight.copy_(torch.tensor([[1.0, 2, 3], [4, 5, 6]]))
        linear.bias.copy_(torch.tensor([0.0, 10]))
        update.A.copy_(torch.tensor([[1.0, 0, -1]]))
        update.B.copy_(torch.tensor([[2.0], [-1]]))
    x = torch.tensor([1.0, 1, 2])  # W x = [9, 21], A x = [-1]
    expected = torch.tensor([9.0 - 2, 21 + 10 + 1])
    assert update(x).equal(expected)
    assert 0.08 < LowRank(nn.Linear(100, 4), 4).A.abs().max() <= 0.1  # as nn.Linear's, 1/sqrt(100)
    merged = update.merged()
    assert merged.weight.tolist() == [[3, 2, 1], [3, 5, 7]]
    assert merged(x).equal(expected)


def test_at_the_start_nothing_has_changed(model, generator):
    before = answers(model)
    add_adapter(model, RANK, generator)
    for old, new in zip(before, answers(model), strict=True):
        assert new.equal(old)


def test_merged_is_unmerged(model, generator):
    names = [name for name, _ in model.named_parameters()]
    start = answers(model)
    add_adapter(model, RANK, generator)
    shake(model, generator)
    apart = answers(model)
    merge_adapter(model)
    assert [name for name, _ in model.named_parameters()] == names
    for old, one, other in zip(start, answers(model), apart, strict=True):
        assert_close(one, other, roundings=SMALL)
        assert (one - old).abs().max() > 0.1


def test_what_learns_and_what_stays(model, generator):
    config, frozen = model.config, {n: p.clone() for n, p in model.named_parameters()}
    add_adapter(model, RANK, generator)
    D, F, L = config.num_hiddens, config.ffn_num_hiddens, config.num_blks
    matrices = L * RANK * (4 * (D + D) + 2 * (D + F))
    vectors = L * (4 * D + F + D + 4 * D) + 2 * D  # biases, norms, the embeddings' norm
    head = D * D + D + 2 * D + config.vocab_size
    assert sum(p.numel() for p in adapter_parameters(model).values()) == matrices + vectors + head
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    for p in adapter_parameters(model).values():
        p.grad = torch.ones_like(p)
    optimizer.step()
    tables = {"encoder.token_embedding.weight", "encoder.pos_embedding"}
    for name, parameter in model.named_parameters():
        assert parameter.requires_grad == (name in adapter_parameters(model))
        old = frozen.get(name.replace(".linear.", "."))
        if old is not None and not parameter.requires_grad:
            assert parameter.equal(old)
            tables.discard(name)
    assert not tables


def test_a_folder_gives_back_what_was_learned(model, generator, tmp_path, released_folder):
    base, _ = load_bert(released_folder)
    before = answers(base)
    add_adapter(base, RANK, generator)
    shake(base, generator)
    learnt = answers(base)
    described = describe_base(released_folder, tmp_path / "adapter")
    write_adapter(tmp_path / "adapter", base, described, {"command": "x"})
    assert sorted(path.name for path in (tmp_path / "adapter").iterdir()) == sorted(FILES)
    again, tokenizer = load_bert(tmp_path / "adapter")
    assert tokenizer.get_vocab() == load_bert(released_folder)[1].get_vocab()
    assert missing_heads(tmp_path / "adapter") == ()
    for old, one, other in zip(before, answers(again), learnt, strict=True):
        assert_close(one, other, roundings=SMALL, eps=2**-10)  # half precision
        assert (one - old).abs().max() > 0.1


@pytest.fixture
def released_folder(model, tmp_path_factory):
    folder = tmp_path_factory.mktemp("released")
    save_pretrained(model, folder)
    pieces = ["[PAD]", *"abcdef", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"ghijklmnopqr"]
    (folder / "vocab.txt").write_text("\n".join(pieces), "utf-8")
    return folder
