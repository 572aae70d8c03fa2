"""The heads' known mistakes, each with the key of its sentence, and other ways to be right."""

import pytest

from bert_lab.workshop.stages import heads as stage
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, mistake

HEADS = "MultiHeadAttention"
Q = "q, k, v = (self.split(W(X)) for W in (self.W_q, self.W_k, self.W_v))"
LENS = "valid_lens = valid_lens.repeat_interleave(self.num_heads)"
CALL = "mixtures, _ = attention(q, k, v, valid_lens)  # (B * N, T, K)"
HEADED = "heads = mixtures.unflatten(0, (-1, self.num_heads))  # (B, N, T, K)"
RETURN = "return self.W_o(heads.transpose(1, 2).flatten(2))  # (B, T, D)"
SPLIT = "heads = X.unflatten(-1, (self.num_heads, -1))  # (B, T, N, K)"
SPLIT_RETURN = "return heads.transpose(1, 2).flatten(0, 1)  # (B * N, T, K)"
BY_VIEW = (SPLIT_RETURN, "return X.reshape(len(X) * self.num_heads, X.shape[1], -1)")
MERGED_BY_VIEW = (RETURN, "return self.W_o(heads.reshape(X.shape))")
INTERLEAVED = (SPLIT, "heads = X.unflatten(-1, (-1, self.num_heads)).transpose(2, 3)")
INTERLEAVED_BACK = (RETURN, "return self.W_o(heads.permute(0, 2, 3, 1).flatten(2))")
BODY = f"""        {Q}
        if valid_lens is not None:
            {LENS}
        {CALL}
        {HEADED}
        {RETURN}"""

LISTED = """        layers = self.W_q, self.W_k, self.W_v
        cut = zip(*(W(X).chunk(self.num_heads, dim=-1) for W in layers))
        return self.W_o(torch.cat([attention(*qkv, valid_lens)[0] for qkv in cut], dim=-1))"""


def scaled(size):
    """Scores of one's own, in which the root of `size` is divided by."""
    return (CALL, f"mixtures = (q @ k.mT / ({size}) ** 0.5).softmax(dim=-1) @ v")


MISTAKES = [
    mistake(HEADS, "split-by-view", BY_VIEW),
    mistake(HEADS, "merged-by-view", MERGED_BY_VIEW),
    mistake(HEADS, "split-and-merged-by-view", BY_VIEW, MERGED_BY_VIEW),
    mistake(HEADS, "heads-interleaved", INTERLEAVED, INTERLEAVED_BACK),
    mistake(HEADS, "interleaved-on-the-way-in", INTERLEAVED),
    mistake(HEADS, "interleaved-on-the-way-back", INTERLEAVED_BACK),
    mistake(HEADS, "size-for-number", (BODY, LISTED.replace("chunk", "split"))),
    mistake(
        HEADS,
        "one-head",
        (LENS, "pass"),
        (SPLIT, ""),
        (SPLIT_RETURN, "return X"),
        (HEADED, ""),
        (RETURN, "return self.W_o(mixtures)"),
    ),
    mistake(HEADS, "scaled-by-all", scaled("X.shape[-1]")),
    mistake(HEADS, "no-scale-in-heads", scaled("1")),
    mistake(HEADS, "no-output-layer", (RETURN, "return heads.transpose(1, 2).flatten(2)")),
    mistake(HEADS, "queries-and-keys-swapped", ("q, k, v = (", "k, q, v = (")),
    mistake(
        HEADS,
        "values-from-keys",
        ("(self.W_q, self.W_k, self.W_v)", "(self.W_q, self.W_k, self.W_k)"),
    ),
    mistake(
        HEADS,
        "keys-from-queries",
        ("(self.W_q, self.W_k, self.W_v)", "(self.W_q, self.W_q, self.W_v)"),
    ),
    mistake(
        HEADS,
        "attends-between-heads",
        (SPLIT_RETURN, "return heads"),
        (CALL, "mixtures = (q @ k.mT / q.shape[-1] ** 0.5).softmax(dim=-1) @ v"),
        (HEADED, ""),
        (RETURN, "return self.W_o(mixtures.flatten(2))"),
    ),
    mistake(HEADS, "input-added", (RETURN, RETURN.replace("return ", "return X + "))),
    mistake(HEADS, "not-projected", ("self.split(W(X))", "self.split(X)")),
    mistake(HEADS, "lens-not-passed", (CALL, "mixtures, _ = attention(q, k, v)")),
    mistake(HEADS, "lens-repeated-wrong", (LENS, "valid_lens = valid_lens.repeat(self.num_heads)")),
    mistake(
        HEADS,
        "lens-for-first-head",
        (
            LENS,
            "all_of_it = torch.full_like(valid_lens, X.shape[1])\n            "
            "valid_lens = torch.stack([valid_lens, all_of_it], dim=1).flatten()",
        ),
    ),
    mistake(HEADS, "raises", (LENS, "pass")),
    mistake(HEADS, "raises-view", (RETURN, "return self.W_o(heads.transpose(1, 2).view(X.shape))")),
    mistake(
        HEADS,
        "four-axes",
        (SPLIT_RETURN, "return heads.transpose(1, 2)"),
        (HEADED, "heads = mixtures"),
    ),
    mistake(
        HEADS,
        "no-bias",
        (
            "self.W_v = nn.Linear(num_hiddens, num_hiddens)",
            "self.W_v = nn.Linear(num_hiddens, num_hiddens, bias=False)",
        ),
    ),
    mistake(
        HEADS,
        "part-shared",
        ("self.W_k = nn.Linear(num_hiddens, num_hiddens)", "self.W_k = self.W_q"),
    ),
    mistake(
        HEADS,
        "part-missing",
        ("self.W_o = ", "self.output = "),
        ("self.W_o(", "self.output("),
        ("self.W_v = ", "self.value = "),
        ("self.W_v)", "self.value)"),
    ),
    mistake(
        HEADS,
        "part-extra",
        ("self.W_o = ", "self.norm = nn.LayerNorm(num_hiddens)\n        self.W_o = "),
    ),
    mistake(
        HEADS,
        "part-shape",
        (
            "self.W_k = nn.Linear(num_hiddens, num_hiddens)",
            "self.W_k = nn.Linear(num_hiddens, num_hiddens // num_heads)",
        ),
    ),
]

OWN = """        B, T, D = X.shape
        N = self.num_heads
        layers = self.W_q, self.W_k, self.W_v
        q, k, v = (W(X).view(B, T, N, D // N).transpose(1, 2) for W in layers)
        mask = None
        if valid_lens is not None:
            mask = (torch.arange(T, device=X.device) < valid_lens[:, None])[:, None, None]
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.W_o(heads.transpose(1, 2).reshape(B, T, D))"""
LOOP = """        K = X.shape[-1] // self.num_heads
        heads = []
        for n in range(self.num_heads):
            part = slice(n * K, (n + 1) * K)
            q, k, v = (W(X)[:, :, part] for W in (self.W_q, self.W_k, self.W_v))
            heads.append(attention(q, k, v, valid_lens)[0])
        return self.W_o(torch.cat(heads, dim=-1))"""
EINSUM = """        layers = self.W_q, self.W_k, self.W_v
        q, k, v = (W(X).unflatten(-1, (self.num_heads, -1)) for W in layers)
        scores = torch.einsum("bqnk,btnk->bnqt", q, k) / math.sqrt(q.shape[-1])
        if valid_lens is not None:
            keys = torch.arange(X.shape[1], device=X.device)
            scores = scores + torch.where(keys < valid_lens[:, None], 0.0, -1e6)[:, None, None]
        mixtures = torch.einsum("bnqt,btnk->bqnk", scores.softmax(dim=-1), v)
        return self.W_o(mixtures.flatten(2))"""
MISTAKES += [
    mistake(HEADS, "heads-reversed", (RETURN, RETURN.replace("heads.", "heads.flip(1)."))),
    mistake(
        HEADS,
        "heads-added-up",
        (RETURN, "return self.W_o(heads.sum(dim=1).repeat(1, 1, self.num_heads))"),
    ),
    mistake(
        HEADS,
        "first-head-alone",
        (RETURN, "return self.W_o(heads[:, 0].repeat(1, 1, self.num_heads))"),
    ),
    mistake(HEADS, "scaled-by-number", scaled("self.num_heads")),
    mistake(
        HEADS,
        "values-from-input",
        (BODY, LISTED.replace("self.W_k, self.W_v", "self.W_k, lambda X: X")),
    ),
    mistake(HEADS, "one-key-too-many", (LENS, LENS + " + 1")),
    mistake(HEADS, "one-key-too-few", (LENS, LENS + " - 1")),
    mistake(
        HEADS,
        "part-unlearned",
        ("self.split(W(X))", "self.split(F.linear(X, W.weight, W.bias.data))"),
    ),
    mistake(HEADS, "different", ("self.num_heads = num_heads", "self.num_heads = 2")),
]

PARTS = "W(X).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)"
SDPA = f"""        q, k, v = ({PARTS} for W in (self.W_q, self.W_k, self.W_v))
        keys, mask = torch.arange(X.shape[1], device=X.device), None
        if valid_lens is not None:
            mask = (keys >= valid_lens[:, None])[:, None, None]
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        {RETURN}"""
MISTAKES += [
    mistake(HEADS, "mask-upside-down", (BODY, SDPA)),
    mistake(HEADS, "keys-in-short-floats", (BODY, SDPA.replace("(keys >=", "(keys.to(q.dtype) <"))),
    mistake(
        HEADS,
        "earlier-call",
        (LENS, "self.lens = " + LENS.removeprefix("valid_lens = ")),
        (CALL, CALL.replace("valid_lens", 'getattr(self, "lens", None)')),
    ),
]

WAYS = {
    "torch's own, four axes": (HEADS, (BODY, OWN)),
    "a loop over heads": (HEADS, (BODY, LOOP)),
    "einsum, and a number added": (HEADS, (BODY, EINSUM)),
    "a list of pieces": (HEADS, (BODY, LISTED)),
    "a module list": (
        HEADS,
        (
            "self.W_o = ",
            "self.projections = nn.ModuleList([self.W_q, self.W_k, self.W_v])\n        self.W_o = ",
        ),
        ("(self.W_q, self.W_k, self.W_v)", "self.projections"),
    ),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("heads", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (stage.B, stage.T, stage.N, stage.K, stage.D)
    assert len(set(sizes)) == len(sizes)
