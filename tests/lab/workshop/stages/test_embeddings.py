"""The input's known mistakes, each with the key of its sentence, and other ways that are right."""

import pytest

from bert_lab.workshop.stages import embeddings as stage
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, mistake

PAIR, EMBEDDINGS = "get_tokens_and_segments", "Embeddings"
FIRST = 'tokens = ["<cls>", *tokens_a, "<sep>"]'
SECOND = 'tokens = [*tokens, *tokens_b, "<sep>"]'
ZEROS, ONES = "segments = [0] * len(tokens)", "segments = segments + [1] * (len(tokens_b) + 1)"
IF = "if tokens_b is not None:"
SUM = "self.token(tokens) + self.segment(segments) + self.position(places)"
LAST = "return self.dropout(self.norm(X))"
POSITIONS = "places = torch.arange(tokens.shape[1], device=tokens.device)"
POSITION = "self.position = nn.Embedding(max_len, num_hiddens)"
DROPOUT = "self.dropout = nn.Dropout(dropout)"

MISTAKES = [
    mistake(PAIR, "no-cls", (FIRST, 'tokens = [*tokens_a, "<sep>"]')),
    mistake(PAIR, "no-sep", (FIRST, 'tokens = ["<cls>", *tokens_a]')),
    mistake(PAIR, "sep-too-many", (FIRST, 'tokens = ["<cls>", *tokens_a, "<sep>", "<sep>"]')),
    mistake(PAIR, "no-last-sep", (SECOND, "tokens = [*tokens, *tokens_b]")),
    mistake(PAIR, "no-first-sep", (SECOND, 'tokens = [*tokens[:-1], *tokens_b, "<sep>"]')),
    mistake(PAIR, "second-cls", (SECOND, 'tokens = [*tokens, "<cls>", *tokens_b, "<sep>"]')),
    mistake(PAIR, "second-ignored", (SECOND, "pass")),
    mistake(
        PAIR,
        "texts-swapped",
        (SECOND, 'tokens = ["<cls>", *tokens_b, "<sep>", *tokens_a, "<sep>"]'),
    ),
    mistake(PAIR, "segments-from-one", (ZEROS, "segments = [1] * len(tokens)")),
    mistake(PAIR, "segments-too-short", (ZEROS, "segments = [0] * len(tokens_a)")),
    mistake(PAIR, "sep-in-second", (ONES, "segments = segments[:-1] + [1] * (len(tokens_b) + 2)")),
    mistake(PAIR, "cls-forgotten", (ONES, "segments = segments[:-1] + [1] * (len(tokens_b) + 1)")),
    mistake(PAIR, "last-sep-in-first", (ONES, "segments = segments + [1] * len(tokens_b) + [0]")),
    mistake(PAIR, "segments-all-zero", (ONES, "segments = [0] * len(tokens)")),
    mistake(PAIR, "list-length", (ONES, "segments = segments + [1]")),
    mistake(PAIR, "different-list", (FIRST, 'tokens = ["<cls>", *tokens_a, "</s>"]')),
    mistake(PAIR, "type", ("return tokens, segments", "return tuple(tokens), segments")),
    mistake(
        PAIR,
        "changes-input",
        (FIRST, 'tokens_a.append("<sep>")\n    tokens = ["<cls>", *tokens_a]'),
    ),
    mistake(EMBEDDINGS, "no-norm", (LAST, "return self.dropout(X)")),
    mistake(EMBEDDINGS, "no-position", (SUM, "self.token(tokens) + self.segment(segments)")),
    mistake(EMBEDDINGS, "no-segment", (SUM, "self.token(tokens) + self.position(places)")),
    mistake(EMBEDDINGS, "positions-from-one", (SUM, SUM.replace("(places)", "(places + 1)"))),
    mistake(
        EMBEDDINGS,
        "positions-by-sequence",
        (POSITIONS, "places = torch.arange(len(tokens), device=tokens.device)[:, None]"),
    ),
    mistake(EMBEDDINGS, "one-position", (SUM, SUM.replace("(places)", "(places * 0)"))),
    mistake(EMBEDDINGS, "position-is-token", (SUM, SUM.replace("(places)", "(tokens % 8)"))),
    mistake(
        EMBEDDINGS,
        "norm-before-sum",
        (SUM, SUM.replace("self.token(tokens)", "self.norm(self.token(tokens))")),
        (LAST, "return self.dropout(X)"),
    ),
    mistake(
        EMBEDDINGS,
        "norm-of-each",
        (
            SUM,
            "sum(map(self.norm, (self.token(tokens), self.segment(segments), "
            "self.position(places))))",
        ),
        (LAST, "return self.dropout(X)"),
    ),
    mistake(
        EMBEDDINGS,
        "token-scaled",
        (
            SUM,
            SUM.replace("self.token(tokens)", "self.token(tokens) * self.norm.weight.numel()**0.5"),
        ),
    ),
    mistake(EMBEDDINGS, "product", (SUM, SUM.replace(" + ", " * "))),
    mistake(EMBEDDINGS, "norm-eps", (", eps=1e-12)\n        self", ")\n        self")),
    mistake(EMBEDDINGS, "norm-eps-6", ("eps=1e-12)\n        self", "eps=1e-6)\n        self")),
    mistake(EMBEDDINGS, "no-dropout", (LAST, "return self.norm(X)")),
    mistake(EMBEDDINGS, "dropout-before-norm", (LAST, "return self.norm(self.dropout(X))")),
    mistake(EMBEDDINGS, "dropout-in-eval", (LAST, "return F.dropout(self.norm(X), 0.1)")),
    mistake(EMBEDDINGS, "part-unlearned", ("self.position(places)", "self.position(places).data")),
    mistake(
        EMBEDDINGS,
        "not-learned",
        (POSITION, "self.position = torch.randn(max_len, num_hiddens)"),
        ("self.position(places)", "self.position[: tokens.shape[1]]"),
    ),
    mistake(
        EMBEDDINGS,
        "part-shape",
        (
            "self.segment = nn.Embedding(2, num_hiddens)",
            "self.segment = nn.Embedding(3, num_hiddens)",
        ),
    ),
    mistake(EMBEDDINGS, "part-missing", ("self.norm = ", "norm = "), (LAST, "return X")),
    mistake(EMBEDDINGS, "not-callable", ("max_len=512, dropout=0.1", "max_len, dropout")),
    mistake(EMBEDDINGS, "no-module", ("(nn.Module)", ""), ("super().__init__()", "")),
]

MISTAKES += [
    mistake(EMBEDDINGS, "no-token", (SUM, "self.segment(segments) + self.position(places)")),
    mistake(EMBEDDINGS, "segments-swapped", (SUM, SUM.replace("(segments)", "(1 - segments)"))),
    mistake(
        EMBEDDINGS, "positions-from-the-right", (SUM, SUM.replace("(places)", "(places.flip(0))"))
    ),
    mistake(
        EMBEDDINGS,
        "positions-from-the-end",
        (SUM, SUM.replace("self.position(places)", "self.position.weight[-len(places):]")),
    ),
    mistake(
        EMBEDDINGS,
        "positions-from-the-end-backwards",
        (SUM, SUM.replace("(places)", "(len(self.position.weight) - 1 - places)")),
    ),
    mistake(EMBEDDINGS, "position-is-segment", (SUM, SUM.replace("(places)", "(segments)"))),
    mistake(
        EMBEDDINGS,
        "dropout-elsewhere",
        (SUM, SUM.replace("self.token(tokens)", "self.dropout(self.token(tokens))")),
        (LAST, "return self.norm(X)"),
    ),
    mistake(
        EMBEDDINGS,
        "row-unlearned",
        (
            "nn.Embedding(vocab_size, num_hiddens)",
            "nn.Embedding(vocab_size, num_hiddens, padding_idx=0)",
        ),
    ),
    mistake(EMBEDDINGS, "dropout-fixed", ("nn.Dropout(dropout)", "nn.Dropout(0.1)")),
    mistake(
        EMBEDDINGS,
        "gradient-differs",
        (SUM, SUM + "\n        if self.training:\n            X = 0.5 * X + 0.5 * X.detach()"),
    ),
]

KEPT = """self.known = getattr(self, "known", {})
        if torch.is_grad_enabled():
            rows = self.position(places)
        else:
            rows = self.known.setdefault(len(places), self.position(places))
        X = """
RETURNED = "return tokens, segments"
MISTAKES += [
    mistake(PAIR, "empty-for-none", (IF, "if tokens_b:")),
    mistake(PAIR, "tokens-split", (RETURNED, 'return " ".join(tokens).split(), segments')),
    mistake(
        PAIR,
        "shared-result",
        (
            RETURNED,
            "known = get_tokens_and_segments.__dict__\n"
            "    return tokens, known.setdefault((len(tokens_a), len(tokens)), segments)",
        ),
    ),
    mistake(
        EMBEDDINGS,
        "plain-tensor",
        (POSITION, POSITION + "\n        self.places = torch.arange(max_len)"),
        (POSITIONS, "places = self.places[: tokens.shape[1]]"),
    ),
    mistake(
        EMBEDDINGS,
        "stale-weights",
        ("X = " + SUM, KEPT + SUM.replace("self.position(places)", "rows")),
    ),
    mistake(
        EMBEDDINGS,
        "dropout-scales-in-eval",
        (DROPOUT, "self.kept = 1 - dropout"),
        (
            LAST,
            "kept = torch.full_like(X, self.kept)\n"
            "        return self.norm(X) * (kept.bernoulli() if self.training else kept)",
        ),
    ),
]

WAYS = {
    "positions that are moved along": (
        EMBEDDINGS,
        (POSITION, POSITION + "\n        self.register_buffer('places', torch.arange(max_len))"),
        (POSITIONS, "places = self.places[: tokens.shape[1]]"),
    ),
    "positions that are moved by hand": (
        EMBEDDINGS,
        (POSITION, POSITION + "\n        self.places = torch.arange(max_len)"),
        (POSITIONS, "places = self.places[: tokens.shape[1]].to(tokens.device)"),
    ),
    "positions that are asked where they are": (
        EMBEDDINGS,
        (POSITION, POSITION + "\n        self.places = torch.arange(max_len)"),
        (
            POSITIONS,
            "if self.places.device != tokens.device:\n"
            "            self.places = self.places.to(tokens.device)\n"
            "        places = self.places[: tokens.shape[1]]",
        ),
    ),
    "appended": (
        PAIR,
        (FIRST, 'tokens = ["<cls>"] + list(tokens_a)\n    tokens.append("<sep>")'),
        (ONES, "segments += [1] * (len(tokens) - len(segments))"),
    ),
    "a parameter for positions": (
        EMBEDDINGS,
        (POSITION, "self.position = nn.Parameter(torch.randn(1, max_len, num_hiddens))"),
        ("self.position(places)", "self.position[:, : tokens.shape[1]]"),
    ),
    "other names": (
        EMBEDDINGS,
        ("self.token = ", "self.word_table = "),
        ("self.token(", "self.word_table("),
        (POSITION, "self.places = nn.Embedding(max_len, num_hiddens)"),
        ("self.position(", "self.places("),
        ("self.norm = ", "self.ln = "),
        ("self.norm(", "self.ln("),
    ),
    "functions": (
        EMBEDDINGS,
        (DROPOUT, "self.p = dropout"),
        (LAST, "return F.dropout(self.norm(X), self.p, training=self.training)"),
    ),
    "one-hot rows": (
        EMBEDDINGS,
        ("self.segment(segments)", "F.one_hot(segments, 2).float() @ self.segment.weight"),
    ),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("embeddings", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (stage.B, stage.T, stage.D, stage.V, stage.MAX_LEN)
    assert len(set(sizes)) == len(sizes)
