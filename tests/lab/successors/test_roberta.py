"""RoBERTa: of the published size, blind to segments. Its numbers: parity."""

import math

import torch

from bert_core import BERTConfig
from bert_lab.checkpoint.weights import parameter_shapes
from bert_lab.successors.roberta import RoBERTa


def test_as_many_parameters_as_published():
    shapes = parameter_shapes(BERTConfig.preset("base", vocab_size=50_265), RoBERTa)
    sizes = (math.prod(s) for n, s in shapes.items() if n.startswith(("encoder.", "hidden.")))
    unread = 2 * 768  # the two rows in front of the released table of positions
    assert sum(sizes) + unread == 124_645_632


def test_segments_make_no_difference_where_bert_sees_them(model, inputs):
    tokens, segments, valid_lens = inputs
    theirs = RoBERTa(**vars(model.config)).eval()
    with torch.no_grad():
        for one, same in ((theirs, True), (model, False)):
            first = one.encoder(tokens, segments, valid_lens)
            second = one.encoder(tokens, 1 - segments, valid_lens)
            assert torch.equal(first, second) == same
