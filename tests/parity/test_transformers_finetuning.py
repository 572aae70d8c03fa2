"""bert_lab.finetuning against `transformers`' task models: weights copied, numbers equal."""

import pytest
import torch
from transformers import (
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)

from bert_core import BERTConfig, BERTModel
from bert_lab.finetuning import SequenceClassifier, SpanPredictor, TokenTagger, loss_sum
from bert_lab.finetuning.families import IGNORE
from tests.helpers.close import SMALL, assert_close
from tests.helpers.transformers_weights import encoder_modules

CLOSE = {"roundings": SMALL}
C = 4
SEGMENTS = torch.tensor([[0, 0, 1, 1, 1, 0, 0], [0, 0, 0, 1, 1, 1, 1]])
VALID_LENS = torch.tensor([5, 7])
INSIDE = torch.tensor([[0, 0, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0]]).bool()  # second texts


def _build(ours_class, theirs_class, num_labels):
    """Ours and theirs in evaluation mode with the same weights, all of them far from zero."""
    config = BertConfig(
        vocab_size=23,
        hidden_size=15,
        intermediate_size=11,
        num_attention_heads=3,
        num_hidden_layers=2,
        max_position_embeddings=13,
        initializer_range=0.3,
        num_labels=num_labels,
    )
    bert = BERTModel.from_config(
        BERTConfig.preset(
            "base",
            vocab_size=23,
            num_hiddens=15,
            ffn_num_hiddens=11,
            num_heads=3,
            num_blks=2,
            max_len=13,
        )
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        theirs, ours = theirs_class(config).eval(), ours_class(bert, num_labels).eval()
    head = getattr(theirs, "qa_outputs", None) or theirs.classifier
    modules = [*encoder_modules(ours.encoder, theirs.bert), (ours.output, head)]
    if hasattr(ours, "hidden"):
        modules.append((ours.hidden[0], theirs.bert.pooler.dense))
    for one, other in modules:
        one.load_state_dict(other.state_dict())
    positions = theirs.bert.embeddings.position_embeddings.weight
    with torch.no_grad():
        ours.encoder.pos_embedding.copy_(positions[None])
    assert sum(p.numel() for p in ours.parameters()) == sum(p.numel() for p in theirs.parameters())
    return ours, theirs, modules


def _both(ours, theirs, **labels):
    tokens = torch.randint(23, (2, 7), generator=torch.Generator().manual_seed(1))
    mask = (torch.arange(7) < VALID_LENS[:, None]).long()
    expected = theirs(input_ids=tokens, token_type_ids=SEGMENTS, attention_mask=mask, **labels)
    return ours(tokens, SEGMENTS, VALID_LENS), expected


def _assert_same_gradients(loss, expected, modules):
    loss.backward()
    expected.backward()
    ours, theirs = (
        [p.grad for module in side for p in module.parameters()]
        for side in zip(*modules, strict=True)
    )
    assert_close(ours, theirs, roundings=3 * SMALL)


@pytest.mark.parametrize("num_labels", [C, 1])
def test_sequence_classification_and_regression(num_labels):
    ours, theirs, modules = _build(SequenceClassifier, BertForSequenceClassification, num_labels)
    labels = torch.tensor([3, 1]) if num_labels == C else torch.tensor([2.5, -1.0])
    logits, expected = _both(ours, theirs, labels=labels)
    assert_close(logits, expected.logits, **CLOSE)
    loss = loss_sum(logits, labels) / 2
    assert_close(loss, expected.loss, **CLOSE)
    _assert_same_gradients(loss, expected.loss, modules)


def test_token_classification():
    ours, theirs, modules = _build(TokenTagger, BertForTokenClassification, C)
    labels = torch.tensor([[IGNORE, 2, 0, 3, *[IGNORE] * 3], [IGNORE, 1, 1, 0, 2, 3, IGNORE]])
    logits, expected = _both(ours, theirs, labels=labels)
    valid = torch.arange(7) < VALID_LENS[:, None]
    assert_close(logits[valid], expected.logits[valid], **CLOSE)
    loss = loss_sum(logits, labels) / 8
    assert_close(loss, expected.loss, **CLOSE)
    _assert_same_gradients(loss, expected.loss, modules)


def test_question_answering():
    """Scores are equal wherever a span can be; the loss where the others are masked by hand."""
    ours, theirs, modules = _build(SpanPredictor, BertForQuestionAnswering, 2)
    labels = torch.tensor([[2, 3], [4, 4]])
    scores, expected = _both(ours, theirs)
    logits = torch.stack([expected.start_logits, expected.end_logits], dim=1)
    allowed = INSIDE[:, None].expand(-1, 2, -1)
    assert_close(scores[allowed], logits[allowed], **CLOSE)
    assert (scores[~allowed] == -torch.inf).all()
    entropy = torch.nn.functional.cross_entropy
    start, end = logits.masked_fill(~allowed, -torch.inf).unbind(dim=1)
    reference = (entropy(start, labels[:, 0]) + entropy(end, labels[:, 1])) / 2
    loss = loss_sum(scores, labels) / 4
    assert_close(loss, reference, **CLOSE)
    _assert_same_gradients(loss, reference, modules)
