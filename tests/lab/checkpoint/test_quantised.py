"""bert_lab.checkpoint.quantised: a page's small copy of a released BERT, and how close it is."""

import gzip
import json

import torch

from bert_lab.checkpoint import quantised
from bert_lab.checkpoint.packing import read_header
from bert_lab.checkpoint.quantised import pack_small, unpack_small
from bert_lab.checkpoint.snapshots import quantise
from tests.helpers.close import near
from tests.helpers.released_bert import TEXTS, packed_bert, page_bert, released_bert, traced


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


def test_the_file_says_what_it_is_and_is_the_same_each_time():
    model, tokenizer = released_bert()
    data = packed_bert()
    assert len(data) < 15.35e6
    assert pack_small(model, tokenizer) == data
    header = read_header(gzip.decompress(data))
    metadata = header.pop("__metadata__")
    assert json.loads(metadata["config"]) == vars(model.config)
    words = json.loads(metadata["vocab"])
    assert [words[i] for i in tokenizer.encode("a bank").ids] == ["[CLS]", "a", "bank", "[SEP]"]
    assert {tensor["dtype"] for tensor in header.values()} == {"F16", "I8"}


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


def test_coarser_steps_are_farther_away(monkeypatch):
    monkeypatch.setattr(quantised, "BLOCKS", 0.4)
    model, tokenizer = released_bert()
    coarse = pack_small(model, tokenizer)
    assert len(coarse) < 0.8 * len(packed_bert())
    name = "encoder.blks.0.ffn.0.weight"
    fine, far = (unpack_small(data)[name] for data in (packed_bert(), coarse))
    weight = model.state_dict()[name]
    assert (far - weight).norm() > 4 * (fine - weight).norm()
