"""RoBERTa in the reference layout: as BERT, but for its head, one segment and its first position.

The table of positions has a row for each place after the number of `<pad>`, which is 1: two rows
stand in front, and the released 514 are 512 positions.
"""

from dataclasses import replace

from bert_lab.checkpoint.families.bert import BERT

_PAD = 1
_BERT = BERT.names


def _renamed(names: dict[str, str]) -> dict[str, str]:
    return {ours: theirs.replace("bert.", "roberta.", 1) for ours, theirs in names.items()}


_NAMES = replace(
    _BERT,
    prefix="roberta.",
    parameters=_renamed(_BERT.parameters) | {"mlm.decoder.bias": "lm_head.bias"},
    modules={
        "encoder.embedding_norm.0": "roberta.embeddings.LayerNorm",
        "hidden.0": "roberta.pooler.dense",
        "mlm.transform.0": "lm_head.dense",
        "mlm.transform.2": "lm_head.layer_norm",
    },
    blocks="roberta.encoder.layer",
    copies={
        "lm_head.decoder.weight": "roberta.embeddings.word_embeddings.weight",
        "lm_head.decoder.bias": "lm_head.bias",
    },
    unlearned=("roberta.embeddings.position_ids",),
    first_position=_PAD + 1,
)
ROBERTA = replace(
    BERT,
    name="RoBERTa",
    kind="bert_lab.successors.roberta:RoBERTa",
    architecture="RobertaForMaskedLM",
    fixed=BERT.fixed | {"model_type": "roberta", "type_vocab_size": 1, "pad_token_id": _PAD},
    names=_NAMES,
)
