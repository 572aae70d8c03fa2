"""The block's known mistakes, each with the key of its sentence, and other ways that are right."""

import pytest

from bert_lab.workshop.stages import block as stage
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, mistake

BLOCK = "Block"
FIRST = "X = self.norm1(X + self.dropout(self.attention(X, valid_lens)))"
HIDDEN = "hidden = F.gelu(self.dense1(X))  # (B, T, F)"
SECOND = "return self.norm2(X + self.dropout(self.dense2(hidden)))  # (B, T, D)"
BODY = f"        {FIRST}\n        {HIDDEN}\n        {SECOND}"
NORM1 = "self.norm1 = nn.LayerNorm(num_hiddens, eps=1e-12)"
NORM2 = "self.norm2 = nn.LayerNorm(num_hiddens, eps=1e-12)"
EPS1, EPS2 = (NORM1, NORM1.replace(", eps=1e-12", "")), (NORM2, NORM2.replace(", eps=1e-12", ""))
PRE = """        X = X + self.dropout(self.attention(self.norm1(X), valid_lens))
        return X + self.dropout(self.dense2(F.gelu(self.dense1(self.norm2(X)))))"""
PRE_NORMED = """        X = self.norm1(X)
        X = X + self.dropout(self.attention(X, valid_lens))
        X = self.norm2(X)
        return X + self.dropout(self.dense2(F.gelu(self.dense1(X))))"""
NO_FIRST = (FIRST, "X = self.norm1(self.dropout(self.attention(X, valid_lens)))")
NO_SECOND = (SECOND, "return self.norm2(self.dropout(self.dense2(hidden)))")

LONGER = "valid_lens = None if valid_lens is None else valid_lens + 1\n        "


def by_hand(made):
    """Both norms by hand: `made` is what becomes of X before weight and bias."""
    return (
        "def norm(part):\n            def made(X):\n                "
        f"return ({made}) * part.weight + part.bias\n            return made\n        "
        "self.norm1.forward, self.norm2.forward = norm(self.norm1), norm(self.norm2)\n        "
    )


CENTRED = "(X - X.mean({0}, keepdim=True)) / (X.var({0}, keepdim=True, correction={1}) + 1e-12)"
NORMS = {
    "norm-two-axes": by_hand(CENTRED.format("(1, 2)", 0) + ".sqrt()"),
    "norm-over-tokens": by_hand(CENTRED.format("1", 0) + ".sqrt()"),
    "norm-over-batch": by_hand(CENTRED.format("0", 0) + ".sqrt()"),
    "norm-unbiased": by_hand(CENTRED.format("-1", 1) + ".sqrt()"),
    "norm-variance": by_hand(CENTRED.format("-1", 0)),
    "norm-no-mean": by_hand("X / (X.square().mean(-1, keepdim=True) + 1e-12).sqrt()"),
}

MISTAKES = [
    mistake(BLOCK, "pre-norm", (BODY, PRE)),
    mistake(BLOCK, "pre-norm-normed-residual", (BODY, PRE_NORMED)),
    mistake(BLOCK, "no-first-residual", NO_FIRST),
    mistake(BLOCK, "no-second-residual", NO_SECOND),
    mistake(BLOCK, "no-residuals", NO_FIRST, NO_SECOND),
    mistake(
        BLOCK,
        "first-input-added-twice",
        (FIRST, FIRST.replace("X =", "Y =", 1)),
        (HIDDEN, "hidden = F.gelu(self.dense1(Y))"),
    ),
    mistake(
        BLOCK,
        "norm-before-adding",
        (FIRST, "X = X + self.norm1(self.dropout(self.attention(X, valid_lens)))"),
        (SECOND, "return X + self.norm2(self.dropout(self.dense2(hidden)))"),
    ),
    mistake(BLOCK, "one-norm-for-both", (SECOND, SECOND.replace("norm2", "norm1"))),
    mistake(
        BLOCK,
        "norms-swapped",
        (FIRST, FIRST.replace("norm1", "norm2")),
        (SECOND, SECOND.replace("norm2", "norm1")),
    ),
    mistake(BLOCK, "no-second-norm", (SECOND, "return X + self.dropout(self.dense2(hidden))")),
    mistake(BLOCK, "no-first-norm", (FIRST, FIRST.replace("self.norm1", ""))),
    mistake(
        BLOCK,
        "no-first-residual",
        (FIRST, "X = self.attention(X, valid_lens)\n        X = self.norm1(X + self.dropout(X))"),
    ),
    mistake(BLOCK, "relu", (HIDDEN, "hidden = F.relu(self.dense1(X))")),
    mistake(BLOCK, "gelu-tanh", (HIDDEN, 'hidden = F.gelu(self.dense1(X), approximate="tanh")')),
    mistake(BLOCK, "no-activation", (HIDDEN, "hidden = self.dense1(X)")),
    mistake(
        BLOCK,
        "activation-at-the-end",
        (HIDDEN, "hidden = self.dense1(X)"),
        (SECOND, "return self.norm2(X + self.dropout(F.gelu(self.dense2(hidden))))"),
    ),
    mistake(BLOCK, "lens-not-passed", (FIRST, FIRST.replace(", valid_lens", ""))),
    mistake(BLOCK, "norm-eps", EPS1, EPS2),
    mistake(
        BLOCK,
        "norm-eps-6",
        (NORM1, NORM1.replace("1e-12", "1e-6")),
        (NORM2, NORM2.replace("1e-12", "1e-6")),
    ),
    mistake(BLOCK, "norm-eps-first", EPS1),
    mistake(BLOCK, "norm-eps-second", EPS2),
    mistake(
        BLOCK,
        "no-dropout",
        (FIRST, "X = self.norm1(X + self.attention(X, valid_lens))"),
        (SECOND, "return self.norm2(X + self.dense2(hidden))"),
    ),
    mistake(
        BLOCK, "no-first-dropout", (FIRST, "X = self.norm1(X + self.attention(X, valid_lens))")
    ),
    mistake(BLOCK, "no-second-dropout", (SECOND, "return self.norm2(X + self.dense2(hidden))")),
    mistake(
        BLOCK,
        "dropout-on-sum",
        (FIRST, "X = self.norm1(self.dropout(X + self.attention(X, valid_lens)))"),
        (SECOND, "return self.norm2(self.dropout(X + self.dense2(hidden)))"),
    ),
    mistake(
        BLOCK,
        "dropout-on-first-sum",
        (FIRST, "X = self.norm1(self.dropout(X + self.attention(X, valid_lens)))"),
    ),
    mistake(
        BLOCK, "dropout-elsewhere", (SECOND, SECOND.replace("(hidden)", "(self.dropout(hidden))"))
    ),
    mistake(
        BLOCK,
        "dropout-last",
        (FIRST, "X = self.dropout(self.norm1(X + self.attention(X, valid_lens)))"),
        (SECOND, "return self.dropout(self.norm2(X + self.dense2(hidden)))"),
    ),
    mistake(BLOCK, "dropout-in-eval", (FIRST, FIRST.replace("self.dropout(", "F.dropout("))),
    mistake(
        BLOCK,
        "changes-input",
        (FIRST, "X += self.attention(X, valid_lens)\n        X = self.norm1(X)"),
    ),
    mistake(BLOCK, "no-gradient", (SECOND, SECOND.replace("  #", ".detach()  #"))),
]

MISTAKES.append(mistake(BLOCK, "no-super", ("        super().__init__()\n", "")))

MISTAKES += [
    mistake(
        BLOCK,
        "norm-before-adding-first",
        (FIRST, "X = X + self.norm1(self.dropout(self.attention(X, valid_lens)))"),
    ),
    mistake(
        BLOCK,
        "norm-before-adding-second",
        (SECOND, "return X + self.norm2(self.dropout(self.dense2(hidden)))"),
    ),
    mistake(
        BLOCK,
        "pre-norm-first",
        (FIRST, "X = X + self.dropout(self.attention(self.norm1(X), valid_lens))"),
    ),
    mistake(
        BLOCK,
        "pre-norm-second",
        (HIDDEN, "hidden = F.gelu(self.dense1(self.norm2(X)))"),
        (SECOND, "return X + self.dropout(self.dense2(hidden))"),
    ),
    mistake(
        BLOCK,
        "branches-side-by-side",
        (FIRST, "Y = X\n        " + FIRST),
        (HIDDEN, "hidden = F.gelu(self.dense1(Y))"),
    ),
    mistake(BLOCK, "no-attention", (FIRST, "X = self.norm1(X)")),
    mistake(BLOCK, "no-ffn", (SECOND, "return self.norm2(X)")),
    mistake(
        BLOCK,
        "gelu-sigmoid",
        (HIDDEN, "Y = self.dense1(X)\n        hidden = Y * torch.sigmoid(1.702 * Y)"),
    ),
    mistake(BLOCK, "silu", (HIDDEN, HIDDEN.replace("gelu", "silu"))),
    mistake(BLOCK, "tanh", (HIDDEN, HIDDEN.replace("F.gelu", "torch.tanh"))),
    mistake(
        BLOCK,
        "dropout-on-second-sum",
        (SECOND, "return self.norm2(self.dropout(X + self.dense2(hidden)))"),
    ),
    mistake(
        BLOCK,
        "dropout-last-first",
        (FIRST, "X = self.dropout(self.norm1(X + self.attention(X, valid_lens)))"),
    ),
    mistake(
        BLOCK,
        "dropout-last-second",
        (SECOND, "return self.dropout(self.norm2(X + self.dense2(hidden)))"),
    ),
    mistake(BLOCK, "dropout-fixed", ("nn.Dropout(dropout)", "nn.Dropout(0.1)")),
    mistake(BLOCK, "dropout-is-kept", ("nn.Dropout(dropout)", "nn.Dropout(1 - dropout)")),
    mistake(
        BLOCK,
        "dropout-unscaled",
        ("nn.Dropout(dropout)", "lambda Y: Y * (torch.rand(Y.shape, device=Y.device) >= dropout)"),
        (
            "def forward(self, X, valid_lens=None):",
            "def forward(self, X, valid_lens=None):\n"
            "        if not self.training:\n            return self.rest(X, valid_lens)\n"
            "        return self.all(X, valid_lens)\n\n    def rest(self, X, valid_lens):\n"
            "        X = self.norm1(X + self.attention(X, valid_lens))\n"
            "        return self.norm2(X + self.dense2(F.gelu(self.dense1(X))))\n\n"
            "    def all(self, X, valid_lens):",
        ),
    ),
    mistake(
        BLOCK,
        "dropout-shared",
        (
            SECOND,
            "Y = self.dense2(hidden)\n        Y = Y * self.dropout(torch.ones_like(Y[:1]))\n"
            "        return self.norm2(X + Y)",
        ),
    ),
    mistake(
        BLOCK,
        "different",
        ("MultiHeadAttention(num_hiddens, num_heads)", "MultiHeadAttention(num_hiddens, 2)"),
    ),
    mistake(BLOCK, "input-gradient", (FIRST, FIRST.replace("(X + ", "(X.detach() + "))),
    mistake(BLOCK, "gradient-differs", (SECOND, SECOND.replace("(X + ", "(X.detach() + "))),
    mistake(BLOCK, "one-key-too-many", (FIRST, LONGER + FIRST)),
    mistake(BLOCK, "one-key-too-few", (FIRST, LONGER.replace("+ 1", "- 1") + FIRST)),
    *(mistake(BLOCK, key, (FIRST, code + FIRST)) for key, code in NORMS.items()),
]

MISTAKES += [
    mistake(
        BLOCK,
        "dropout-one-draw",
        (
            FIRST,
            "drop = self.dropout(torch.ones_like(X))\n        "
            + FIRST.replace("self.dropout(", "(drop * "),
        ),
        (SECOND, SECOND.replace("self.dropout(", "(drop * ")),
    ),
]

MISTAKES += [
    mistake(
        BLOCK,
        "dropout-scales-in-eval",
        (
            "self.dropout = nn.Dropout(dropout)",
            "self.kept = 1 - dropout\n"
            "        self.dropout = lambda X: X * (\n            "
            "torch.full_like(X, self.kept).bernoulli() if self.training else self.kept\n        )",
        ),
    ),
    mistake(
        BLOCK,
        "redrawn",
        (
            HIDDEN,
            "from torch.utils.checkpoint import checkpoint\n        " + HIDDEN,
        ),
        (
            SECOND,
            "rest = checkpoint(\n"
            "            lambda X: self.dropout(self.dense2(X)), hidden, use_reentrant=False,\n"
            "            preserve_rng_state=False,\n        )\n"
            "        return self.norm2(X + rest)",
        ),
    ),
]

WAYS = {
    "in sequence": (
        BLOCK,
        (
            "self.dense1 = nn.Linear(num_hiddens, ffn_num_hiddens)",
            "self.ffn = nn.Sequential(nn.Linear(num_hiddens, ffn_num_hiddens), nn.GELU(), "
            "nn.Linear(ffn_num_hiddens, num_hiddens))",
        ),
        ("self.dense2 = nn.Linear(ffn_num_hiddens, num_hiddens)", ""),
        (HIDDEN, ""),
        (SECOND, "return self.norm2(X + self.dropout(self.ffn(X)))"),
    ),
    "GELU by hand": (
        BLOCK,
        (HIDDEN, "X1 = self.dense1(X)\n        hidden = X1 * 0.5 * (1 + torch.erf(X1 / 2**0.5))"),
    ),
    "step by step": (
        BLOCK,
        (
            FIRST,
            "kept = X\n        Y = self.attention(X, valid_lens=valid_lens)\n"
            "        Y = self.dropout(Y)\n        Y = Y + kept\n        X = self.norm1(Y)",
        ),
    ),
    "two dropouts": (
        BLOCK,
        (
            "self.dropout = nn.Dropout(dropout)",
            "self.drop1, self.drop2 = nn.Dropout(dropout), nn.Dropout(dropout)",
        ),
        (FIRST, FIRST.replace("self.dropout", "self.drop1")),
        (SECOND, SECOND.replace("self.dropout", "self.drop2")),
    ),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("block", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (stage.B, stage.T, stage.D, stage.N, stage.FFN)
    assert len(set(sizes)) == len(sizes)
