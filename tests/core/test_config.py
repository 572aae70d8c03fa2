"""bert_core.config: the sizes of the presets as published, and what is refused."""

from dataclasses import asdict, replace

import pytest

from bert_core import BERTConfig

# num_hiddens, ffn_num_hiddens, num_heads, num_blks, max_len: google-research/bert README for the
# released sizes, D2L 15.10 for its model.
PUBLISHED = {
    "text": (128, 256, 2, 2, 1000),
    "mini": (64, 256, 4, 2, 64),
    "tiny": (128, 512, 2, 2, 512),
    "base": (768, 3072, 12, 12, 512),
    "large": (1024, 4096, 16, 24, 512),
}
THE_TEXT = {
    "activation": "relu",
    "embedding_norm": False,
    "tied_decoder": False,
    "norm_eps": 1e-5,
    "init_std": None,
    "causal": False,
}
THE_ORIGINAL = {
    "activation": "gelu",
    "embedding_norm": True,
    "tied_decoder": True,
    "norm_eps": 1e-12,
    "init_std": 0.02,
    "causal": False,
}

CHOSEN_BY_THE_BOOK = {
    "mini": {"init_std", "dropout", "vocab_size"},
    "tiny": {"init_std", "dropout"},
}


@pytest.mark.parametrize(("name", "published"), PUBLISHED.items())
def test_presets(name, published):
    config = BERTConfig.preset(name)
    found = (config.num_hiddens, config.ffn_num_hiddens, config.num_heads, config.num_blks)
    assert (*found, config.max_len) == published
    switches = THE_TEXT if name == "text" else THE_ORIGINAL
    chosen_by_the_book = CHOSEN_BY_THE_BOOK.get(name, set())
    expected = switches | {"dropout": 0.2 if name == "text" else 0.1}
    expected |= {"vocab_size": 20_256 if name == "text" else 30_522}
    for field in expected.keys() - chosen_by_the_book:
        assert getattr(config, field) == expected[field], field


def test_switches_are_the_text_s_unless_asked_for():
    config = BERTConfig(vocab_size=23)
    assert {key: getattr(config, key) for key in THE_TEXT} == THE_TEXT


def test_sizes_are_base_s_unless_asked_for():
    """And 1,000 positions, as in D2L 15.8.4."""
    base = BERTConfig.preset("base")
    sizes = ("num_hiddens", "ffn_num_hiddens", "num_heads", "num_blks", "dropout")
    config = BERTConfig(vocab_size=23)
    assert [getattr(config, name) for name in sizes] == [getattr(base, name) for name in sizes]
    assert config.max_len == 1000


def test_a_preset_with_changes_leaves_the_preset_alone():
    before = BERTConfig.preset("mini")
    changed = BERTConfig.preset("mini", vocab_size=789, causal=True)
    assert changed == replace(before, vocab_size=789, causal=True)
    assert BERTConfig.preset("mini") == before
    assert BERTConfig(**asdict(changed)) == changed


def test_an_unknown_preset_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"expected one of the presets .*'base'.*, got 'huge'"):
        BERTConfig.preset("huge")


REFUSED = {
    "4 heads do not divide 15 hidden units": {"num_heads": 4},
    "num_hiddens must be a positive whole number, but is -15": {"num_hiddens": -15},
    "ffn_num_hiddens must be a positive whole number, but is 11.0": {"ffn_num_hiddens": 11.0},
    "max_len must be a positive whole number, but is '13'": {"max_len": "13"},
    "dropout must be at least 0 and below 1, but is 1.0": {"dropout": 1.0},
    '"relu" or "gelu", but is \'swish\'': {"activation": "swish"},
    "norm_eps must be positive, but is 0": {"norm_eps": 0},
    "init_std must be positive or None, but is 0.0": {"init_std": 0.0},
}


@pytest.mark.parametrize(("message", "changes"), REFUSED.items())
def test_refused_with_what_was_expected_and_what_came(message, changes, sizes):
    with pytest.raises(ValueError, match=message):
        BERTConfig(**{**sizes, **changes})
