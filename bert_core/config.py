"""Every size and switch of a model in one place (`ch-model`)."""

from dataclasses import dataclass, replace

from bert_core.validation import check_heads

# The original's switches: Devlin et al. 2019, appendix A.2 and the released `modeling.py`.
_ORIGINAL = {
    "activation": "gelu",
    "embedding_norm": True,
    "tied_decoder": True,
    "norm_eps": 1e-12,
    "init_std": 0.02,
}


@dataclass(frozen=True)
class BERTConfig:
    """Sizes and switches of a `BERTModel`; the defaults of the switches are D2L's.

    Sizes: `vocab_size` V, `num_hiddens` D, `ffn_num_hiddens` F, `num_heads` N (divides D),
    `num_blks` blocks, `dropout` in [0, 1), `max_len` the most positions a sequence may have.

    Switches, with the original's choice in brackets:

    - `activation`: "relu" or "gelu" in the feed-forward network and in the MLM head [gelu];
    - `embedding_norm`: layer norm, then dropout, on the embedding sum [True];
    - `tied_decoder`: the MLM decoder's matrix is the token embedding's [True];
    - `norm_eps`: the epsilon of every layer norm [1e-12];
    - `init_std`: weights drawn from a normal cut off at two standard deviations, biases zero
      [0.02]; None leaves PyTorch's own initialisation, as D2L does;
    - `causal`: each token sees itself and what stands to its left (GPT's mask) [False].

    Raises:
        ValueError: where a size is not positive, N does not divide D, or a switch is unknown.

    Source: D2L 15.8, 15.10; Devlin et al. 2019. See `ch-model`.
    """

    vocab_size: int
    num_hiddens: int = 768
    ffn_num_hiddens: int = 3072
    num_heads: int = 12
    num_blks: int = 12
    dropout: float = 0.1
    max_len: int = 1000
    activation: str = "relu"
    embedding_norm: bool = False
    tied_decoder: bool = False
    norm_eps: float = 1e-5
    init_std: float | None = None
    causal: bool = False

    def __post_init__(self):
        sizes = ("vocab_size", "num_hiddens", "ffn_num_hiddens", "num_heads", "num_blks", "max_len")
        for name in sizes:
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"{name} must be a positive whole number, but is {value!r}")
        check_heads(self.num_hiddens, self.num_heads)
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must be at least 0 and below 1, but is {self.dropout!r}")
        if self.activation not in ("relu", "gelu"):
            raise ValueError(f'activation must be "relu" or "gelu", but is {self.activation!r}')
        if not self.norm_eps > 0:
            raise ValueError(f"norm_eps must be positive, but is {self.norm_eps!r}")
        if self.init_std is not None and not self.init_std > 0:
            raise ValueError(f"init_std must be positive or None, but is {self.init_std!r}")

    @classmethod
    def preset(cls, name: str, **changes) -> "BERTConfig":
        """A named configuration, with any field replaced: `preset("mini", vocab_size=789)`.

        `text` is D2L's pretraining model, `mini` the book's own mini-BERT, `tiny`, `base` and
        `large` are released sizes of the original.

        Raises:
            ValueError: for an unknown name.

        Source: D2L 15.10; google-research/bert README. See `ch-model`.
        """
        if name not in PRESETS:
            raise ValueError(f"expected one of the presets {sorted(PRESETS)}, got {name!r}")
        return replace(PRESETS[name], **changes)


def _original(num_hiddens, num_heads, num_blks, **changes):
    sizes = (30_522, num_hiddens, 4 * num_hiddens, num_heads, num_blks)
    return replace(BERTConfig(*sizes, max_len=512, **_ORIGINAL), **changes)


# The mini-BERT differs from the original in size and in two numbers. Its weights start wider: 0.07
# is 0.02 * sqrt(768 / 64), so a layer's output spreads as it does in `base`. And it has no dropout:
# it sees each pair three times and underfits. With 0.02 and dropout, next sentence prediction was
# still at chance after 2,000 steps.
_MINI = {"vocab_size": 1_000, "max_len": 64, "init_std": 0.07, "dropout": 0.0}
# Tiny likewise, where 0.02 * sqrt(768 / 128) is 0.05: on WikiText-2 its held-out MLM loss after
# 1,500 steps was 5.70, with 0.02 and dropout after 3,000 steps 6.00 and 5.67 (single runs).
_TINY = {"init_std": 0.05, "dropout": 0.0}

PRESETS = {
    "text": BERTConfig(20_256, 128, 256, num_heads=2, num_blks=2, dropout=0.2),
    "mini": _original(64, num_heads=4, num_blks=2, **_MINI),
    "tiny": _original(128, num_heads=2, num_blks=2, **_TINY),
    "base": _original(768, num_heads=12, num_blks=12),
    "large": _original(1024, num_heads=16, num_blks=24),
}
