"""RoBERTa: of the published size, blind to segments, its masks drawn once. Its numbers: parity."""

import math

import torch

from bert_core import BERTConfig
from bert_core.pairs import Pair, pack_pairs
from bert_lab.checkpoint.weights import parameter_shapes
from bert_lab.successors.roberta import RoBERTa, draw_once
from bert_lab.training_loop.batches import read_share


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


V = 23


def some_pairs(generator):
    def text():
        length = int(torch.randint(2, 7, (), generator=generator))
        return torch.randint(5, V, (length,), generator=generator).tolist()

    return pack_pairs([Pair(text(), text(), row % 2 == 0) for row in range(12)], 20)


def test_a_share_is_of_the_form_that_training_reads(generator):
    data = some_pairs(generator)
    rows = torch.arange(4)
    once = draw_once(data, V, generator)(rows, (0, 1, 0))
    anew = [read_share(data, None, V, rows, (0, step, 0)) for step in (1, 2)]
    assert len(once.tensors) == len(anew[0].tensors)
    assert once.tensors[2].sum() == anew[0].tensors[2].sum()
    assert not anew[0].tensors[1].equal(anew[1].tensors[1])  # the control
