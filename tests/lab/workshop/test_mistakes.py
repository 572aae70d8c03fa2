"""Known mistakes, each with the key of the judge's answer, and other ways that are right."""

import pytest

from bert_lab.workshop.mistakes import KNOWN, edited, solved
from bert_lab.workshop.stage import STAGES
from bert_lab.workshop.texts import texts
from tests.helpers.workshop import sitting

# What shows in another way than by its numbers: edits of the solution, as in the judge's own table.
RETURN = "return weights @ v, weights"
TOLD = [
    ("get_tokens_and_segments", "type", "return tokens,", "return tuple(tokens),"),
    ("get_tokens_and_segments", "list-length", "[1] * (len(tokens_b) + 1)", "[1]"),
    ("get_tokens_and_segments", "different-list", '*tokens_a, "<sep>"', '*tokens_a, "</s>"'),
    ("Embeddings", "not-callable", "max_len=512, dropout=0.1", "max_len, dropout"),
    ("Embeddings", "no-module", "(nn.Module)", "", "super().__init__()", ""),
    ("Embeddings", "dropout-in-eval", "self.dropout(self.norm(X))", "F.dropout(self.norm(X), 0.1)"),
    ("Embeddings", "dropout-elsewhere", "self.norm(X)", "self.dropout(self.norm(X))"),
    ("Embeddings", "part-unlearned", "self.position(places)", "self.position(places).data"),
    (
        "Embeddings",
        "row-unlearned",
        "(vocab_size, num",
        "(vocab_size, padding_idx=0, embedding_dim=num",
    ),
    ("Embeddings", "part-shape", "nn.Embedding(2,", "nn.Embedding(3,"),
    ("Embeddings", "part-missing", "self.norm = ", "norm = ", "self.norm(X)", "X"),
    (
        "Embeddings",
        "not-learned",
        "nn.Embedding(max_len, num_hiddens)",
        "torch.randn(max_len, num_hiddens)",
        "self.position(places)",
        "self.position[: tokens.shape[1]]",
    ),
    ("attention", "not-callable", "valid_lens=None", "valid_lens"),
    ("attention", "no-tuple", RETURN, "return weights @ v"),
    ("attention", "tuple-length", RETURN, "return weights @ v, weights, q"),
    ("attention", "no-tensor", RETURN, "return (weights @ v).tolist(), weights"),
    ("attention", "dtype", RETURN, "return (weights @ v).double(), weights"),
    ("attention", "shape", RETURN, "return (weights @ v)[:, :, :2], weights"),
    ("attention", "changes-input", RETURN, "return weights @ v + q.exp_() * 0, weights"),
    ("attention", "global-random", RETURN, "return weights @ v + torch.rand(()), weights"),
    ("attention", "no-gradient", RETURN, "return (weights @ v).detach(), weights"),
    ("attention", "input-unlearned", RETURN, "return weights @ v.detach(), weights"),
    ("attention", "raises", RETURN, "return weights @ vv, weights"),
    ("attention", "nan", RETURN, "return weights @ v * math.nan, weights"),
    ("attention", "different", RETURN, "return weights @ v * 1.5, weights"),
    ("attention", "rows-add-up", "softmax(dim=-1)", "softmax(dim=-1) * 0.9"),
    ("attention", "padding-has-weight", "-math.inf", "-5"),
    ("attention", "padding-has-weight", "-math.inf", "-14"),  # where padding scores high
    ("attention", "incomparable", RETURN, "return (weights @ v).to_sparse(), weights"),
    ("MultiHeadAttention", "raises", "valid_lens = valid_lens.repeat_interleave", "len"),
    ("MultiHeadAttention", "raises-view", ".flatten(2)", ".view(X.shape)"),
    (
        "MultiHeadAttention",
        "four-axes",
        ".transpose(1, 2).flatten(0, 1)",
        ".transpose(1, 2)",
        "mixtures.unflatten(0, (-1, self.num_heads))",
        "mixtures",
    ),
    (
        "MultiHeadAttention",
        "part-shared",
        "W_k = nn.Linear(num_hiddens, num_hiddens)",
        "W_k = self.W_q",
    ),
    (
        "MultiHeadAttention",
        "no-bias",
        "W_v = nn.Linear(num_hiddens, num_hiddens)",
        "W_v = nn.Linear(num_hiddens, num_hiddens, bias=False)",
    ),
    (
        "MultiHeadAttention",
        "part-extra",
        "self.W_o = ",
        "self.norm = nn.LayerNorm(3)\n        self.W_o = ",
    ),
    ("Block", "no-super", "        super().__init__()\n", ""),
    ("Block", "dropout-elsewhere", "dense2(hidden)", "dense2(self.dropout(hidden))"),
    ("Block", "gradient-differs", "self.norm2(X + ", "self.norm2(X.detach() + "),
    ("Encoder", "plain-list", "nn.ModuleList(", "list("),
    ("Encoder", "part-missing", "range(num_blks)", "range(num_blks - 1)"),
    ("Encoder", "part-extra", "range(num_blks)", "range(num_blks + 1)"),
    ("Encoder", "dropout-otherwise", "max_len, dropout)", "max_len, dropout * 2)"),
    (
        "mask_tokens",
        "labels-everywhere",
        "labels = tokens.gather(1, positions) * weights.long()",
        "labels = tokens.clone()",
    ),
    (
        "mask_tokens",
        "coins",
        "max(1, round(0.15 * int((row != 0).sum())))",
        "int((torch.rand(3, generator=generator) < 0.15).sum())",
    ),
    (
        "mask_tokens",
        "padding-chosen",
        "(row >= 5).nonzero()",
        "((row == 0) | (row >= 5)).nonzero()",
        "order[:wanted]",
        "order[: min(wanted, int((row >= 5).sum()))]",
    ),
    (
        "mask_tokens",
        "specials-chosen",
        "(row >= 5).nonzero()",
        "(row > 0).nonzero()",
        "order[:wanted]",
        "order[: min(wanted, int((row >= 5).sum()))]",
    ),
    (
        "mask_tokens",
        "chosen-twice",
        "torch.randperm(len(candidates), generator=generator)",
        "torch.randint(max(1, len(candidates)), (len(candidates),), generator=generator)",
    ),
    ("mask_tokens", "others-changed", "inputs[b, chosen] =", "inputs[b, chosen - 1] ="),
    ("mask_tokens", "labels-after", "labels = tokens.gather", "labels = inputs.gather"),
    ("mask_tokens", "filler-label", " * weights.long()", ""),
    (
        "mask_tokens",
        "filler-position",
        "labels = tokens",
        "positions[weights == 0] = 1\n    labels = tokens",
    ),
    (
        "mask_tokens",
        "always-the-same",
        "torch.randperm(len(candidates), generator=generator)",
        "torch.arange(len(candidates))",
    ),
    (
        "mask_tokens",
        "generator-restarted",
        "    batch, length =",
        "    generator = torch.Generator().manual_seed(generator.initial_seed())\n"
        "    batch, length =",
    ),
    (
        "mask_tokens",
        "not-uniform",  # the same places in all rows
        "    batch, length =",
        "    places = int(torch.randint(9999, (), generator=generator))\n    batch, length =",
        "torch.randperm(len(candidates), generator=generator)",
        "torch.randperm(len(candidates), generator=torch.Generator().manual_seed(places))",
    ),
    (
        "mask_tokens",
        "random-one",
        "torch.randint(5, vocab_size, chosen.shape, generator=generator)",
        "torch.full_like(chosen, 5)",
    ),
    ("mask_tokens", "random-special", "randint(5,", "randint(0,"),
    ("mask_tokens", "random-outside", "vocab_size, chosen", "vocab_size + 1, chosen"),
    ("mask_tokens", "other-shares", "fate < 0.8", "fate < 0.5"),
    ("mask_tokens", "global-random", "len(candidates), generator=generator", "len(candidates)"),
    ("mask_tokens", "changes-input", "tokens.clone()", "tokens"),
    ("MaskedWordHead", "untied", "self.decoder.weight = token_embedding.weight", "pass"),
    (
        "masked_word_loss",
        "raises-classes",
        "logits.flatten(0, 1), labels.flatten()",
        "logits, labels",
    ),
    (
        "sentence_pairs",
        "no-triple",
        "pairs.append((first, second, is_next))",
        "pairs.append((first, second))",
    ),
    ("sentence_pairs", "type", "is_next = int(", "is_next = ("),
    ("sentence_pairs", "other-firsts", "return pairs", "return pairs[1:]"),
    ("sentence_pairs", "labels-swapped", "second, is_next))", "second, 1 - is_next))"),
    ("sentence_pairs", "called-next", "second, is_next))", "second, 1))"),
    (
        "sentence_pairs",
        "called-random",
        "documents[:number] + documents[number + 1 :]",
        "documents",
    ),
    (
        "sentence_pairs",
        "same-document",
        "elsewhere[int(draw)]",
        "[s for s in document + elsewhere if s not in (first, second)][0]",
    ),
    ("sentence_pairs", "itself", "elsewhere[int(draw)]", "first"),
    ("sentence_pairs", "first-as-second", "other[1:]", "other"),
    ("sentence_pairs", "always-next", "int(torch.rand((), generator=generator) < 0.5)", "1"),
    ("sentence_pairs", "never-next", "int(torch.rand((), generator=generator) < 0.5)", "0"),
    ("sentence_pairs", "not-half", "< 0.5", "< 0.8"),
    ("sentence_pairs", "never-drawn", "other[1:]", "other[2:]"),
    (
        "sentence_pairs",
        "always-the-same",
        "    pairs = []",
        "    generator = torch.Generator().manual_seed(0)\n    pairs = []",
    ),
    ("BERT", "untied", "self.encoder.embeddings.token)", "nn.Embedding(vocab_size, num_hiddens))"),
    ("BERT", "no-tuple", ", self.nsp(X)", ""),
    ("learning_rate", "raises", "if step < warmup:", "if step < warmup or peak / warmup < 0:"),
    ("learning_rate", "type", "return peak * (step + 1) / warmup", "return torch.tensor(1.0)"),
    ("training_step", "loss-is-tensor", "loss.item()", "loss"),
    ("training_step", "not-in-training", "    model.train()\n", ""),
    (
        "training_step",
        "gradient-left-over",
        "    optimizer.zero_grad()\n",
        "",
        "    optimizer.step()\n",
        "    optimizer.step()\n    optimizer.zero_grad()\n",
    ),
    (
        "train",
        "batches-hoarded",
        "zip(range(num_steps), batches, strict=False)",
        "enumerate(batches)",
    ),
    ("train", "number-of-steps", "range(num_steps)", "range(num_steps + 1)"),
    (
        "train",
        "batch-too-many",
        "step, batch in zip(range(num_steps), batches,",
        "batch, step in zip(batches, range(num_steps),",
    ),
    ("train", "never-changes", "p for p in parameters if p.dim() < 2", "parameters[3]"),
]
ROWS = [(name, key, edits) for name in KNOWN for key, edits in KNOWN[name].items()]
ROWS += [(name, key, tuple(edits)) for name, key, *edits in TOLD]

# Other ways that are right.
WAYS = [
    (
        "Embeddings",
        "nn.Embedding(max_len, num_hiddens)",
        "nn.Parameter(torch.randn(1, max_len, num_hiddens))",
        "self.position(places)",
        "self.position[:, : tokens.shape[1]]",
    ),
    ("Embeddings", "self.token = ", "self.words = ", "self.token(", "self.words("),
    (
        "Embeddings",
        "self.dropout(self.norm(X))",
        "(lambda Y: Y * (torch.rand(Y.shape) >= self.dropout.p) / (1 - self.dropout.p)"
        " if self.training else Y)(self.norm(X))",
    ),
    ("attention", "-math.inf", "-1e6"),
    (
        "attention",
        "scores.softmax(dim=-1)",
        "(scores - scores.amax(-1, keepdim=True)).exp()\n"
        "    weights = weights / weights.sum(-1, keepdim=True)",
    ),
    (
        "MultiHeadAttention",
        "mixtures, _ = attention(q, k, v, valid_lens)",
        "mask = None if valid_lens is None else "
        "(torch.arange(X.shape[1]) < valid_lens[:, None])[:, None]\n"
        "        mixtures = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)",
    ),
    (
        "Block",
        "self.dense1 = nn.Linear(num_hiddens, ffn_num_hiddens)",
        "self.ffn = nn.Sequential(nn.Linear(num_hiddens, ffn_num_hiddens), nn.GELU(), "
        "nn.Linear(ffn_num_hiddens, num_hiddens))",
        "        self.dense2 = nn.Linear(ffn_num_hiddens, num_hiddens)\n",
        "",
        "        hidden = F.gelu(self.dense1(X))  # (B, T, F)\n",
        "",
        "self.dense2(hidden)",
        "self.ffn(X)",
    ),
    ("mask_tokens", ".sort().values", ""),
    ("mask_tokens", "fate < 0.8", "fate > 0.2", "fate < 0.9", "fate > 0.1"),
    ("MaskedWordHead", "X[rows, positions]", "torch.stack([x[p] for x, p in zip(X, positions)])"),
    ("masked_word_loss", "labels.flatten(),", "torch.where(weights > 0, labels, -100).flatten(),"),
    ("sentence_pairs", "int(torch.rand", "bool(torch.rand"),
    ("training_step", "optimizer.zero_grad()", "model.zero_grad()"),
    (
        "train",
        "in zip(range(num_steps), batches, strict=False)",
        "in zip(range(num_steps), batches)",
    ),
]


@pytest.mark.parametrize(("name", "key", "edits"), ROWS, ids=lambda one: str(one)[:30])
def test_a_known_mistake_gets_its_sentence(name, key, edits):
    verdict = sitting(edited(name, edits)).verdict(name)
    assert (verdict.state, verdict.key) == ("wrong", key), verdict
    assert verdict.sentence
    assert "{" not in verdict.sentence


@pytest.mark.parametrize(("name", "edits"), [(one[0], one[1:]) for one in WAYS])
def test_another_way_is_right(name, edits):
    verdict = sitting(edited(name, edits)).verdict(name)
    assert (verdict.state, verdict.notes) == ("right", []), verdict


def test_the_solutions_are_right_and_everything_that_can_be_right_is_said():
    judged = sitting(solved())
    for stage in STAGES:
        verdicts = judged.stage(stage)
        assert [one.state for one in verdicts] == ["right"] * len(stage.names), verdicts
        assert {line for one in verdicts for line in one.right} == set(
            stage.words["right"].values()
        )


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.key)
def test_every_sentence_has_its_mistake(stage):
    told = {key for name, key, _ in ROWS if name in stage.names}
    assert stage.words["mistakes"].keys() <= told


def test_the_judge_says_nothing_that_no_mistake_brings_about():
    general = set(list(texts("judge")["says"])[list(texts("judge")["says"]).index("no-tensor") :])
    own = {key for stage in STAGES for key in stage.words["mistakes"]}
    assert {key for _, key, _ in ROWS} <= own | general
