"""config.json of the reference, field by field, against hand-written answers."""

import pytest

from bert_core import BERTConfig
from bert_lab.checkpoint.families.bert import BERT
from bert_lab.checkpoint.families.modernbert import MODERNBERT
from bert_lab.checkpoint.families.roberta import ROBERTA

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
    assert BERT.fields.write(OURS) == THEIRS
    assert BERT.read(THEIRS)[0] == OURS


def test_what_is_not_said_is_as_in_base():
    assert BERT.read({})[0] == BERTConfig.preset("base")


def test_fields_of_no_concern_are_passed_over():
    more = {"classifier_dropout": None, "gradient_checkpointing": False, "pad_token_id": 0}
    assert BERT.read(THEIRS | more)[0] == OURS


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
        BERT.fields.write(config)


REFUSED = {
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
        BERT.read(THEIRS | changes)


def test_roberta_counts_two_positions_and_has_one_segment():
    fields = THEIRS | {"model_type": "roberta", "type_vocab_size": 1, "pad_token_id": 1}
    fields["max_position_embeddings"] = 15
    assert ROBERTA.fields.write(OURS) == fields
    assert ROBERTA.read(fields)[0] == OURS
    with pytest.raises(ValueError, match="type_vocab_size: expected 1, got 2"):
        ROBERTA.read(fields | {"type_vocab_size": 2})


# As the released file of ModernBERT-base says it; a later writer has new names for the last four.
MODERN = {
    "model_type": "modernbert",
    "vocab_size": 23,
    "hidden_size": 24,
    "intermediate_size": 11,
    "num_attention_heads": 3,
    "num_hidden_layers": 5,
    "max_position_embeddings": 13,
    "norm_eps": 1e-6,
    "initializer_range": 0.03,
    "local_attention": 6,
    "global_attn_every_n_layers": 2,
    "global_rope_theta": 50.0,
    "local_rope_theta": 20.0,
}
NEW = {
    "local_attention": 6,
    "layer_types": ["full_attention", "sliding_attention"] * 2 + ["full_attention"],
    "rope_parameters": {
        "full_attention": {"rope_theta": 50.0, "rope_type": "default"},
        "sliding_attention": {"rope_theta": 20.0, "rope_type": "default"},
    },
}


def test_modernbert_s_old_and_new_words_say_the_same():
    for fields in (MODERN, {k: v for k, v in MODERN.items() if "rope" not in k} | NEW):
        config, kind = MODERNBERT.read(fields)
        assert (config.num_hiddens, config.ffn_num_hiddens, config.max_len) == (24, 11, 13)
        model = kind(**vars(config))
        assert (model.reach, model.local, model.bases) == (3, [1, 3], (50.0, 20.0))
        assert MODERNBERT.write(model).items() >= NEW.items()


def test_what_modernbert_leaves_unsaid_is_as_released():
    config, kind = MODERNBERT.read({"num_hidden_layers": 4})
    sizes = (config.vocab_size, config.num_hiddens, config.ffn_num_hiddens, config.num_heads)
    assert sizes == (50_368, 768, 1_152, 12)
    assert kind.keywords == {"reach": 64, "local": [1, 2], "bases": (160_000.0, 10_000.0)}


MODERN_REFUSED = {
    "norm_bias: expected False, got True": {"norm_bias": True},
    "mlp_dropout: expected 0.0, got 0.1": {"mlp_dropout": 0.1},
    "local_attention: expected a whole number above 0, got '6'": {"local_attention": "6"},
    "global_attn_every_n_layers: .* got 0": {"global_attn_every_n_layers": 0},
    "layer_types: expected 5 of full_attention and sliding_attention": {"layer_types": ["all"] * 5},
    "layer_types: expected 5 .* got .'full_attention'.$": {"layer_types": ["full_attention"]},
    "rope_scaling: expected None": {"rope_scaling": {"factor": 2}},
    "rope_parameters: .* for full_attention, got .*yarn": {
        "rope_parameters": {"full_attention": {"rope_type": "yarn"}}
    },
    "expected numbers and words in their places": {"rope_parameters": [1]},
}


@pytest.mark.parametrize(("message", "changes"), MODERN_REFUSED.items())
def test_other_modernberts_are_refused_by_field(message, changes):
    with pytest.raises(ValueError, match=message):
        MODERNBERT.read(MODERN | changes)
