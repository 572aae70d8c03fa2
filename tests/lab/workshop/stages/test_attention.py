"""Attention's known mistakes, each with the key of its sentence, and other ways that are right."""

import pytest

from bert_lab.workshop.stages import attention
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, mistake, renamed

SCORES = "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, T, T)"
FILL = "scores = scores.masked_fill(padding[:, None, :], -math.inf)"
SOFTMAX = "weights = scores.softmax(dim=-1)  # (B, T, T)"
PADDING = "padding = keys >= valid_lens[:, None]  # (B, T)"
RETURN = "return weights @ v, weights"
AFTER = "    if valid_lens is not None:\n        weights = weights * ~padding[:, None, :]\n    "

MISTAKES = [
    mistake("attention", "no-scale", (SCORES, "scores = q @ k.transpose(-2, -1)")),
    mistake("attention", "scale-by-size", ("math.sqrt(q.shape[-1])", "q.shape[-1]")),
    mistake("attention", "scale-upwards", ("/ math.sqrt(q.shape[-1])", "* math.sqrt(q.shape[-1])")),
    mistake("attention", "scale-by-length", ("math.sqrt(q.shape[-1])", "math.sqrt(q.shape[1])")),
    mistake("attention", "softmax-over-queries", (SOFTMAX, "weights = scores.softmax(dim=1)")),
    mistake("attention", "softmax-over-batch", (SOFTMAX, "weights = torch.softmax(scores, 0)")),
    mistake("attention", "scores-for-weights", (RETURN, "return weights @ v, scores")),
    mistake(
        "attention",
        "view-for-transpose",
        ("q @ k.transpose(-2, -1)", "q @ k.reshape(k.shape[0], k.shape[2], k.shape[1])"),
    ),
    mistake("attention", "keys-ask", ("q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)")),
    mistake(
        "attention", "queries-for-keys", ("q @ k.transpose(-2, -1)", "q @ q.transpose(-2, -1)")
    ),
    mistake(
        "attention", "keys-for-queries", ("q @ k.transpose(-2, -1)", "k @ k.transpose(-2, -1)")
    ),
    mistake("attention", "sigmoid", (SOFTMAX, "weights = scores.sigmoid()")),
    mistake("attention", "mixes-keys", (RETURN, "return weights @ k, weights")),
    mistake("attention", "mixes-queries", (RETURN, "return weights @ q, weights")),
    mistake("attention", "weights-transposed", (RETURN, "return weights.mT @ v, weights")),
    mistake("attention", "lens-ignored", (FILL, "scores.masked_fill(padding[:, None], -math.inf)")),
    mistake("attention", "mask-after-softmax", (FILL, "pass"), ("    " + RETURN, AFTER + RETURN)),
    mistake("attention", "scores-times-zero", (FILL, "scores = scores * ~padding[:, None, :]")),
    mistake("attention", "scores-times-zero", ("[:, None, :], -math.inf", "[:, None, :], 1e-9")),
    mistake("attention", "mask-too-weak", ("[:, None, :], -math.inf", "[:, None, :], -1")),
    mistake("attention", "padding-alone", (PADDING, "padding = keys < valid_lens[:, None]")),
    mistake("attention", "one-key-too-many", (PADDING, "padding = keys > valid_lens[:, None]")),
    mistake("attention", "queries-masked", ("padding[:, None, :]", "padding[:, :, None]")),
    mistake(
        "attention",
        "queries-masked-finite",
        (FILL, "scores = scores + (-1e9) * padding[:, :, None]"),
    ),
    mistake(
        "attention",
        "both-masked",
        ("padding[:, None, :]", "(padding[:, None, :] | padding[:, :, None])"),
    ),
    mistake("attention", "one-length-for-all", ("valid_lens[:, None]", "valid_lens[:1, None]")),
    mistake("attention", "longest-for-all", ("valid_lens[:, None]", "valid_lens.max().view(1, 1)")),
    mistake(
        "attention", "shortest-for-all", ("valid_lens[:, None]", "valid_lens.min().view(1, 1)")
    ),
    mistake(
        "attention",
        "mask-for-show",
        (RETURN, "return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v, weights"),
    ),
    mistake("attention", "rows-add-up", (SOFTMAX, "weights = scores.softmax(dim=-1) * 0.9")),
    mistake("attention", "padding-has-weight", ("[:, None, :], -math.inf", "[:, None, :], -5")),
    mistake("attention", "not-callable", ("valid_lens=None", "valid_lens")),
    mistake("attention", "no-tuple", (RETURN, "return weights @ v")),
    mistake(
        "attention", "changes-input", (SCORES, "q /= math.sqrt(q.shape[-1])\n    scores = q @ k.mT")
    ),
]

BODY = """    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, T, T)
    if valid_lens is not None:
        keys = torch.arange(k.shape[1], device=k.device)  # (T,)
        padding = keys >= valid_lens[:, None]  # (B, T)
        scores = scores.masked_fill(padding[:, None, :], -math.inf)
    weights = scores.softmax(dim=-1)  # (B, T, T)
    return weights @ v, weights"""

MISTAKES += [
    mistake("attention", "one-key-too-few", (PADDING, PADDING.replace("None]", "None] - 1"))),
    mistake(
        "attention",
        "padding-counted-from-left",
        (PADDING, "padding = keys < k.shape[1] - valid_lens[:, None]"),
    ),
    mistake(
        "attention",
        "no-scale-when-masked",
        (FILL, FILL + "\n        scores = scores * math.sqrt(q.shape[-1])"),
    ),
    mistake(
        "attention",
        "causal",
        (FILL, FILL + "\n        scores = scores + torch.full_like(scores, -1e9).triu(1)"),
    ),
    mistake(
        "attention",
        "causal-always",
        (SCORES, SCORES + "\n    scores = scores + torch.full_like(scores, -1e9).triu(1)"),
    ),
    mistake("attention", "exp-only", (SOFTMAX, "weights = scores.exp()")),
    mistake("attention", "mask-too-weak-10", ("[:, None, :], -math.inf", "[:, None, :], -10")),
    mistake("attention", "padding-has-weight", ("[:, None, :], -math.inf", "[:, None, :], -14")),
    mistake("attention", "no-gradient", (RETURN, "return weights.detach() @ v.detach(), weights")),
    mistake("attention", "input-unlearned", ("q @ k.transpose", "q @ k.detach().transpose")),
    mistake(
        "attention", "input-gradient", (RETURN, "return weights @ (2 * v - v.detach()), weights")
    ),
]

MISTAKES += [
    *(
        mistake(
            "attention", "padding-has-weight", ("[:, None, :], -math.inf", f"[:, None, :], {low}")
        )
        for low in (-20, -100)
    ),
    mistake("attention", "lens-ignored", (FILL, "scores = scores - 1e-9 * padding[:, None, :]")),
    mistake(
        "attention",
        "softmax-overflows",
        (SOFTMAX, "weights = scores.exp() / scores.exp().sum(dim=-1, keepdim=True)"),
    ),
]

SHIFTED = """raised = (scores - {0}).exp()
    weights = raised / raised.sum(dim=-1, keepdim=True)"""
MISTAKES += [
    *(
        mistake("attention", "softmax-underflows", (SOFTMAX, SHIFTED.format(most)))
        for most in ("scores.max()", "scores.amax(dim=(1, 2), keepdim=True)")
    ),
    mistake(
        "attention",
        "keys-in-short-floats",
        ("torch.arange(k.shape[1], ", "torch.arange(k.shape[1], dtype=k.dtype, "),
    ),
    mistake(
        "attention",
        "shared-result",
        (
            RETURN,
            "known = attention.__dict__.setdefault(tuple(weights.flatten().tolist()), weights)\n"
            "    return weights @ v, known",
        ),
    ),
]

WAYS = {
    "einsum": [
        ("q @ k.transpose(-2, -1) / math", "torch.einsum('bqk,btk->bqt', q, k) / math"),
        ("weights @ v, weights", "torch.einsum('bqt,btk->bqk', weights, v), weights"),
    ],
    "a finite number": [("padding[:, None, :], -math.inf", "padding[:, None, :], -1e6")],
    "the original's number, added": [(FILL, "scores = scores - 1e4 * padding[:, None, :]")],
    "a larger number, added": [(FILL, "scores = scores + padding[:, None, :] * -1e6")],
    "shifted by hand": [
        (
            SOFTMAX,
            "scores = (scores - scores.amax(-1, keepdim=True)).exp()\n"
            "    weights = scores / scores.sum(-1, keepdim=True)",
        )
    ],
    "masked after the softmax, and shared out again": [
        (FILL, "pass"),
        (
            "    " + RETURN,
            AFTER + "    weights = weights / weights.sum(dim=-1, keepdim=True)\n    " + RETURN,
        ),
    ],
    "loops": [
        (
            BODY,
            """    B, T, K = q.shape
    weights = torch.zeros(B, T, T, device=q.device)
    for b in range(B):
        n = T if valid_lens is None else int(valid_lens[b])
        for i in range(T):
            products = torch.stack([(q[b, i] * k[b, j]).sum() for j in range(n)])
            products = products / K**0.5
            shares = (products - products.max()).exp()
            weights[b, i, :n] = shares / shares.sum()
    return torch.bmm(weights, v), weights""",
        )
    ],
    "torch's own": [
        (
            BODY,
            """    mask = None
    if valid_lens is not None:
        mask = (torch.arange(k.shape[1], device=k.device) < valid_lens[:, None])[:, None]
    eye = torch.eye(k.shape[1], device=k.device).expand(len(q), -1, -1)
    own = F.scaled_dot_product_attention
    return own(q, k, v, attn_mask=mask), own(q, k, eye, attn_mask=mask)""",
        )
    ],
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("attention", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    assert_right("attention", WAYS[way])


def test_names_do_not_matter():
    names = {"scores": "s", "weights": "shares", "padding": "nothing_there"}
    assert_right("attention", [(BODY, renamed(BODY, names))])


def test_the_sizes_all_differ():
    sizes = (attention.B, attention.T, attention.K)
    assert len(set(sizes)) == 3
