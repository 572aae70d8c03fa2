"""Successors: its counts are those of the real modules."""

from itertools import product

import pytest
import torch
from torch import nn

from bert_core import BERTConfig, BERTModel
from bert_lab.look.widgets import Successors
from bert_lab.look.widgets.successors import NAMES, PRESETS, num_parameters, sizes
from bert_lab.successors.albert import factorise, share_blocks
from bert_lab.successors.distilbert import student_of
from bert_lab.successors.electra import ReplacedTokenHead
from bert_lab.successors.modernbert import gate_ffn, norm_first
from bert_lab.successors.modernbert_attention import blocks_of, rotate_positions
from tests.helpers.javascript import call

SWITCHES = {"embedding_norm": True, "tied_decoder": True}
ODD = BERTConfig(23, 15, 11, 3, 3, 0.0, 13, "gelu", init_std=0.1, **SWITCHES)
INSIDE = ["rotary positions", "norm before", "GeGLU", "shared blocks", "half the blocks"]
BASE = BERTConfig.preset("base")


def changed(config, changes, row_size=4):
    """The real model with these changes inside, but for shared blocks."""
    draw = torch.Generator().manual_seed(0)
    model = BERTModel.from_config(config, generator=draw)
    if "half the blocks" in changes:
        model = student_of(model, range(0, config.num_blks, 2))
    if "factorised rows" in changes:
        factorise(model, row_size, draw)
    if "rotary positions" in changes:
        rotate_positions(model)
    if "GeGLU" in changes:
        gate_ffn(model, draw)
    if "norm before" in changes:  # after what it puts its norms around
        norm_first(model)
    return model


def real_parameters(config, changes, row_size=4):
    """What training would change, counted on the modules of `bert_lab.successors`."""
    model = changed(config, changes, row_size)
    parts = nn.ModuleList([model.encoder])
    if "shared blocks" in changes:
        if "norm before" in changes:  # the norm behind the last sum is nobody else's
            parts.append(blocks_of(model)[-1].addnorm2)
        share_blocks(model)
    detects = "replaced tokens" in changes
    parts.append(ReplacedTokenHead(config.num_hiddens) if detects else model.mlm)
    if "RoBERTa recipe" not in changes:
        parts.extend([model.hidden, model.nsp])
    return sum(p.numel() for p in parts.parameters() if p.requires_grad)


@pytest.mark.parametrize("heads", [[], ["replaced tokens"], ["RoBERTa recipe", "factorised rows"]])
def test_counts_are_those_of_the_real_modules(heads):
    for choice in product([False, True], repeat=len(INSIDE)):
        changes = [name for name, on in zip(INSIDE, choice, strict=True) if on] + heads
        assert num_parameters(sizes(ODD, 4, 2), changes) == real_parameters(ODD, changes), changes


@pytest.mark.parametrize("name", PRESETS)
def test_counts_of_the_mini_bert(name):
    one = Successors(PRESETS[name])
    config = BERTConfig.preset("mini", vocab_size=761)
    assert one.parameters["mini"] == real_parameters(config, PRESETS[name], 16)


def test_counts_of_bert_base():
    """Published ones, without heads; of two blocks that were built the real one."""
    full, letters = num_parameters, sizes(BASE, 128, 64)
    heads = 1_214_780 - 590_592 - 1_538  # MLM, as chapter 7 counts it
    alone = ["RoBERTa recipe"]
    assert full(letters, []) == 110_106_428
    assert full(letters, alone) - heads == 108_891_648  # ELECTRA's
    segments = 2 * 768
    assert full(letters, PRESETS["DistilBERT"]) - heads - segments == 66_362_880  # DistilBERT's
    two = BERTConfig.preset("base", num_blks=2, init_std=None)
    changes = PRESETS["ModernBERT"]
    assert full(sizes(two, 128, 64), changes) == real_parameters(two, changes)


def test_the_page_counts_as_python_does():
    one = Successors()
    combinations = [
        *PRESETS.values(),
        *([name] for name in NAMES),
        ["shared blocks", "norm before"],
    ]
    for of in one.sizes.values():
        counted = call(
            "widgets/successors", *(["parameters", one.parts, of, on] for on in combinations)
        )
        assert [sum(stages.values()) for stages in counted] == [
            num_parameters(of, on) for on in combinations
        ]


def test_operations_are_those_of_the_real_blocks():
    """Two for each number of a matrix, and four for each token read and number of a vector."""
    length, of = 7, sizes(ODD, 4, 2)
    combinations = [[], ["GeGLU"], ["half the blocks"], INSIDE]
    counted = call("widgets/successors", *(["work", of, on, length] for on in combinations))
    for on, operations in zip(combinations, counted, strict=True):
        blks = blocks_of(changed(ODD, on))
        matrices = sum(p.numel() for blk in blks for p in blk.parameters() if p.dim() == 2)
        assert operations == 2 * matrices + len(blks) * 4 * length * ODD.num_hiddens, on


def test_local_attention_reads_as_much_of_any_longer_text():
    letters, on = sizes(BASE, 128, 64), ["local attention"]
    short, edge, long, plain, plain_long = call(
        "widgets/successors",
        *(["work", letters, on, length] for length in (128, 129, 8192)),
        *(["work", letters, [], length] for length in (129, 8192)),
    )
    assert edge == plain  # the band is 129 places wide
    assert (long - edge) * 12 == pytest.approx((plain_long - plain) * 4)  # 4 of 12 look anywhere
    assert short < edge
