"""The fields of the reference's `config.json` beside those of `BERTConfig` (chapter 9)."""

from typing import Any

from bert_core.config import BERTConfig

# Ours -> theirs.
_FIELDS = {
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
}
_ATTENTION_DROPOUT = "attention_probs_dropout_prob"  # a rate of its own there, the same one here
# What the reference's BERT always does, so that its files have no word for anything else ...
_ALWAYS: dict[str, Any] = {"embedding_norm": True, "tied_decoder": True, "causal": False}
# ... and what its files can say and we can't. A field that is absent has this value.
_FIXED = {
    "model_type": "bert",
    "type_vocab_size": 2,
    "position_embedding_type": "absolute",
    "tie_word_embeddings": True,
    "is_decoder": False,
    "add_cross_attention": False,
}


def to_reference_fields(config: BERTConfig) -> dict[str, Any]:
    """What the reference's `config.json` says of such a model.

    Raises:
        ValueError: for a switch that the reference has no word for.
    """
    odd = [name for name, value in _ALWAYS.items() if getattr(config, name) != value]
    odd += ["init_std"] if config.init_std is None else []
    if odd:
        raise ValueError(
            "the reference layout keeps models with "
            + ", ".join(f"{name}={value}" for name, value in _ALWAYS.items())
            + " and a number as init_std, got "
            + ", ".join(f"{name}={getattr(config, name)}" for name in odd)
            + "; bert_lab.checkpoint.save_checkpoint keeps every variant"
        )
    said = {theirs: getattr(config, ours) for ours, theirs in _FIELDS.items()}
    return _FIXED | said | {_ATTENTION_DROPOUT: config.dropout}


def from_reference_fields(said: dict[str, Any]) -> BERTConfig:
    """The model that such fields describe; what they leave out is as in BASE, as in the reference.

    Raises:
        ValueError: for another kind of model, or a value that `BERTConfig` can't have.
    """
    for name, value in _FIXED.items():
        if said.get(name, value) != value:
            raise ValueError(
                f"{name}: expected {value!r}, got {said[name]!r}; these classes are the original "
                "BERT's, so take a checkpoint of that kind"
            )
    base = BERTConfig.preset("base")
    values = {ours: said.get(theirs, getattr(base, ours)) for ours, theirs in _FIELDS.items()}
    rate = said.get(_ATTENTION_DROPOUT, values["dropout"])
    if rate != values["dropout"]:
        raise ValueError(
            f"{_ATTENTION_DROPOUT}: expected the rate of hidden_dropout_prob, "
            f"{values['dropout']!r}, got {rate!r}"
        )
    try:
        return BERTConfig(**values, **_ALWAYS)
    except TypeError as error:  # a word where a number should be
        raise ValueError(f"expected numbers and words in their places: {error}") from error
