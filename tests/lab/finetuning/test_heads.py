"""bert_lab.finetuning.heads: which vectors reach the added layer, and which spans are possible."""

import pytest
import torch

from bert_lab.finetuning import SequenceClassifier, SpanPredictor, TokenTagger, best_spans
from tests.helpers.close import SMALL, assert_close

C = 4  # classes
INF = float("inf")


@pytest.fixture
def inputs(batch):
    return batch[:3]


def _encoded(model, inputs):
    with torch.no_grad():
        return model.encoder(*inputs)


def _linear(layer, vector):
    """A linear layer, number by number."""
    rows = zip(layer.weight.tolist(), layer.bias.tolist(), strict=True)
    return [sum(w * x for w, x in zip(row, vector.tolist(), strict=True)) + b for row, b in rows]


@pytest.mark.parametrize("pooling", ["cls", "mean", "last"])
def test_padding_does_not_matter(pooling, build_model, inputs):
    model = build_model()
    longer = [torch.nn.functional.pad(x, (0, 3)) for x in inputs[:2]]
    for task_model in (SequenceClassifier(model, C, pooling), TokenTagger(model, C)):
        task_model.eval()
        one, other = task_model(*inputs), task_model(*longer, inputs[2])
        if one.dim() == 3:
            one, other = one[1], other[1, :7]  # the row without padding
        assert_close(one, other, roundings=SMALL)


def test_scores_of_spans_and_where_none_can_be(build_model, batch):
    tokens = torch.cat([batch[0], batch[0][1:]])
    segments = torch.tensor([[0, 0, 1, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1, 1]])
    valid_lens = torch.tensor([5, 7, 7])
    model = build_model()
    predictor = SpanPredictor(model).eval()
    scores = predictor(tokens, segments, valid_lens)
    assert scores.shape == (3, 2, 7)
    possible = [{2, 3}, {4, 5}, {2, 3, 4, 5}]  # the second text without its <sep>
    encoded_X = _encoded(model, (tokens, segments, valid_lens))
    for row, places in enumerate(possible):
        for place in range(7):
            expected = [-INF, -INF]
            if place in places:
                expected = _linear(predictor.output, encoded_X[row, place])
            assert_close(scores[row, :, place], torch.tensor(expected), roundings=15)
    assert scores.softmax(dim=-1)[0, :, [0, 1, 4, 5, 6]].sum() == 0
    segments[1, :6] = 0  # a second text of its <sep> alone
    with pytest.raises(ValueError, match="expected a token in every second text"):
        predictor(tokens, segments, valid_lens)


def test_the_best_span_is_that_of_a_search_through_all(generator):
    scores = torch.randn(60, 2, 9, generator=generator)
    scores[:, :, :2] = scores[:, :, 7:] = -INF
    found = best_spans(scores).tolist()
    for (start, end), pair in zip(scores, found, strict=True):
        spans = [(start[i] + end[j], [i, j]) for i in range(9) for j in range(i, 9)]
        assert pair == max(spans, key=lambda span: span[0])[1]
    both = [[start.argmax().item(), end.argmax().item()] for start, end in scores]
    assert any(start > end for start, end in both)  # so that order was at stake
    assert any(start == end for start, end in found)
