"""bert_lab.checkpoint.families.registry: which family it is; any other is refused by name."""

from pkgutil import resolve_name

import pytest

from bert_lab.checkpoint.families.registry import (
    FAMILIES,
    check_family,
    family_of,
    family_of_config,
)
from bert_lab.successors.roberta import RoBERTa


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_family_is_found_by_its_word_and_by_its_class(family):
    assert family_of_config({"model_type": family.fields.fixed["model_type"]}) is family
    model = resolve_name(family.kind)(23, 12, 11, 3, 2, 0.0, embedding_norm=True)
    assert family_of(model) is family


def test_what_says_nothing_is_a_bert():
    assert family_of_config({}).name == "BERT"


REFUSED = {
    "gpt2": "GPT-2",
    "t5": "T5",
    "deberta-v2": "DeBERTa",
    "electra": "ELECTRA",
    "albert": "ALBERT",
    "distilbert": "DistilBERT",
    "llama": "'llama'",
    7: "7",
}


@pytest.mark.parametrize(("word", "name"), REFUSED.items())
def test_another_is_refused_by_name_in_one_sentence_that_says_what_is_covered(word, name):
    covered = "; released models of BERT, RoBERTa and ModernBERT can be read, no others"
    with pytest.raises(ValueError, match=f"^model_type: {name} is not covered{covered}$"):
        family_of_config({"model_type": word})


def test_a_class_of_ones_own_is_refused():
    class Other(RoBERTa):
        pass

    with pytest.raises(ValueError, match="expected a BERT or RoBERTa or ModernBERT, got a Other"):
        family_of(Other(23, 12, 11, 3, 2, 0.0))


TENSORS = {
    "BERT": "bert.embeddings.LayerNorm.weight",
    "RoBERTa": "lm_head.dense.weight",
    "ModernBERT": "model.layers.0.attn.Wo.weight",
    "GPT-2": "h.0.attn.c_attn.weight",
    "T5": "shared.weight",
    "DeBERTa": "deberta.encoder.layer.0.attention.self.in_proj.weight",
    "ALBERT": "albert.embeddings.LayerNorm.weight",
}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@pytest.mark.parametrize(("other", "tensor"), TENSORS.items())
def test_tensors_tell_whose_they_are(family, other, tensor):
    if family.name == other:
        check_family(family, [tensor])
        return
    with pytest.raises(ValueError, match=f"of a {family.name}, got those of a {other}: {tensor};"):
        check_family(family, [tensor])
