"""Each task's output layer beside `transformers`' class for it, with the same weights."""

import pytest
import torch
from transformers import (
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)

from bert_lab.checkpoint import save_pretrained
from bert_lab.finetuning import add_output_layer
from bert_lab.finetuning.families import QuestionAnswering, SingleText, Tagging
from tests.helpers.close import MINI, assert_close

CASES = {
    "one answer": (SingleText("film", ("bad", "good", "so")), BertForSequenceClassification),
    "tagging": (Tagging("names", ("O", "B-x", "I-x")), BertForTokenClassification),
    "question answering": (QuestionAnswering("where"), BertForQuestionAnswering),
}
SWITCHES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.3, "activation": "gelu"}


@pytest.mark.parametrize(("spec", "kind"), CASES.values(), ids=CASES)
def test_it_says_the_same(spec, kind, tmp_path, build_model, batch):
    tokens, segments, valid_lens = (x[1:] for x in batch[:3])
    bert = build_model(**SWITCHES)
    model = add_output_layer(bert, spec, generator=torch.Generator().manual_seed(2))
    save_pretrained(bert, tmp_path)
    theirs = kind.from_pretrained(tmp_path, num_labels=spec.num_labels).eval()
    head = theirs.qa_outputs if kind is BertForQuestionAnswering else theirs.classifier
    head.load_state_dict(model.output.state_dict())
    mask = torch.arange(tokens.shape[1]) < valid_lens[:, None]
    with torch.no_grad():
        expected = theirs(tokens, mask.long(), segments)
        found = model(tokens, segments, valid_lens)
    if kind is BertForQuestionAnswering:
        logits = torch.stack([expected.start_logits, expected.end_logits], dim=1)
        inside = found.isfinite()
        found, logits = found[inside], logits[inside]
    else:
        logits = expected.logits
    assert_close(found, logits, roundings=MINI)
    assert found.abs().max() > 0.05  # else anything would be the same
