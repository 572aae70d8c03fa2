"""config.json of the reference, field by field, against hand-written answers."""

import pytest

from bert_core import BERTConfig
from bert_lab.checkpoint.fields import from_reference_fields, to_reference_fields

# Every size is its own, so that two that are swapped show.
OURS = BERTConfig(
    vocab_size=23,
    num_hiddens=15,
    ffn_num_hiddens=11,
    num_heads=3,
    num_blks=2,
    dropout=0.25,
    max_len=13,
    activation="relu",
    embedding_norm=True,
    tied_decoder=True,
    norm_eps=1e-7,
    init_std=0.03,
)
THEIRS = {
    "model_type": "bert",
    "vocab_size": 23,
    "hidden_size": 15,
    "intermediate_size": 11,
    "num_attention_heads": 3,
    "num_hidden_layers": 2,
    "hidden_dropout_prob": 0.25,
    "attention_probs_dropout_prob": 0.25,
    "max_position_embeddings": 13,
    "type_vocab_size": 2,
    "hidden_act": "relu",
    "layer_norm_eps": 1e-7,
    "initializer_range": 0.03,
    "position_embedding_type": "absolute",
    "tie_word_embeddings": True,
    "is_decoder": False,
    "add_cross_attention": False,
}


def test_both_ways_by_hand():
    assert to_reference_fields(OURS) == THEIRS
    assert from_reference_fields(THEIRS) == OURS


def test_what_is_not_said_is_as_in_base():
    assert from_reference_fields({}) == BERTConfig.preset("base")


def test_fields_of_no_concern_are_passed_over():
    more = {"classifier_dropout": None, "gradient_checkpointing": False, "pad_token_id": 0}
    assert from_reference_fields(THEIRS | more) == OURS


UNSAYABLE = {
    "embedding_norm=False": {"embedding_norm": False},
    "tied_decoder=False": {"tied_decoder": False},
    "causal=True": {"causal": True},
    "init_std=None": {"init_std": None},
    "embedding_norm=False, causal=True;": {"causal": True, "embedding_norm": False},
}


@pytest.mark.parametrize(("words", "changes"), UNSAYABLE.items())
def test_a_variant_without_a_word_for_it_is_refused_by_its_switch(words, changes):
    config = BERTConfig(**vars(OURS) | changes)
    with pytest.raises(ValueError, match=f"reference layout keeps .* got {words}.*save_checkpoint"):
        to_reference_fields(config)


REFUSED = {
    "model_type: expected 'bert', got 'roberta'": {"model_type": "roberta"},
    "type_vocab_size: expected 2, got 1": {"type_vocab_size": 1},
    "position_embedding_type: expected 'absolute'": {"position_embedding_type": "relative_key"},
    "tie_word_embeddings: expected True, got False": {"tie_word_embeddings": False},
    "is_decoder: expected False, got True": {"is_decoder": True},
    "add_cross_attention: expected False": {"add_cross_attention": True},
    "attention_probs_dropout_prob: .* 0.25, got 0.1": {"attention_probs_dropout_prob": 0.1},
    "activation must be .* but is 'gelu_new'": {"hidden_act": "gelu_new"},
    "num_hiddens must be a positive whole number, but is '15'": {"hidden_size": "15"},
    "expected numbers and words in their places": {"layer_norm_eps": "small"},
}


@pytest.mark.parametrize(("message", "changes"), REFUSED.items())
def test_other_models_are_refused_by_field(message, changes):
    with pytest.raises(ValueError, match=message):
        from_reference_fields(THEIRS | changes)
