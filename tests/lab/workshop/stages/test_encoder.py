"""The encoder's known mistakes, each with the key of its sentence, and other ways to be right."""

import pytest

from bert_lab.workshop.stages import encoder as stage
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, mistake

ENCODER = "Encoder"
EMBED = "X = self.embeddings(tokens, segments)  # (B, T, D)"
LOOP = "for block in self.blocks:"
STEP = "X = block(X, valid_lens)"
RETURN = "\n        return X"
LIST = """self.blocks = nn.ModuleList(
            Block(num_hiddens, ffn_num_hiddens, num_heads, dropout)
            for _ in range(num_blks)
        )"""
ONE = "Block(num_hiddens, ffn_num_hiddens, num_heads, dropout)"

LONGER = "valid_lens = None if valid_lens is None else valid_lens + 1\n        "

MISTAKES = [
    mistake(
        ENCODER,
        "last-block-alone",
        (STEP, "Y = block(X, valid_lens)"),
        (RETURN, "\n        return Y"),
    ),
    mistake(ENCODER, "first-block-alone", (STEP, "return block(X, valid_lens)")),
    mistake(ENCODER, "one-block-too-few", (LOOP, "for block in self.blocks[:-1]:")),
    mistake(ENCODER, "first-block-left-out", (LOOP, "for block in self.blocks[1:]:")),
    mistake(ENCODER, "first-block-again-and-again", (STEP, "X = self.blocks[0](X, valid_lens)")),
    mistake(ENCODER, "last-block-twice", (RETURN, "\n        return block(X, valid_lens)")),
    mistake(ENCODER, "blocks-reversed", (LOOP, "for block in reversed(self.blocks):")),
    mistake(ENCODER, "no-blocks", (STEP, "block(X, valid_lens)")),
    mistake(
        ENCODER,
        "segments-ignored",
        (EMBED, "X = self.embeddings(tokens, torch.zeros_like(tokens))"),
    ),
    mistake(ENCODER, "arguments-swapped", (EMBED, "X = self.embeddings(segments, tokens)")),
    mistake(
        ENCODER,
        "embeddings-added-again",
        (RETURN, "\n        return X + self.embeddings(tokens, segments)"),
    ),
    mistake(
        ENCODER,
        "blocks-added-up",
        (STEP, "Y = block(Y, valid_lens)\n            X = X + Y"),
        (LOOP, "Y = X\n        " + LOOP),
    ),
    mistake(ENCODER, "lens-not-passed", (STEP, "X = block(X)")),
    mistake(
        ENCODER,
        "lens-for-first-block",
        (STEP, "X = block(X, valid_lens)\n            valid_lens = None"),
    ),
    mistake(
        ENCODER,
        "lens-for-last-block",
        (STEP, "X = block(X, valid_lens if block is self.blocks[-1] else None)"),
    ),
    mistake(
        ENCODER,
        "padding-zeroed",
        (
            RETURN,
            "\n        if valid_lens is not None:\n"
            "            real = torch.arange(X.shape[1], device=X.device) < valid_lens[:, None]\n"
            "            X = X * real[:, :, None]\n        return X",
        ),
    ),
    mistake(ENCODER, "part-shared", (LIST, f"self.blocks = nn.ModuleList([{ONE}] * num_blks)")),
    mistake(ENCODER, "plain-list", (LIST, f"self.blocks = [{ONE} for _ in range(num_blks)]")),
    mistake(ENCODER, "part-missing", ("range(num_blks)", "range(num_blks - 1)")),
    mistake(ENCODER, "part-extra", ("range(num_blks)", "range(num_blks + 1)")),
    mistake(
        ENCODER,
        "no-dropout",
        ("max_len, dropout)", "max_len, 0.0)"),
        ("num_heads, dropout)", "num_heads, 0.0)"),
    ),
    mistake(ENCODER, "dropout-not-passed-to-embeddings", ("max_len, dropout)", "max_len, 0.0)")),
    mistake(ENCODER, "dropout-not-passed-to-blocks", ("num_heads, dropout)", "num_heads, 0.0)")),
    mistake(ENCODER, "part-unlearned", (EMBED, EMBED.replace("  #", ".detach()  #"))),
    mistake(ENCODER, "no-tensor", (RETURN, "\n        return [X]")),
]

MISTAKES += [
    mistake(ENCODER, "tokens-ignored", (EMBED, "X = self.embeddings(tokens * 0, segments)")),
    mistake(
        ENCODER,
        "blocks-side-by-side",
        (LOOP, "Y = 0\n        " + LOOP),
        (STEP, "Y = Y + block(X, valid_lens)"),
        (RETURN, "\n        return Y"),
    ),
    mistake(ENCODER, "one-key-too-many", (EMBED, LONGER + EMBED)),
    mistake(ENCODER, "one-key-too-few", (EMBED, LONGER.replace("+ 1", "- 1") + EMBED)),
    mistake(ENCODER, "part-unlearned", (STEP, "X = block(X.detach(), valid_lens)")),
    mistake(ENCODER, "dropout-not-passed-to-blocks", ("num_heads, dropout)", "num_heads)")),
    mistake(
        ENCODER,
        "gradient-differs",
        (STEP, "X = block(X, valid_lens)\n            X = 0.9 * X + 0.1 * X.detach()"),
    ),
]

DROP = (
    "for _ in range(num_blks)\n        )",
    "for _ in range(num_blks)\n        )\n        self.dropout = nn.Dropout(dropout)",
)
MISTAKES += [
    mistake(ENCODER, "dropout-not-passed-to-embeddings", ("max_len, dropout)", "max_len)")),
    mistake(ENCODER, "dropout-otherwise", ("max_len, dropout)", "max_len, dropout / 2)")),
    mistake(ENCODER, "dropout-otherwise", DROP, (LOOP, "X = self.dropout(X)\n        " + LOOP)),
    mistake(ENCODER, "dropout-otherwise", DROP, ("return X", "return self.dropout(X)")),
]

CHECKPOINT = "from torch.utils.checkpoint import checkpoint\n        "
MISTAKES += [
    mistake(
        ENCODER,
        "redrawn",
        (EMBED, CHECKPOINT + EMBED),
        (
            STEP,
            f"X = checkpoint(block, X, valid_lens, use_reentrant={reentrant}, "
            "preserve_rng_state=False)",
        ),
    )
    for reentrant in (False, True)
]

WAYS = {
    **{
        f"checkpoints, reentrant={reentrant}": (
            ENCODER,
            (EMBED, CHECKPOINT + EMBED),
            (STEP, f"X = checkpoint(block, X, valid_lens, use_reentrant={reentrant})"),
        )
        for reentrant in (False, True)
    },
    "by number": (
        ENCODER,
        (LOOP, "for i in range(len(self.blocks)):"),
        (STEP, "X = self.blocks[i](X, valid_lens)"),
    ),
    "forward itself": (ENCODER, (EMBED, "X = self.embeddings.forward(tokens, segments)")),
    "a list, then a module list": (
        ENCODER,
        (
            LIST,
            f"blocks = []\n        for _ in range(num_blks):\n            blocks.append({ONE})\n"
            "        self.blocks = nn.ModuleList(blocks)",
        ),
    ),
    "in sequence": (
        ENCODER,
        (
            LIST,
            "self.blocks = nn.Sequential(\n            "
            f"*[{ONE} for _ in range(num_blks)]\n        )",
        ),
    ),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("encoder", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (stage.B, stage.T, stage.D, stage.N, stage.FFN, stage.BLOCKS, stage.V, stage.MAX_LEN)
    assert len(set(sizes)) == len(sizes)
