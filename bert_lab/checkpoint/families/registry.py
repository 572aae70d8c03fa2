"""Find the family of a configuration, a model or a file; others are refused by name."""

from typing import Any

from bert_core.model import BERTModel
from bert_lab.checkpoint.families.bert import BERT
from bert_lab.checkpoint.families.family import Family
from bert_lab.checkpoint.families.modernbert import MODERNBERT
from bert_lab.checkpoint.families.roberta import ROBERTA
from bert_lab.checkpoint.weights import first_three

FAMILIES = (BERT, ROBERTA, MODERNBERT)
# How others call themselves in `config.json`, and how the tensors of a model begin.
OTHERS = {
    "albert": "ALBERT",
    "deberta": "DeBERTa",
    "deberta-v2": "DeBERTa",
    "distilbert": "DistilBERT",
    "electra": "ELECTRA",
    "gpt2": "GPT-2",
    "t5": "T5",
    "xlm-roberta": "XLM-RoBERTa",
}
STARTS = {
    ("bert.", "cls."): BERT.name,
    ("roberta.", "lm_head.dense."): ROBERTA.name,
    ("model.embeddings.tok_embeddings.", "model.layers."): MODERNBERT.name,
    ("transformer.h.", "h.0."): "GPT-2",
    ("shared.", "encoder.block.", "decoder.block."): "T5",
    ("distilbert.",): "DistilBERT",
    ("albert.",): "ALBERT",
    ("deberta.",): "DeBERTa",
    ("electra.", "discriminator_predictions."): "ELECTRA",
}
_COVERED = "released models of BERT, RoBERTa and ModernBERT can be read, no others"


def family_of_config(fields: dict[str, Any]) -> Family:
    """The family that a `config.json` names; BERT if it names none.

    Raises:
        ValueError: for another one, by its name.
    """
    kind = fields.get("model_type", "bert")
    for family in FAMILIES:
        if kind == family.fields.fixed["model_type"]:
            return family
    name = OTHERS.get(kind) if isinstance(kind, str) else None
    raise ValueError(f"model_type: {name or repr(kind)} is not covered; {_COVERED}")


def family_of(model: BERTModel) -> Family:
    """The family of a model, by its class.

    Raises:
        ValueError: for a class of another kind.
    """
    for family in FAMILIES:
        if family.holds(model):
            return family
    kinds = " or ".join(family.name for family in FAMILIES)
    raise ValueError(f"expected a {kinds}, got a {type(model).__name__}")


def check_family(family: Family, stored: list[str]) -> None:
    """Raise ValueError if the tensor names are another family's."""
    for starts, name in STARTS.items():
        if name != family.name and (strange := [n for n in stored if n.startswith(starts)]):
            raise ValueError(
                f"expected the tensors of a {family.name}, got those of a {name}: "
                f"{first_three(strange)}; {_COVERED}"
            )
