"""ModernBERT in the reference layout: `transformers.ModernBertForMaskedLM`."""

from typing import Any

from bert_lab.checkpoint.families.family import Family
from bert_lab.checkpoint.families.names import Names

_ANYWHERE, _NEARBY = _TYPES = "full_attention", "sliding_attention"
_NO_BIAS = ("attention_bias", "mlp_bias", "norm_bias", "classifier_bias")
_SPECIAL = ("pad_token_id", "bos_token_id", "eos_token_id", "cls_token_id", "sep_token_id")
_NO_DROPOUT = ("attention_dropout", "embedding_dropout", "mlp_dropout")

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


def _read(theirs: Any) -> dict[str, Any]:
    """The reach of local blocks, which blocks are local, and the RoPE bases."""
    types, angles = theirs.layer_types, [theirs.rope_parameters[kind] for kind in _TYPES]
    if any(one["rope_type"] != "default" for one in angles):
        raise ValueError(f"rope_parameters: expected those of the default type, got {angles!r}")
    return {
        "reach": theirs.local_attention // 2,
        "local": [i for i, kind in enumerate(types) if kind == _NEARBY],
        "bases": tuple(float(one["rope_theta"]) for one in angles),
    }


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
    fields={
        "vocab_size": "vocab_size",
        "num_hiddens": "hidden_size",
        "ffn_num_hiddens": "intermediate_size",
        "num_heads": "num_attention_heads",
        "num_blks": "num_hidden_layers",
        "max_len": "max_position_embeddings",
        "norm_eps": "norm_eps",
        "init_std": "initializer_range",
    },
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
        **dict.fromkeys(_NO_BIAS, False),
        **dict.fromkeys(_NO_DROPOUT, 0.0),
    },
    names=_NAMES,
    read_options=_read,
    write_options=_write,
)
