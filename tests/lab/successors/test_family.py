"""The family: every parameter that is counted, beside the Transformers library's own module."""

import json
import re

import pytest
import torch

from bert_lab.successors.family import family
from tests.helpers.paths import ROOT

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


def test_every_fact_has_its_paper_and_the_month_is_the_papers():
    for model in FAMILY.values():
        assert bool(model.arxiv) != model.page.startswith("https://")
        if model.arxiv:
            assert re.fullmatch(r"\d{4}\.\d{5}", model.arxiv)
            assert model.since == f"20{model.arxiv[:2]}-{model.arxiv[2:4]}"
            assert model.source.endswith(f"arxiv.org/abs/{model.arxiv}")


def _lines():
    notebook = json.loads((ROOT / "chapters/12-after-bert.ipynb").read_text("utf-8"))
    return [line.strip() for cell in notebook["cells"] for line in cell["source"]]


def test_the_chapter_has_every_section_to_which_the_tree_leads():
    lines = _lines()
    sections = [model.section for model in FAMILY.values() if model.name != "BERT"]
    assert [one for one in sections if f"({one})=" not in lines] == []


def test_the_chapters_table_has_everyone_else_oldest_first():
    rows = [line.strip("|").split(" | ") for line in _lines() if line.startswith("| [")]
    expected = {
        (
            f"[{model.name}{f' ({model.size})' if model.size else ''}]({model.source})",
            model.since[:4],
            f"{model.parameters / 1e6:.0f} M" if model.parameters else None,
        )
        for model in FAMILY.values()
        if not model.featured
    }
    found = []
    for name, facts, measured in rows:
        year, *more = facts.split(", ")
        size = next((fact for fact in more if fact.endswith(" M")), None)
        found.append((name.strip(), year, size))
        assert measured.strip()
    assert set(found) == expected
    assert [year for _, year, _ in found] == sorted(year for _, year, _ in found)
