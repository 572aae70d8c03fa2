"""Successors: its counts are those of the real modules."""

import pytest
import torch
from torch import nn

from bert_core import BERTConfig, BERTModel
from bert_lab.look.widgets import Successors
from bert_lab.look.widgets.successors import PRESETS, num_parameters, sizes
from bert_lab.successors.albert import share_blocks
from bert_lab.successors.electra import ReplacedTokenHead
from bert_lab.successors.modernbert import GatedFFN, norm_first
from bert_lab.successors.modernbert_attention import rotate_positions
from tests.helpers.javascript import call

SWITCHES = {"embedding_norm": True, "tied_decoder": True}
ODD = BERTConfig(23, 15, 11, 3, 3, 0.0, 13, "gelu", init_std=0.1, **SWITCHES)
MINI = BERTConfig.preset("mini", vocab_size=761)
BASE = BERTConfig.preset("base")


def changed(config, changes, row_size):
    """The real model with these changes inside."""
    draw = torch.Generator().manual_seed(0)
    model = BERTModel.from_config(config, generator=draw)
    encoder, D, V = model.encoder, config.num_hiddens, config.vocab_size
    if "half the blocks" in changes:
        encoder.blks = encoder.blks[::2]
    if "factorised rows" in changes:
        rows, narrow = nn.Embedding(V, row_size), nn.Linear(D, row_size)
        encoder.token_embedding = nn.Sequential(rows, nn.Linear(row_size, D, bias=False))
        model.mlm.transform = nn.Sequential(narrow, nn.LayerNorm(row_size))
        model.mlm.decoder = nn.Linear(row_size, V)
        model.mlm.decoder.weight = rows.weight
    if "rotary positions" in changes:
        rotate_positions(model)
    if "GeGLU" in changes:
        for blk in encoder.blks:
            blk.ffn = GatedFFN(D, round(2 * config.ffn_num_hiddens / 3))
    if "norm before" in changes:  # after what it puts its norms around
        norm_first(model)
    if "shared blocks" in changes:
        share_blocks(model)
    return model


def real_parameters(config, changes, row_size=4):
    """What training would change, counted on real modules."""
    model = changed(config, changes, row_size)
    detects = "replaced tokens" in changes
    head = ReplacedTokenHead(config.num_hiddens) if detects else model.mlm
    parts = nn.ModuleList([model.encoder, head])
    if "RoBERTa recipe" not in changes:
        parts.extend([model.hidden, model.nsp])
    return sum(p.numel() for p in parts.parameters() if p.requires_grad)


@pytest.mark.parametrize("name", PRESETS)
def test_counts_are_those_of_the_real_modules(name):
    changes = PRESETS[name]
    assert num_parameters(sizes(ODD, 4), changes) == real_parameters(ODD, changes)
    assert Successors(name).parameters["mini"] == real_parameters(MINI, changes, 16)


def test_counts_of_bert_base():
    """Published ones, without heads; of two blocks that were built the real one."""
    full, letters = num_parameters, sizes(BASE, 128)
    heads = 1_214_780 - 590_592 - 1_538  # MLM, as chapter 7 counts it
    alone = ["RoBERTa recipe"]
    assert full(letters, []) == 110_106_428
    assert full(letters, alone) - heads == 108_891_648  # ELECTRA's
    segments = 2 * 768
    assert full(letters, PRESETS["DistilBERT"]) - heads - segments == 66_362_880  # DistilBERT's
    two = BERTConfig.preset("base", num_blks=2, init_std=None)
    changes = PRESETS["ModernBERT"]
    assert full(sizes(two, 128), changes) == real_parameters(two, changes)


def test_the_page_counts_as_python_does():
    one = Successors()
    combinations = list(PRESETS.values())
    for of in one.sizes.values():
        counted = call(
            "widgets/successors", *(["parameters", one.parts, of, on] for on in combinations)
        )
        assert [sum(stages.values()) for stages in counted] == [
            num_parameters(of, on) for on in combinations
        ]
