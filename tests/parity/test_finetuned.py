"""A stored fine-tuned model beside `transformers`, which reads the same folder."""

import pytest
import torch
from transformers import (
    AutoTokenizer,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    BertModel,
)
from transformers.utils import logging

from bert_core import BERTConfig, BERTModel
from bert_lab.finetuning import Example, add_output_layer
from bert_lab.finetuning.families import (
    QuestionAnswering,
    ScoredPair,
    SingleText,
    Tagging,
    TextPair,
)
from bert_lab.finetuning.stored import load_finetuned, save_finetuned
from bert_lab.finetuning.tasks import pack_examples
from bert_lab.text.tokenization import train_wordpiece
from tests.helpers.close import MINI, assert_close

FIRST, SECOND = "where do cranes stand ?", "the cranes stand by a quiet river"
CASES = {
    "single text": (SingleText("film", ("bad", "good", "so")), BertForSequenceClassification),
    "text pair": (TextPair("pair", ("no", "yes")), BertForSequenceClassification),
    "score": (ScoredPair("near", ("nearness",)), BertForSequenceClassification),
    "tagging": (Tagging("names", ("O", "B-x", "I-x")), BertForTokenClassification),
    "question answering": (QuestionAnswering("where"), BertForQuestionAnswering),
}


@pytest.fixture(scope="module")
def tokenizer():
    return train_wordpiece([[FIRST, SECOND]] * 3, 60)


@pytest.fixture
def store(tmp_path, tokenizer):
    """A function: a task model with large weights, and the folder that it is stored in."""

    def store(spec, pooling=None):
        config = BERTConfig.preset(
            "mini", vocab_size=tokenizer.get_vocab_size(), max_len=30, init_std=0.3, dropout=0.1
        )
        generator = torch.Generator().manual_seed(2)
        bert = BERTModel.from_config(config, generator=generator)
        with torch.no_grad():
            for parameter in bert.parameters():
                parameter.add_(torch.randn(parameter.shape, generator=generator), alpha=0.1)
        model = add_output_layer(bert, spec, generator=generator, pooling=pooling)
        save_finetuned(tmp_path, model, tokenizer, spec, 28)
        return model, tmp_path

    return store


def _inputs(spec, folder):
    """The words as the library's own tokeniser reads them, and as ours packs them."""
    texts = (FIRST, SECOND) if spec.two_texts else (FIRST,)
    theirs = AutoTokenizer.from_pretrained(folder)(*texts, return_tensors="pt")
    first, second = FIRST.split(), SECOND.split() if spec.two_texts else None
    example = Example(first, second, spec.placeholder(first))
    data = pack_examples(spec, [example], load_finetuned(folder).tokenizer, 28).crop()
    return dict(theirs), data


@pytest.mark.parametrize(("spec", "kind"), CASES.values(), ids=CASES)
def test_it_says_the_same(spec, kind, store):
    model, folder = store(spec)
    theirs, loading = kind.from_pretrained(folder, output_loading_info=True)
    assert not loading["missing_keys"]
    assert not loading["unexpected_keys"]
    assert list(theirs.config.id2label.values()) == list(spec.label_names)
    inputs, data = _inputs(spec, folder)
    assert inputs["input_ids"].equal(data.tokens)
    assert inputs["token_type_ids"].equal(data.segments)
    kept = load_finetuned(folder)
    assert kept.spec == spec
    with torch.no_grad():
        expected = theirs.eval()(**inputs)
        found = kept.model(data.tokens, data.segments, data.valid_lens)
        assert found.equal(model(data.tokens, data.segments, data.valid_lens))
    if kind is BertForQuestionAnswering:
        logits = torch.stack([expected.start_logits, expected.end_logits], dim=1)
        inside = found.isfinite()
        assert inside[0, 0].tolist() == [place >= 0 for place in _second_words(data)]
        assert_close(found[inside], logits[inside], roundings=MINI)
    else:
        assert_close(found, expected.logits, roundings=MINI)
    assert found[found.isfinite()].abs().max() > 0.05  # else anything would be the same


def _second_words(data):
    return data.places[0].where(data.segments[0] == 1, -1).tolist()


@pytest.mark.parametrize("pooling", ["mean", "last"])
def test_another_pooling_is_no_class_of_theirs_and_the_configuration_says_so(pooling, store):
    """Their encoder, pooled and added to by hand; the folder does not call itself a classifier."""
    spec, _ = CASES["single text"]
    model, folder = store(spec, pooling)
    verbosity = logging.get_verbosity()
    logging.set_verbosity_error()  # the encoder's class has no use for the head
    encoder = BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    logging.set_verbosity(verbosity)
    assert encoder.config.architectures == ["BertModel"]
    assert encoder.config.bert_lab["pooling"] == pooling
    inputs, data = _inputs(spec, folder)
    with torch.no_grad():
        X = encoder(**inputs).last_hidden_state[0]  # (T, D)
        expected = model.output(X.mean(dim=0) if pooling == "mean" else X[-1])
        kept = load_finetuned(folder).model
        found = kept(data.tokens, data.segments, data.valid_lens)[0]
    assert kept.pooling == pooling
    assert_close(found, expected, roundings=MINI)
