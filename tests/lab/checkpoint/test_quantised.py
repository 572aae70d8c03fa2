"""bert_lab.checkpoint.quantised: a page's small copy of a released BERT, and how close it is."""

import torch

from bert_lab.checkpoint.snapshots import quantise
from tests.helpers.close import near
from tests.helpers.released_bert import (
    TEXTS,
    packed_bert,
    page_bert,
    released_bert,
    traced,
    unpack_small,
)


def test_what_is_read_is_what_was_packed():
    model, tokenizer = released_bert()
    read = unpack_small(packed_bert())
    encoder = {n: w for n, w in model.state_dict().items() if n.startswith("encoder.")}
    assert read.keys() == encoder.keys()
    unused = [i for piece, i in tokenizer.get_vocab().items() if piece.startswith("[unused")]
    assert len(unused) > 900
    for name, weight in encoder.items():
        found = read[name]
        if weight.dim() == 1:
            assert found.equal(weight.half().float()), name
            continue
        if name == "encoder.token_embedding.weight":
            weight = weight.index_fill(0, torch.tensor(unused), 0)
        rms = weight.double().square().mean(-1, keepdim=True).sqrt()
        share = 0.2 if name == "encoder.token_embedding.weight" else 0.05
        step = (share * rms).maximum(weight.abs().amax(-1, keepdim=True).double() / 127)
        # half a step, the rounding of the step itself to 11 bits, and rows of zeros
        allowed = step * 0.502 + weight.abs() * 2**-11 + 1e-4
        assert ((found - weight).abs() <= allowed).all(), name


def test_a_share_makes_numbers_small_and_an_outlier_is_not_cut_off():
    row = torch.tensor([[0.0, 1.0, -1.0, 0.5], [0.0, 0.0, 0.0, 4.0]])
    numbers, scale = quantise(row, 0.2)
    assert scale.tolist() == near([0.2 * 0.75, 0.2 * 2], roundings=1, eps=2**-10)  # half
    assert numbers.tolist() == [[0, 7, -7, 3], [0, 0, 0, 10]]
    numbers, _ = quantise(torch.tensor([[100.0] + [0.1] * 9999]), 0.01)
    assert numbers[0, 0] == 127


def test_it_reads_as_the_released_one_does():
    """Measured on 200 sentences: cosines .9984 on average and .993 at least; attention .0018."""
    cosines, apart = [], []
    for text in TEXTS:
        ids = released_bert()[1].encode(text).ids
        ours, theirs = (traced(model, ids) for model in (page_bert(), released_bert()[0]))
        last = ours.hidden_states[-1], theirs.hidden_states[-1]
        cosines.append(torch.cosine_similarity(*last, dim=-1)[0])
        pairs = zip(ours.attention_weights, theirs.attention_weights, strict=True)
        apart += [(a - b).abs().flatten() for a, b in pairs]
    assert 0.9975 < torch.cat(cosines).mean() < 0.9995
    assert torch.cat(cosines).min() > 0.99
    assert torch.cat(apart).mean() < 0.003
