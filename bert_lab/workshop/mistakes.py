"""The mistakes that the judge knows by their outcome: edits of the solution.

A mistake is the solution with other text in one function or class. The judge runs it on the inputs
on which the reader's code went wrong; if both give the same, that is what the reader did. The same
table makes the page `chapters/mistakes` and the test that each is named. What shows in another way
than by numbers, such as a missing part, is told where it is looked for.
"""

import ast
from functools import cache
from typing import Any

from bert_lab.workshop.skeleton import whole_file

Edits = tuple[str, ...]  # old text, new text, and so on; each old text is there once

_TOKENS: dict[str, Edits] = {
    "no-cls": ('tokens = ["<cls>", *tokens_a, "<sep>"]', 'tokens = [*tokens_a, "<sep>"]'),
    "no-sep": ('tokens = ["<cls>", *tokens_a, "<sep>"]', 'tokens = ["<cls>", *tokens_a]'),
    "no-last-sep": ('[*tokens, *tokens_b, "<sep>"]', "[*tokens, *tokens_b]"),
    "no-first-sep": ("[*tokens, *tokens_b", "[*tokens[:-1], *tokens_b"),
    "segments-from-one": ("[0] * len(tokens)", "[1] * len(tokens)"),
    "segments-too-short": ("[0] * len(tokens)", "[0] * len(tokens_a)"),
    "sep-in-second": (
        "segments + [1] * (len(tokens_b) + 1)",
        "segments[:-1] + [1] * (len(tokens_b) + 2)",
    ),
    "segments-all-zero": ("segments + [1] * (len(tokens_b) + 1)", "[0] * len(tokens)"),
}

_EMBEDDINGS: dict[str, Edits] = {
    "no-norm": ("self.norm(X)", "X"),
    "no-position": (" + self.position(places)", ""),
    "no-segment": (" + self.segment(segments)", ""),
    "positions-from-one": ("self.position(places)", "self.position(places + 1)"),
    "positions-by-sequence": (
        "torch.arange(tokens.shape[1], device=tokens.device)",
        "torch.arange(len(tokens), device=tokens.device)[:, None]",
    ),
    "token-scaled": (
        "self.token(tokens)",
        "self.token(tokens) * self.norm.weight.numel() ** 0.5",
    ),
    "norm-eps": (", eps=1e-12)\n        self", ")\n        self"),
    "no-dropout": ("self.dropout(self.norm(X))", "self.norm(X)"),
    "dropout-before-norm": ("self.dropout(self.norm(X))", "self.norm(self.dropout(X))"),
}

_MASK = "scores = scores.masked_fill(padding[:, None, :], -math.inf)"
_ATTENTION: dict[str, Edits] = {
    "no-scale": (" / math.sqrt(q.shape[-1])", ""),
    "scale-by-size": ("math.sqrt(q.shape[-1])", "q.shape[-1]"),
    "softmax-over-queries": ("softmax(dim=-1)", "softmax(dim=1)"),
    "scores-for-weights": ("@ v, weights", "@ v, scores"),
    "view-for-transpose": (
        "k.transpose(-2, -1)",
        "k.reshape(k.shape[0], k.shape[2], k.shape[1])",
    ),
    "keys-ask": ("q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)"),
    "causal-always": (
        "  # (B, T, T)\n    if",
        "\n    scores = scores + torch.full_like(scores, -1e9).triu(1)\n    if",
    ),
    "lens-ignored": (_MASK, _MASK.removeprefix("scores = ")),
    "mask-after-softmax": (
        _MASK,
        "pass",
        "    return weights",
        "    if valid_lens is not None:\n        weights = weights * ~padding[:, None, :]\n"
        "    return weights",
    ),
    "padding-alone": ("keys >= valid_lens", "keys < valid_lens"),
    "one-key-too-many": ("keys >= valid_lens", "keys > valid_lens"),
    "queries-masked": ("padding[:, None, :]", "padding[:, :, None]"),
    "softmax-overflows": (
        "scores.softmax(dim=-1)",
        "scores.exp() / scores.exp().sum(dim=-1, keepdim=True)",
    ),
}

_SPLIT = (
    "return heads.transpose(1, 2).flatten(0, 1)",
    "return X.reshape(len(X) * self.num_heads, X.shape[1], -1)",
)
_MERGE = ("heads.transpose(1, 2).flatten(2)", "heads.reshape(X.shape)")
_OWN_ATTENTION = (
    "mixtures, _ = attention(q, k, v, valid_lens)",
    "mixtures = (q @ k.transpose(-2, -1) / {} ** 0.5).softmax(dim=-1) @ v",
)
_LENS = "valid_lens = valid_lens.repeat_interleave(self.num_heads)"
_HEADS: dict[str, Edits] = {
    "split-by-view": _SPLIT,
    "merged-by-view": _MERGE,
    "split-and-merged-by-view": (*_SPLIT, *_MERGE),
    "size-for-number": (
        "self.num_heads = num_heads",
        "self.num_heads = num_hiddens // num_heads",
    ),
    "one-head": ("self.num_heads = num_heads", "self.num_heads = 1"),
    "no-output-layer": ("self.W_o(heads", "(heads"),
    "queries-and-keys-swapped": ("q, k, v = (", "k, q, v = ("),
    "attends-between-heads": (
        "return heads.transpose(1, 2).flatten(0, 1)",
        "return heads",
        _OWN_ATTENTION[0],
        _OWN_ATTENTION[1].format("q.shape[-1]"),
        "heads = mixtures.unflatten(0, (-1, self.num_heads))",
        "heads = mixtures.transpose(1, 2)",
    ),
    "lens-not-passed": ("attention(q, k, v, valid_lens)", "attention(q, k, v)"),
    "lens-repeated-wrong": (_LENS, "valid_lens = valid_lens.repeat(self.num_heads)"),
    "mask-upside-down": (
        "mixtures, _ = attention(q, k, v, valid_lens)",
        "mask = None\n        if valid_lens is not None:\n"
        "            mask = (torch.arange(X.shape[1]) >= valid_lens[:, None])[:, None]\n"
        "        mixtures = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)",
    ),
}

_FIRST = "X = self.norm1(X + self.dropout(self.attention(X, valid_lens)))"
_NORM1 = "self.norm1 = nn.LayerNorm(num_hiddens, eps=1e-12)"
_NORM2 = "self.norm2 = nn.LayerNorm(num_hiddens, eps=1e-12)"
_SECOND = "return self.norm2(X + self.dropout(self.dense2(hidden)))"
_PRE_FIRST = "X = X + self.dropout(self.attention(self.norm1(X), valid_lens))"
_PRE_SECOND = "return X + self.dropout(self.dense2(hidden))"
_BLOCK: dict[str, Edits] = {
    "pre-norm": (
        _FIRST,
        _PRE_FIRST,
        "self.dense1(X)",
        "self.dense1(self.norm2(X))",
        _SECOND,
        _PRE_SECOND,
    ),
    "no-first-residual": ("self.norm1(X + self.dropout", "self.norm1(self.dropout"),
    "no-second-residual": ("self.norm2(X + self.dropout", "self.norm2(self.dropout"),
    "norm-before-adding": (
        _FIRST,
        "X = X + self.norm1(self.dropout(self.attention(X, valid_lens)))",
        _SECOND,
        "return X + self.norm2(self.dropout(self.dense2(hidden)))",
    ),
    "one-norm-for-both": ("return self.norm2", "return self.norm1"),
    "no-second-norm": ("return self.norm2", "return "),
    "no-first-norm": ("X = self.norm1", "X = "),
    "relu": ("F.gelu(self", "F.relu(self"),
    "gelu-tanh": ("self.dense1(X))", 'self.dense1(X), approximate="tanh")'),
    "no-activation": ("F.gelu(self", "(self"),
    "lens-not-passed": ("(X, valid_lens)))", "(X)))"),
    "norm-eps": (
        _NORM1,
        _NORM1.replace(", eps=1e-12", ""),
        _NORM2,
        _NORM2.replace(", eps=1e-12", ""),
    ),
    "no-dropout": ("nn.Dropout(dropout)", "nn.Dropout(0.0)"),
    "dropout-on-sum": (
        _FIRST,
        "X = self.norm1(self.dropout(X + self.attention(X, valid_lens)))",
        _SECOND,
        "return self.norm2(self.dropout(X + self.dense2(hidden)))",
    ),
}

_STEP = "X = block(X, valid_lens)"
_EMBED = "X = self.embeddings(tokens, segments)"
_ENCODER: dict[str, Edits] = {
    "last-block-alone": (
        _STEP,
        "Y = block(X, valid_lens)",
        "\n        return X",
        "\n        return Y",
    ),
    "first-block-again-and-again": (_STEP, "X = self.blocks[0](X, valid_lens)"),
    "segments-ignored": (_EMBED, "X = self.embeddings(tokens, segments * 0)"),
    "lens-not-passed": (_STEP, "X = block(X)"),
    "no-dropout": ("max_len, dropout)", "max_len, 0.0)", "num_heads, dropout)", "num_heads, 0.0)"),
}

_WANTED = "wanted = max(1, round(0.15 * int((row != 0).sum())))"
_PUT = "torch.where(fate < 0.9, other, row[chosen])"
_MASKING: dict[str, Edits] = {
    "count-of-padded-row": (_WANTED, "wanted = num_slots"),
    "count-without-specials": (_WANTED, "wanted = max(1, round(0.15 * len(candidates)))"),
    "count-rounded-down": ("max(1, round(0.15 * int((row", "max(1, int(0.15 * int((row"),
    "count-may-be-none": (_WANTED, "wanted = round(0.15 * int((row != 0).sum()))"),
    "all-slots-real": ("weights[b, : len(chosen)] = 1.0", "weights[b] = 1.0"),
    "always-mask": (_PUT, "4"),
    "never-random": (_PUT, "torch.where(fate < 0.8, 4, row[chosen])"),
    "never-kept": (_PUT, "other"),
    "one-fate-a-row": (
        "torch.rand(len(chosen), generator=generator)",
        "torch.rand(1, generator=generator).expand(len(chosen))",
    ),
}

_CHOSEN = "X[rows, positions]"
_ANSWER = "self.decoder(self.norm(F.gelu(self.dense(chosen))))"
_WORDS: dict[str, Edits] = {
    "every-position": (_CHOSEN, "X"),
    "rows-times-rows": (_CHOSEN, "X[:, positions]"),
    "no-norm": (_ANSWER, "self.decoder(F.gelu(self.dense(chosen)))"),
    "no-dense": ("self.dense(chosen)", "chosen"),
    "no-activation": ("F.gelu(self.dense(chosen))", "self.dense(chosen)"),
    "relu": ("F.gelu(", "F.relu("),
    "gelu-tanh": ("self.dense(chosen)", 'self.dense(chosen), approximate="tanh"'),
    "probabilities": (_ANSWER, _ANSWER + ".softmax(dim=-1)"),
    "bias-unused": (
        "self.decoder(self.norm(",
        "(self.decoder.weight @ (self.norm(",
        "(chosen))))",
        "(chosen)))).mT).mT",
    ),
    "norm-eps": (", eps=1e-12)\n        self", ")\n        self"),
}

_EACH = 'logits.flatten(0, 1), labels.flatten(), reduction="none"'
_MEAN = "(losses * weights.flatten()).sum() / weights.sum()"
_LOSS: dict[str, Edits] = {
    "not-one-number": (_MEAN, "losses * weights.flatten()"),
    "weights-ignored": (_MEAN, "losses.mean()"),
    "view-for-transpose": (
        _EACH,
        'logits.view(len(logits), logits.shape[2], -1), labels, reduction="none"',
        _MEAN,
        "(losses * weights).sum() / weights.sum()",
    ),
    "sum": (" / weights.sum()", ""),
    "label-0-ignored": (
        _EACH,
        "logits.flatten(0, 1), labels.flatten(), ignore_index=0",
        _MEAN,
        "losses",
    ),
    "divided-by-slots": (_MEAN, "(losses * weights.flatten()).mean()"),
    "softmax-twice": ("logits.flatten(0, 1),", "logits.flatten(0, 1).softmax(dim=-1),"),
}

_NEIGHBOURS = "in pairwise(document):"
_PAIRS: dict[str, Edits] = {
    "across-documents": (
        "        for first, second in pairwise(document):",
        "        after = [other[0] for other in documents[number + 1 : number + 2]]\n"
        "        for first, second in pairwise(document + after):",
    ),
    "last-of-documents": (_NEIGHBOURS, "in zip(document, document[1:] + document[:1]):"),
}

_POOLED = "torch.tanh(self.pooler(X[:, 0]))"
_NEXT: dict[str, Edits] = {
    "no-tanh": (_POOLED, "self.pooler(X[:, 0])"),
    "no-pooler": (_POOLED, "X[:, 0]"),
    "classes-swapped": (_POOLED + ")", _POOLED + ").flip(1)"),
    "mean-vector": ("X[:, 0]", "X.mean(dim=1)"),
    "probabilities": (_POOLED + ")", _POOLED + ").softmax(dim=-1)"),
}

_ENCODE, _BOTH = "self.encoder(tokens, segments, valid_lens)", "self.mlm(X, positions), self.nsp(X)"
_BERT: dict[str, Edits] = {
    "outputs-swapped": (_BOTH, "self.nsp(X), self.mlm(X, positions)"),
    "lens-not-passed": (_ENCODE, "self.encoder(tokens, segments)"),
    "segments-ignored": (_ENCODE, "self.encoder(tokens, segments * 0, valid_lens)"),
}

_WARM = "return peak * (step + 1) / warmup"
_FALL = "return peak * (num_steps - step) / (num_steps - warmup)"
_RATE: dict[str, Edits] = {
    "no-warmup": ("step < warmup", "False", _FALL, "return peak * (num_steps - step) / num_steps"),
    "warmup-without-decay": (_FALL, "return peak"),
    "constant": (_WARM, "return peak", _FALL, "return peak"),
    "begins-at-zero": (_WARM, "return peak * step / warmup"),
    "decay-from-start": (_FALL, "return peak * (num_steps - step) / num_steps"),
}

_CLIP = "    nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
_UPDATE = "    optimizer.step()\n"
_TRAINING_STEP: dict[str, Edits] = {
    "no-update": (_UPDATE, ""),
    "gradients-add-up": ("    optimizer.zero_grad()\n", ""),
    "not-clipped": (_CLIP, ""),
    "clipped-by-value": ("clip_grad_norm_", "clip_grad_value_"),
    "words-alone": ("loss = loss + F.cross_entropy(is_next, batch.is_next)", "pass"),
    "pairs-alone": ("loss + F.cross", "F.cross"),
    "lens-not-handed": (
        "batch.valid_lens",
        "torch.full_like(batch.valid_lens, batch.inputs.shape[1])",
    ),
}

_ADAMW = "torch.optim.AdamW(groups, lr=peak)"
_SET = '        for group in optimizer.param_groups:\n            group["lr"] = '
_SET_RATE = _SET + "learning_rate(step, num_steps, peak)\n"
_TRAIN: dict[str, Edits] = {
    "new-optimizer": (_SET, f"        optimizer = {_ADAMW}\n" + _SET),
    "constant-rate": (_SET_RATE, ""),
    "adam": ("torch.optim.AdamW(", "torch.optim.Adam("),
    "all-decay": (_ADAMW, "torch.optim.AdamW(model.parameters(), lr=peak)"),
    "decay-swapped": ("p.dim() > 1", "p.dim() == 1", "p.dim() < 2", "p.dim() >= 2"),
}

KNOWN: dict[str, dict[str, Edits]] = {
    "get_tokens_and_segments": _TOKENS,
    "Embeddings": _EMBEDDINGS,
    "attention": _ATTENTION,
    "MultiHeadAttention": _HEADS,
    "Block": _BLOCK,
    "Encoder": _ENCODER,
    "mask_tokens": _MASKING,
    "MaskedWordHead": _WORDS,
    "masked_word_loss": _LOSS,
    "sentence_pairs": _PAIRS,
    "NextSentenceHead": _NEXT,
    "BERT": _BERT,
    "learning_rate": _RATE,
    "training_step": _TRAINING_STEP,
    "train": _TRAIN,
}


@cache
def solved() -> str:
    """All nine stages as one file, solved."""
    return whole_file(blanks=False)


def edited(name: str, edits: Edits) -> str:
    """The solved file with these edits in the function or class of this name.

    Raises:
        ValueError: if an old text isn't there exactly once.
    """
    (node,) = [node for node in ast.parse(solved()).body if getattr(node, "name", "") == name]
    body = "\n".join(solved().splitlines()[node.lineno - 1 : node.end_lineno]) + "\n"
    code = body
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        if code.count(old) != 1:
            raise ValueError(f"{name}: expected one {old!r}, got {code.count(old)}")
        code = code.replace(old, new)
    return solved().replace(body, code)


@cache
def version(name: str, key: str) -> Any:
    """The function or class of this name with this mistake."""
    namespace: dict[str, Any] = {"__name__": f"mistake_{key}"}
    exec(compile(edited(name, KNOWN[name][key]), f"<{key}>", "exec"), namespace)
    return namespace[name]
