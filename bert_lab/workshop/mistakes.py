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
    "second-cls": ("[*tokens, *tokens_b", '[*tokens, "<cls>", *tokens_b'),
    "second-ignored": ('tokens = [*tokens, *tokens_b, "<sep>"]', "pass"),
    "texts-swapped": (
        '[*tokens, *tokens_b, "<sep>"]',
        '["<cls>", *tokens_b, "<sep>", *tokens_a, "<sep>"]',
    ),
    "empty-for-none": ("if tokens_b is not None:", "if tokens_b:"),
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
    "one-position": ("self.position(places)", "self.position(places * 0)"),
    "segments-swapped": ("self.segment(segments)", "self.segment(1 - segments)"),
    "norm-before-sum": ("self.token(tokens)", "self.norm(self.token(tokens))", "self.norm(X)", "X"),
    "norm-of-each": (
        "self.token(tokens) + self.segment(segments) + self.position(places)",
        "self.norm(self.token(tokens)) + self.norm(self.segment(segments))\n"
        "        X = X + self.norm(self.position(places))",
        "self.norm(X)",
        "X",
    ),
    "token-scaled": (
        "self.token(tokens)",
        "self.token(tokens) * self.norm.weight.numel() ** 0.5",
    ),
    "norm-eps": (", eps=1e-12)\n        self", ")\n        self"),
    "norm-eps-6": ("eps=1e-12)\n        self", "eps=1e-6)\n        self"),
    "no-dropout": ("self.dropout(self.norm(X))", "self.norm(X)"),
    "dropout-before-norm": ("self.dropout(self.norm(X))", "self.norm(self.dropout(X))"),
    "dropout-fixed": ("nn.Dropout(dropout)", "nn.Dropout(0.1)"),
}

_MASK = "scores = scores.masked_fill(padding[:, None, :], -math.inf)"
_ATTENTION: dict[str, Edits] = {
    "no-scale": (" / math.sqrt(q.shape[-1])", ""),
    "scale-by-size": ("math.sqrt(q.shape[-1])", "q.shape[-1]"),
    "scale-upwards": ("/ math.sqrt(q.shape[-1])", "* math.sqrt(q.shape[-1])"),
    "softmax-over-queries": ("softmax(dim=-1)", "softmax(dim=1)"),
    "softmax-over-batch": ("softmax(dim=-1)", "softmax(dim=0)"),
    "scores-for-weights": ("@ v, weights", "@ v, scores"),
    "view-for-transpose": (
        "k.transpose(-2, -1)",
        "k.reshape(k.shape[0], k.shape[2], k.shape[1])",
    ),
    "keys-ask": ("q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)"),
    "queries-for-keys": ("q @ k.transpose(-2, -1)", "q @ q.transpose(-2, -1)"),
    "causal-always": (
        "  # (B, T, T)\n    if",
        "\n    scores = scores + torch.full_like(scores, -1e9).triu(1)\n    if",
    ),
    "mixes-keys": ("weights @ v", "weights @ k"),
    "lens-ignored": (_MASK, _MASK.removeprefix("scores = ")),
    "mask-after-softmax": (
        _MASK,
        "pass",
        "    return weights",
        "    if valid_lens is not None:\n        weights = weights * ~padding[:, None, :]\n"
        "    return weights",
    ),
    "scores-times-zero": (_MASK, "scores = scores * ~padding[:, None, :]"),
    "padding-alone": ("keys >= valid_lens", "keys < valid_lens"),
    "one-key-too-many": ("keys >= valid_lens", "keys > valid_lens"),
    "one-key-too-few": ("valid_lens[:, None]", "valid_lens[:, None] - 1"),
    "queries-masked": ("padding[:, None, :]", "padding[:, :, None]"),
    "queries-masked-finite": (
        "padding[:, None, :], -math.inf",
        "padding[:, :, None], -1e9",
    ),
    "both-masked": ("padding[:, None, :]", "(padding[:, None, :] | padding[:, :, None])"),
    "mask-for-show": (
        "weights @ v",
        "(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v",
    ),
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
_SPLIT_CARDS = (
    "heads = X.unflatten(-1, (self.num_heads, -1))",
    "heads = X.unflatten(-1, (-1, self.num_heads)).transpose(2, 3)",
)
_MERGE_CARDS = ("heads.transpose(1, 2).flatten(2)", "heads.permute(0, 2, 3, 1).flatten(2)")
_OWN_ATTENTION = (
    "mixtures, _ = attention(q, k, v, valid_lens)",
    "mixtures = (q @ k.transpose(-2, -1) / {} ** 0.5).softmax(dim=-1) @ v",
)
_LENS = "valid_lens = valid_lens.repeat_interleave(self.num_heads)"
_HEADS: dict[str, Edits] = {
    "split-by-view": _SPLIT,
    "merged-by-view": _MERGE,
    "split-and-merged-by-view": (*_SPLIT, *_MERGE),
    "heads-interleaved": (*_SPLIT_CARDS, *_MERGE_CARDS),
    "interleaved-on-the-way-in": _SPLIT_CARDS,
    "interleaved-on-the-way-back": _MERGE_CARDS,
    "size-for-number": (
        "self.num_heads = num_heads",
        "self.num_heads = num_hiddens // num_heads",
    ),
    "one-head": ("self.num_heads = num_heads", "self.num_heads = 1"),
    "scaled-by-all": (_OWN_ATTENTION[0], _OWN_ATTENTION[1].format("X.shape[-1]")),
    "no-scale-in-heads": (_OWN_ATTENTION[0], _OWN_ATTENTION[1].format("1")),
    "no-output-layer": ("self.W_o(heads", "(heads"),
    "queries-and-keys-swapped": ("q, k, v = (", "k, q, v = ("),
    "values-from-keys": ("self.W_k, self.W_v)", "self.W_k, self.W_k)"),
    "attends-between-heads": (
        "return heads.transpose(1, 2).flatten(0, 1)",
        "return heads",
        _OWN_ATTENTION[0],
        _OWN_ATTENTION[1].format("q.shape[-1]"),
        "heads = mixtures.unflatten(0, (-1, self.num_heads))",
        "heads = mixtures.transpose(1, 2)",
    ),
    "input-added": ("return self.W_o(", "return X + self.W_o("),
    "lens-not-passed": ("attention(q, k, v, valid_lens)", "attention(q, k, v)"),
    "lens-repeated-wrong": (_LENS, "valid_lens = valid_lens.repeat(self.num_heads)"),
    "one-key-too-many": (_LENS, _LENS + " + 1"),
    "one-key-too-few": (_LENS, _LENS + " - 1"),
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
    "pre-norm-normed-residual": (
        _FIRST,
        "X = self.norm1(X)\n        X = X + self.dropout(self.attention(X, valid_lens))\n"
        "        X = self.norm2(X)",
        _SECOND,
        _PRE_SECOND,
    ),
    "no-first-residual": ("self.norm1(X + self.dropout", "self.norm1(self.dropout"),
    "no-second-residual": ("self.norm2(X + self.dropout", "self.norm2(self.dropout"),
    "no-residuals": (
        "self.norm1(X + self.dropout",
        "self.norm1(self.dropout",
        "self.norm2(X + self.dropout",
        "self.norm2(self.dropout",
    ),
    "first-input-added-twice": (
        _FIRST,
        _FIRST.replace("X =", "Y =", 1),
        "self.dense1(X)",
        "self.dense1(Y)",
    ),
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
    "norm-eps-6": (
        _NORM1,
        _NORM1.replace("1e-12", "1e-6"),
        _NORM2,
        _NORM2.replace("1e-12", "1e-6"),
    ),
    "norm-eps-first": (_NORM1, _NORM1.replace(", eps=1e-12", "")),
    "norm-eps-second": (_NORM2, _NORM2.replace(", eps=1e-12", "")),
    "no-dropout": ("nn.Dropout(dropout)", "nn.Dropout(0.0)"),
    "dropout-fixed": ("nn.Dropout(dropout)", "nn.Dropout(0.1)"),
    "dropout-is-kept": ("nn.Dropout(dropout)", "nn.Dropout(1 - dropout)"),
    "no-first-dropout": ("self.dropout(self.attention", "(self.attention"),
    "no-second-dropout": ("self.dropout(self.dense2", "(self.dense2"),
    "dropout-on-sum": (
        _FIRST,
        "X = self.norm1(self.dropout(X + self.attention(X, valid_lens)))",
        _SECOND,
        "return self.norm2(self.dropout(X + self.dense2(hidden)))",
    ),
    "dropout-last": (
        _FIRST,
        "X = self.dropout(self.norm1(X + self.attention(X, valid_lens)))",
        _SECOND,
        "return self.dropout(self.norm2(X + self.dense2(hidden)))",
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
    "first-block-alone": (_STEP, "return block(X, valid_lens)"),
    "one-block-too-few": ("in self.blocks:", "in self.blocks[:-1]:"),
    "first-block-again-and-again": (_STEP, "X = self.blocks[0](X, valid_lens)"),
    "no-blocks": (_STEP, "block(X, valid_lens)"),
    "segments-ignored": (_EMBED, "X = self.embeddings(tokens, segments * 0)"),
    "arguments-swapped": (_EMBED, "X = self.embeddings(segments, tokens)"),
    "lens-not-passed": (_STEP, "X = block(X)"),
    "no-dropout": ("max_len, dropout)", "max_len, 0.0)", "num_heads, dropout)", "num_heads, 0.0)"),
    "dropout-not-passed-to-embeddings": ("max_len, dropout)", "max_len)"),
    "dropout-not-passed-to-blocks": ("num_heads, dropout)", "num_heads)"),
}

_WANTED = "wanted = max(1, round(0.15 * int((row != 0).sum())))"
_PUT = "torch.where(fate < 0.9, other, row[chosen])"
_AGAIN = "again = torch.rand(len(chosen), generator=generator)\n        "
_MASKING: dict[str, Edits] = {
    "count-of-padded-row": (_WANTED, "wanted = num_slots"),
    "count-without-specials": (_WANTED, "wanted = max(1, round(0.15 * len(candidates)))"),
    "count-rounded-down": ("max(1, round(0.15 * int((row", "max(1, int(0.15 * int((row"),
    "count-rounded-up": (_WANTED, "wanted = math.ceil(0.15 * int((row != 0).sum()))"),
    "count-may-be-none": (_WANTED, "wanted = round(0.15 * int((row != 0).sum()))"),
    "count-without-ends": (_WANTED, "wanted = max(1, round(0.15 * int((row != 0).sum() - 2)))"),
    "all-slots-real": ("weights[b, : len(chosen)] = 1.0", "weights[b] = 1.0"),
    "81-10-9": (
        "other[fate < 0.8] = 4",
        _AGAIN + "other[(fate >= 0.1) & (again < 0.9)] = 4",
        _PUT,
        "torch.where((fate >= 0.1) & (again >= 0.9), row[chosen], other)",
    ),
    "always-mask": (_PUT, "4"),
    "never-random": (_PUT, "torch.where(fate < 0.8, 4, row[chosen])"),
    "never-kept": (_PUT, "other"),
    "second-draw-of-rest": (
        "inputs[b, chosen] = " + _PUT,
        _AGAIN + "taken = (fate < 0.8) | (again < 0.1)\n        "
        "inputs[b, chosen] = torch.where(taken, other, row[chosen])",
    ),
    "one-fate-for-all": (
        "    for b, row",
        "    one = torch.rand((), generator=generator)\n    for b, row",
        "torch.rand(len(chosen), generator=generator)",
        "one.expand(len(chosen))",
    ),
    "one-fate-a-row": (
        "torch.rand(len(chosen), generator=generator)",
        "torch.rand(1, generator=generator).expand(len(chosen))",
    ),
    "random-not-last": ("randint(5, vocab_size,", "randint(5, max(6, vocab_size - 1),"),
}

_CHOSEN = "X[rows, positions]"
_ANSWER = "self.decoder(self.norm(F.gelu(self.dense(chosen))))"
_WORDS: dict[str, Edits] = {
    "every-position": (_CHOSEN, "X"),
    "rows-times-rows": (_CHOSEN, "X[:, positions]"),
    "first-row-for-all": (_CHOSEN, "X[:, positions[0]]"),
    "rows-run-together": (_CHOSEN, "X.flatten(0, 1)[positions]"),
    "first-vectors": (_CHOSEN, "X[:, : positions.shape[1]]"),
    "no-norm": (_ANSWER, "self.decoder(F.gelu(self.dense(chosen)))"),
    "norm-before-activation": (_ANSWER, "self.decoder(F.gelu(self.norm(self.dense(chosen))))"),
    "no-dense": ("self.dense(chosen)", "chosen"),
    "no-transform": (_ANSWER, "self.decoder(chosen)"),
    "no-activation": ("F.gelu(self.dense(chosen))", "self.dense(chosen)"),
    "relu": ("F.gelu(", "F.relu("),
    "gelu-tanh": ("self.dense(chosen)", 'self.dense(chosen), approximate="tanh"'),
    "probabilities": (_ANSWER, _ANSWER + ".softmax(dim=-1)"),
    "log-probabilities": (_ANSWER, _ANSWER + ".log_softmax(dim=-1)"),
    "bias-unused": (
        "self.decoder(self.norm(",
        "(self.decoder.weight @ (self.norm(",
        "(chosen))))",
        "(chosen)))).mT).mT",
    ),
    "norm-eps": (", eps=1e-12)\n        self", ")\n        self"),
    "norm-eps-6": ("eps=1e-12)\n        self", "eps=1e-6)\n        self"),
}

_EACH = 'logits.flatten(0, 1), labels.flatten(), reduction="none"'
_MEAN = "(losses * weights.flatten()).sum() / weights.sum()"
_LOSS: dict[str, Edits] = {
    "not-one-number": (_MEAN, "losses * weights.flatten()"),
    "weights-ignored": (_MEAN, "losses.mean()"),
    "mean-before-weights": (_MEAN, "(losses.mean() * weights).mean()"),
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
    "label-0-is-nothing": (_EACH, _EACH + ", ignore_index=0"),
    "divided-by-slots": (_MEAN, "(losses * weights.flatten()).mean()"),
    "divided-by-rows": ("/ weights.sum()", "/ len(weights)"),
    "mean-of-rows": (
        _MEAN,
        "((losses.view_as(weights) * weights).sum(1) / weights.sum(1)).mean()",
    ),
    "softmax-twice": ("logits.flatten(0, 1),", "logits.flatten(0, 1).softmax(dim=-1),"),
    "wrong-sign": ("return (", "return -("),
}

_NEIGHBOURS = "in pairwise(document):"
_PAIRS: dict[str, Edits] = {
    "across-documents": (
        "        for first, second in pairwise(document):",
        "        after = [other[0] for other in documents[number + 1 : number + 2]]\n"
        "        for first, second in pairwise(document + after):",
    ),
    "last-of-documents": (_NEIGHBOURS, "in zip(document, document[1:] + document[:1]):"),
    "every-second": (_NEIGHBOURS, "in zip(document[::2], document[1::2]):"),
    "order-changed": ("return pairs", "return pairs[::-1]"),
}

_POOLED = "torch.tanh(self.pooler(X[:, 0]))"
_NEXT: dict[str, Edits] = {
    "every-position": ("X[:, 0]", "X"),
    "no-tanh": (_POOLED, "self.pooler(X[:, 0])"),
    "no-pooler": (_POOLED, "X[:, 0]"),
    "pooler-relu": ("torch.tanh(", "torch.relu("),
    "classes-swapped": (_POOLED + ")", _POOLED + ").flip(1)"),
    "last-vector": ("X[:, 0]", "X[:, -1]"),
    "mean-vector": ("X[:, 0]", "X.mean(dim=1)"),
    "probabilities": (_POOLED + ")", _POOLED + ").softmax(dim=-1)"),
    "log-probabilities": (_POOLED + ")", _POOLED + ").log_softmax(dim=-1)"),
}

_ENCODE, _BOTH = "self.encoder(tokens, segments, valid_lens)", "self.mlm(X, positions), self.nsp(X)"
_BERT: dict[str, Edits] = {
    "outputs-swapped": (_BOTH, "self.nsp(X), self.mlm(X, positions)"),
    "lens-not-passed": (_ENCODE, "self.encoder(tokens, segments)"),
    "segments-ignored": (_ENCODE, "self.encoder(tokens, segments * 0, valid_lens)"),
    "head-on-embeddings": ("self.nsp(X)", "self.nsp(self.encoder.embeddings(tokens, segments))"),
    "dropout-not-passed": (
        "            dropout,\n",
        "",
        "  max_len,\n        )",
        "  max_len=max_len,\n        )",
    ),
}

_WARM = "return peak * (step + 1) / warmup"
_FALL = "return peak * (num_steps - step) / (num_steps - warmup)"
_RATE: dict[str, Edits] = {
    "no-warmup": ("step < warmup", "False", _FALL, "return peak * (num_steps - step) / num_steps"),
    "warmup-without-decay": (_FALL, "return peak"),
    "constant": (_WARM, "return peak", _FALL, "return peak"),
    "begins-at-zero": (_WARM, "return peak * step / warmup"),
    "decay-from-start": (_FALL, "return peak * (num_steps - step) / num_steps"),
    "zero-at-last-step": (
        _FALL,
        "return peak * (num_steps - 1 - step) / (num_steps - 1 - warmup)",
    ),
    "warmup-at-least-one": ("warmup = num_steps // 10", "warmup = max(1, num_steps // 10)"),
    "warmup-rounded": ("warmup = num_steps // 10", "warmup = round(num_steps / 10)"),
    "peak-forgotten": (
        _WARM,
        "return (step + 1) / warmup",
        _FALL,
        "return (num_steps - step) / (num_steps - warmup)",
    ),
}

_LOSS_LINES = """loss = masked_word_loss(words, batch.labels, batch.weights)
    loss = loss + F.cross_entropy(is_next, batch.is_next)
"""
_CLIP = "    nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
_UPDATE = "    optimizer.step()\n"
_TRAINING_STEP: dict[str, Edits] = {
    "no-update": (_UPDATE, ""),
    "gradients-add-up": ("    optimizer.zero_grad()\n", ""),
    "not-clipped": (_CLIP, ""),
    "clipped-by-value": ("clip_grad_norm_", "clip_grad_value_"),
    "clipped-each": (
        _CLIP,
        "    for p in model.parameters():\n        nn.utils.clip_grad_norm_(p, 1.0)\n",
    ),
    "words-alone": ("loss = loss + F.cross_entropy(is_next, batch.is_next)", "pass"),
    "pairs-alone": ("loss + F.cross", "F.cross"),
    "mean-of-both": ("    optimizer.zero_grad()", "    loss = loss / 2\n    optimizer.zero_grad()"),
    "weights-unused": (
        "masked_word_loss(words, batch.labels, batch.weights)",
        "F.cross_entropy(words.flatten(0, 1), batch.labels.flatten())",
    ),
    "label-0-ignored": (
        "masked_word_loss(words, batch.labels, batch.weights)",
        "F.cross_entropy(words.flatten(0, 1), batch.labels.flatten(), ignore_index=0)",
    ),
    "segments-not-handed": ("batch.segments", "batch.segments * 0"),
    "lens-not-handed": (
        "batch.valid_lens",
        "torch.full_like(batch.valid_lens, batch.inputs.shape[1])",
    ),
    "loss-after-update": (
        "    return loss",
        "    words, is_next = model(\n        batch.inputs, batch.segments, batch.valid_lens, "
        f"batch.positions\n    )\n    {_LOSS_LINES}    return loss",
    ),
}

_ADAMW = "torch.optim.AdamW(groups, lr=peak)"
_SET = '        for group in optimizer.param_groups:\n            group["lr"] = '
_TAKE = "        losses.append(training_step(model, optimizer, batch))\n"
_SET_RATE = _SET + "learning_rate(step, num_steps, peak)\n"
_TRAIN: dict[str, Edits] = {
    "one-batch": (
        "    for step, batch in",
        "    first = next(iter(batches))\n    for step, batch in",
        "optimizer, batch)",
        "optimizer, first)",
    ),
    "sgd": ("torch.optim.AdamW(", "torch.optim.SGD("),
    "new-optimizer": (_SET, f"        optimizer = {_ADAMW}\n" + _SET),
    "constant-rate": (_SET_RATE, ""),
    "rate-too-late": (_SET_RATE, "", _TAKE, _TAKE + _SET_RATE),
    "rate-too-early": ("(step, num_steps", "(step + 1, num_steps"),
    "rate-for-one-group": ("in optimizer.param_groups:", "in optimizer.param_groups[:1]:"),
    "adam": ("torch.optim.AdamW(", "torch.optim.Adam("),
    "all-decay": (_ADAMW, "torch.optim.AdamW(model.parameters(), lr=peak)"),
    "decay-swapped": ("p.dim() > 1", "p.dim() == 1", "p.dim() < 2", "p.dim() >= 2"),
    "decay-too-strong": (_ADAMW, "torch.optim.AdamW(groups, lr=peak, weight_decay=0.1)"),
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
