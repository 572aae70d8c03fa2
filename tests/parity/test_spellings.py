"""The same answers from a checkpoint of every spelling and head as Transformers gives."""

import re

import pytest
import torch
from safetensors.torch import load_file
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)

from bert_lab.ask import guess
from bert_lab.ask.__main__ import main
from bert_lab.ask.guesses import follows
from bert_lab.checkpoint import load_bert, missing_heads
from tests.helpers.close import near
from tests.helpers.spelled import PIECES, SIZES, SPELLINGS, write

TEXTS = "The crane [MASK] naïve Banks.", "Paris, 昨去?"
ABSENT = {
    "encoder alone": ("mlm", "nsp"),
    "no pooler": ("hidden", "mlm", "nsp"),
    "words alone": ("hidden", "nsp"),
    "for classes": ("mlm", "nsp"),
}


def _read(folder):
    """Our model and tokenizer, and one pair of texts as both libraries read it."""
    ours, tokenizer = load_bert(folder, generator=torch.Generator())
    encoding = tokenizer.encode(*TEXTS)
    theirs = AutoTokenizer.from_pretrained(folder)(*TEXTS)
    assert encoding.ids == theirs["input_ids"]
    assert encoding.type_ids == theirs["token_type_ids"]
    inputs = torch.tensor([encoding.ids]), torch.tensor([encoding.type_ids])
    return ours, tokenizer, encoding.tokens, inputs


@pytest.mark.parametrize("spelling", [*SPELLINGS, "pickled"])
def test_it_answers_as_the_reference_does(spelling, tmp_path, capsys):
    theirs = write(tmp_path, spelling)
    if spelling == "pickled":
        path = tmp_path / "model.safetensors"
        torch.save(load_file(path), tmp_path / "pytorch_model.bin")
        path.unlink()
    ours, tokenizer, tokens, (ids, segments) = _read(tmp_path)
    absent = missing_heads(tmp_path)
    assert absent == ABSENT.get(spelling, ())
    given = theirs(ids, token_type_ids=segments, output_hidden_states=True)
    assert (ours.encoder(ids, segments)[0] - given.hidden_states[-1][0]).abs().max() < 1e-4
    assert "crane" in tokens
    assert ("Paris" in tokens) == (spelling == "cased")
    if "mlm" in absent:
        return
    logits = given.logits if spelling == "words alone" else given.prediction_logits
    best = logits[0, tokens.index("[MASK]")].softmax(dim=-1).topk(1)
    ((first, *_),) = guess(ours, tokenizer, TEXTS[0], second=TEXTS[1])
    assert first.probability == near(best.values.item(), digits=4)
    if "nsp" in absent:
        return
    next_one = given.seq_relationship_logits[0].softmax(dim=-1)[0].item()
    assert follows(ours, tokenizer, *TEXTS) == near(next_one, digits=4)
    main([str(tmp_path), *TEXTS])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{next_one:7.1%}  the second text follows the first"
    assert lines[1].startswith(f"{first.probability:7.1%}  ")


TASKS = BertForSequenceClassification, BertForTokenClassification, BertForQuestionAnswering


@pytest.mark.parametrize("kind", TASKS)
def test_the_encoder_of_a_model_for_a_task_is_read_without_its_head(kind, tmp_path, capsys):
    write(tmp_path, "as today")
    theirs = kind(BertConfig(vocab_size=len(PIECES), **SIZES)).eval()
    theirs.save_pretrained(tmp_path)
    ours, _, _, (ids, segments) = _read(tmp_path)
    with torch.no_grad():
        expected = theirs.bert(ids, token_type_ids=segments).last_hidden_state
        assert (ours.encoder(ids, segments) - expected).abs().max() < 1e-4
    pooler = ("hidden",) * (kind is not BertForSequenceClassification)
    assert missing_heads(tmp_path) == (*pooler, "mlm", "nsp")
    with pytest.raises(SystemExit):
        main([str(tmp_path), *TEXTS])
    assert re.search(
        r"was fine-tuned .* transformers.pipeline\('(text|token|question)-", capsys.readouterr().err
    )


def test_tokens_that_were_added_are_read_whole(tmp_path):
    theirs = write(tmp_path, "as today")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path)
    tokenizer.add_tokens(["crane bank", "Paris,"])
    theirs.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    theirs.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    ours, _, tokens, (ids, segments) = _read(tmp_path)
    assert "paris," in tokens or "Paris," in tokens
    with torch.no_grad():
        expected = theirs(ids, token_type_ids=segments, output_hidden_states=True)
        assert (ours.encoder(ids, segments) - expected.hidden_states[-1]).abs().max() < 1e-4
