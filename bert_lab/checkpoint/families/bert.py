"""The original BERT in the reference layout: `transformers.BertForPreTraining`."""

from bert_lab.checkpoint.families.family import Family
from bert_lab.checkpoint.families.names import Names

_NAMES = Names(
    prefix="bert.",
    parameters={
        "encoder.token_embedding.weight": "bert.embeddings.word_embeddings.weight",
        "encoder.segment_embedding.weight": "bert.embeddings.token_type_embeddings.weight",
        "encoder.pos_embedding": "bert.embeddings.position_embeddings.weight",
        "mlm.decoder.bias": "cls.predictions.bias",
    },
    modules={
        "encoder.embedding_norm.0": "bert.embeddings.LayerNorm",
        "hidden.0": "bert.pooler.dense",
        "mlm.transform.0": "cls.predictions.transform.dense",
        "mlm.transform.2": "cls.predictions.transform.LayerNorm",
        "nsp.output": "cls.seq_relationship",
    },
    blocks="bert.encoder.layer",
    block_modules={
        "attention.W_q": "attention.self.query",
        "attention.W_k": "attention.self.key",
        "attention.W_v": "attention.self.value",
        "attention.W_o": "attention.output.dense",
        "addnorm1.norm": "attention.output.LayerNorm",
        "ffn.0": "intermediate.dense",
        "ffn.2": "output.dense",
        "addnorm2.norm": "output.LayerNorm",
    },
    copies={
        "cls.predictions.decoder.weight": "bert.embeddings.word_embeddings.weight",
        "cls.predictions.decoder.bias": "cls.predictions.bias",
    },
    unlearned=("bert.embeddings.position_ids",),
)
BERT = Family(
    "BERT",
    "bert_core.model:BERTModel",
    "BertForPreTraining",
    fields={
        "vocab_size": "vocab_size",
        "num_hiddens": "hidden_size",
        "ffn_num_hiddens": "intermediate_size",
        "num_heads": "num_attention_heads",
        "num_blks": "num_hidden_layers",
        "dropout": "hidden_dropout_prob",
        "max_len": "max_position_embeddings",
        "activation": "hidden_act",
        "norm_eps": "layer_norm_eps",
        "init_std": "initializer_range",
    },
    always={"embedding_norm": True, "tied_decoder": True, "causal": False},
    fixed={
        "model_type": "bert",
        "type_vocab_size": 2,
        "position_embedding_type": "absolute",
        "tie_word_embeddings": True,
        "is_decoder": False,
        "add_cross_attention": False,
    },
    names=_NAMES,
    rates=("attention_probs_dropout_prob",),
)


def tensor_names(num_blks: int) -> dict[str, str]:
    """Our parameter -> the reference's name for it, for every parameter of a BERT.

    See `ch-original`.
    """
    numbered = [f"encoder.blks.{i}.{m}" for i in range(num_blks) for m in _NAMES.block_modules]
    modules = [*_NAMES.modules, *numbered]
    ours = [f"{module}.{kind}" for module in modules for kind in ("weight", "bias")]
    return _NAMES.mapping([*_NAMES.parameters, *ours])
