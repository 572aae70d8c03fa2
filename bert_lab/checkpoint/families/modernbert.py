"""ModernBERT in the reference layout: `transformers.ModernBertForMaskedLM`."""

from typing import Any

from bert_core.config import BERTConfig
from bert_lab.checkpoint.families.family import Family
from bert_lab.checkpoint.families.fields import Fields
from bert_lab.checkpoint.families.names import Names

_ANYWHERE, _NEARBY = _TYPES = "full_attention", "sliding_attention"
# Older files say these two by names of their own.
_BASES = {_ANYWHERE: ("global_rope_theta", 160_000.0), _NEARBY: ("local_rope_theta", 10_000.0)}
_NO_BIAS = ("attention_bias", "mlp_bias", "norm_bias", "classifier_bias")
_SPECIAL = ("pad_token_id", "bos_token_id", "eos_token_id", "cls_token_id", "sep_token_id")
_NO_DROPOUT = ("attention_dropout", "embedding_dropout", "mlp_dropout")

_FIELDS = Fields(
    table={
        "vocab_size": "vocab_size",
        "num_hiddens": "hidden_size",
        "ffn_num_hiddens": "intermediate_size",
        "num_heads": "num_attention_heads",
        "num_blks": "num_hidden_layers",
        "max_len": "max_position_embeddings",
        "norm_eps": "norm_eps",
        "init_std": "initializer_range",
    },
    base=BERTConfig(
        50_368, 768, 1_152, num_heads=12, num_blks=22, max_len=8_192, norm_eps=1e-5, init_std=0.02
    ),
    always={
        "embedding_norm": True,
        "tied_decoder": True,
        "causal": False,
        "activation": "gelu",
        "dropout": 0.0,
    },
    fixed={
        "model_type": "modernbert",
        "hidden_activation": "gelu",
        "classifier_activation": "gelu",
        "decoder_bias": True,
        "tie_word_embeddings": True,
        "rope_scaling": None,
        **dict.fromkeys(_NO_BIAS, False),
        **dict.fromkeys(_NO_DROPOUT, 0.0),
    },
)
_NAMES = Names(
    prefix="model.",
    parameters={
        "encoder.token_embedding.weight": "model.embeddings.tok_embeddings.weight",
        "mlm.decoder.bias": "decoder.bias",
    },
    modules={
        "encoder.embedding_norm.0": "model.embeddings.norm",
        "mlm.transform.0": "head.dense",
        "mlm.transform.2": "head.norm",
    },
    blocks="model.layers",
    block_modules={
        "attention.norm": "attn_norm",
        "attention.W_q": "attn.Wqkv",
        "attention.W_k": "attn.Wqkv",
        "attention.W_v": "attn.Wqkv",
        "attention.W_o": "attn.Wo",
        "ffn.0": "mlp_norm",
        "ffn.1.widen": "mlp.Wi",
        "ffn.1.narrow": "mlp.Wo",
    },
    after_blocks={"addnorm2.norm": "model.final_norm"},
    copies={"decoder.weight": "model.embeddings.tok_embeddings.weight"},
)


def _read(fields: dict[str, Any], config: BERTConfig) -> dict[str, Any]:
    """The reach of local blocks, which blocks are local, and the RoPE bases."""
    every, window = fields.get("global_attn_every_n_layers", 3), fields.get("local_attention", 128)
    for name, value in {"global_attn_every_n_layers": every, "local_attention": window}.items():
        if not isinstance(value, int) or value < 1:
            raise ValueError(f"{name}: expected a whole number above 0, got {value!r}")
    types = fields.get("layer_types") or [_TYPES[i % every > 0] for i in range(config.num_blks)]
    if len(types) != config.num_blks or not set(types) <= set(_TYPES):
        raise ValueError(
            f"layer_types: expected {config.num_blks} of {' and '.join(_TYPES)}, got {types!r}"
        )
    return {
        "reach": window // 2,
        "local": [i for i, kind in enumerate(types) if kind == _NEARBY],
        "bases": tuple(_base(fields, kind) for kind in _TYPES),
    }


def _base(fields: dict[str, Any], kind: str) -> float:
    name, usual = _BASES[kind]
    angles = (fields.get("rope_parameters") or {}).get(kind) or {}
    base = angles.get("rope_theta", fields.get(name, usual))
    if angles.get("rope_type", "default") != "default" or not isinstance(base, int | float):
        raise ValueError(f"rope_parameters: expected a rope_theta for {kind}, got {angles!r}")
    return float(base)


def _write(model: Any) -> dict[str, Any]:
    types = [_TYPES[i in model.local] for i in range(model.config.num_blks)]
    angles = {
        kind: {"rope_theta": base, "rope_type": "default"}
        for kind, base in zip(_TYPES, model.bases, strict=True)
    }
    fields = {"local_attention": 2 * model.reach, "layer_types": types, "rope_parameters": angles}
    return fields | dict.fromkeys(_SPECIAL)  # none: the tokenizer says which they are


MODERNBERT = Family(
    "ModernBERT",
    "bert_lab.successors.modernbert:ModernBERT",
    "ModernBertForMaskedLM",
    _FIELDS,
    _NAMES,
    _read,
    _write,
)
