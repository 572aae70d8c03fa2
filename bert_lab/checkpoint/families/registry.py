"""Find the family of a configuration or a model; others are refused by name."""

from typing import Any

from bert_core.model import BERTModel
from bert_lab.checkpoint.families.bert import BERT
from bert_lab.checkpoint.families.family import Family
from bert_lab.checkpoint.families.modernbert import MODERNBERT
from bert_lab.checkpoint.families.roberta import ROBERTA

FAMILIES = (BERT, ROBERTA, MODERNBERT)
_KINDS = "BERT, RoBERTa or ModernBERT"


def family_called(model_type: Any) -> Family:
    """The family that a `config.json` names; ValueError for another one."""
    for family in FAMILIES:
        if model_type == family.fixed["model_type"]:
            return family
    raise ValueError(f"model_type: expected that of a {_KINDS}, got {model_type!r}")


def family_of(model: BERTModel) -> Family:
    """The family of a model, by its class; ValueError for a class of another kind."""
    for family in FAMILIES:
        if family.holds(model):
            return family
    raise ValueError(f"expected a {_KINDS}, got a {type(model).__name__}")
