"""The family: every parameter that is counted, beside the Transformers library's own module."""

import pytest
import torch

from bert_lab.successors.family import family

FAMILY = {model.name: model for model in family()}
SIZES = {
    "BERT": ("bert", {}),
    "RoBERTa": (
        "roberta",
        {"vocab_size": 50_265, "max_position_embeddings": 514, "type_vocab_size": 1},
    ),
    "SpanBERT": ("bert", {"vocab_size": 28_996}),
    "TinyBERT": (
        "bert",
        {"hidden_size": 312, "num_hidden_layers": 4, "intermediate_size": 1_200},
    ),
    "ALBERT": (
        "albert",
        {"hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3_072},
    ),
    "DistilBERT": ("distilbert", {}),
    "MiniLM": (
        "bert",
        {"hidden_size": 384, "num_hidden_layers": 6, "intermediate_size": 1_536},
    ),
    "ELECTRA": (
        "electra",
        {"embedding_size": 768, "hidden_size": 768, "num_attention_heads": 12}
        | {"intermediate_size": 3_072},
    ),
    "DeBERTa": (
        "deberta",
        {"vocab_size": 50_265, "type_vocab_size": 0, "relative_attention": True}
        | {"pos_att_type": "c2p|p2c", "position_biased_input": False},
    ),
    "DeBERTa-v3": (
        "deberta-v2",
        {"vocab_size": 128_100, "hidden_size": 768, "num_hidden_layers": 12}
        | {"num_attention_heads": 12, "intermediate_size": 3_072, "type_vocab_size": 0}
        | {"relative_attention": True, "pos_att_type": "p2c|c2p", "share_att_key": True}
        | {"position_biased_input": False, "position_buckets": 256, "norm_rel_ebd": "layer_norm"},
    ),
    "ModernBERT": ("modernbert", {}),
    "mmBERT": ("modernbert", {"vocab_size": 256_000}),
}


@pytest.mark.parametrize("name", SIZES)
def test_parameters_are_those_of_the_library(name):
    from transformers import AutoConfig, AutoModel

    kind, sizes = SIZES[name]
    with torch.device("meta"):
        model = AutoModel.from_config(AutoConfig.for_model(kind, **sizes))
    assert sum(p.numel() for p in model.parameters()) == FAMILY[name].parameters


def test_everyone_comes_after_the_parent_that_the_change_is_told_against():
    seen = [""]
    for model in FAMILY.values():
        assert model.parent in seen
        assert model.parent == "" or model.since >= FAMILY[model.parent].since
        seen.append(model.name)
    assert [name for name, model in FAMILY.items() if not model.parent] == ["BERT"]
