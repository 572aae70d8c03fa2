"""The same answers from a checkpoint of every spelling as Transformers gives."""

import json

import pytest
import torch

from bert_lab.ask import guess
from bert_lab.ask.__main__ import main
from bert_lab.ask.guesses import follows
from bert_lab.checkpoint import load_bert, missing_heads
from tests.helpers.close import near
from tests.helpers.spelled import SPELLINGS, write

TEXTS = "The crane [MASK] naïve Banks.", "Paris, 昨去?"


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_it_answers_as_the_reference_does(spelling, tmp_path, capsys):
    theirs = write(tmp_path, spelling)
    ours, tokenizer = load_bert(tmp_path, generator=torch.Generator())
    absent = missing_heads(tmp_path)
    encoding = tokenizer.encode(*TEXTS)
    ids, segments = torch.tensor([encoding.ids]), torch.tensor([encoding.type_ids])
    given = theirs(ids, token_type_ids=segments, output_hidden_states=True)
    states = given.hidden_states[-1][0]
    found = ours.encoder(ids, segments)[0]
    assert (found - states).abs().max() < 1e-4
    assert "crane" in encoding.tokens
    assert ("Paris" in encoding.tokens) == (spelling == "cased")
    if "mlm" in absent:
        return
    logits = given.logits if spelling == "words alone" else given.prediction_logits
    best = logits[0, encoding.tokens.index("[MASK]")].softmax(dim=-1).topk(1)
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


def test_shards_that_miss_something_are_refused(tmp_path):
    write(tmp_path, "sharded")
    index = tmp_path / "model.safetensors.index.json"
    whole = index.read_text("utf-8")
    first, second = sorted(tmp_path.glob("model-*.safetensors"))[:2]
    for table, says in (
        ({}, "expected a weight_map"),
        ({"a": "../b"}, "expected a weight_map"),
        ({"bert.lost": first.name}, f"expected bert.lost in {first.name}"),
    ):
        index.write_text(json.dumps({"weight_map": table}), "utf-8")
        with pytest.raises(ValueError, match=says):
            load_bert(tmp_path)
    index.write_text(whole, "utf-8")
    second.unlink()
    with pytest.raises(ValueError, match="sharded safetensors"):
        load_bert(tmp_path)
