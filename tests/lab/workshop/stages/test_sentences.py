"""The pairs' and the model's known mistakes, each with its key, and other ways to be right."""

import pytest

from bert_lab.workshop.stages import sentences as stage
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, mistake

PAIRS, HEAD, BERT = "sentence_pairs", "NextSentenceHead", "BERT"
OTHERS = "others = documents[:number] + documents[number + 1 :]"
ELSEWHERE = "elsewhere = [sentence for other in others for sentence in other[1:]]"
NEIGHBOURS = "for first, second in pairwise(document):"
COIN = "is_next = int(torch.rand((), generator=generator) < 0.5)"
NOT = "if not is_next:"
DRAWN = "second = elsewhere[int(draw)]"
APPEND = "pairs.append((first, second, is_next))"
RETURN = "return pairs"
LOGITS = "return self.output(torch.tanh(self.pooler(X[:, 0])))"
ENCODE = "X = self.encoder(tokens, segments, valid_lens)  # (B, T, D)"
BOTH = "return self.mlm(X, positions), self.nsp(X)"


def answers(code):
    return (LOGITS, f"return {code}")


MISTAKES = [
    mistake(PAIRS, "no-triple", (APPEND, "pairs.append(((first, second), is_next))")),
    mistake(
        PAIRS,
        "across-documents",
        (
            NEIGHBOURS,
            "after = documents[number + 1][:1] if number + 1 < len(documents) else []\n"
            "        for first, second in pairwise(document + after):",
        ),
    ),
    mistake(
        PAIRS,
        "last-of-documents",
        (NEIGHBOURS, "for first, second in zip(document, document[1:] + document[:1]):"),
    ),
    mistake(
        PAIRS,
        "every-second",
        (NEIGHBOURS, "for first, second in zip(document[::2], document[1::2]):"),
    ),
    mistake(PAIRS, "first-pair-only", (APPEND, APPEND + "\n            break")),
    mistake(PAIRS, "order-changed", (RETURN, "return pairs[::-1]")),
    mistake(PAIRS, "other-firsts", (RETURN, "return pairs[1:]")),
    mistake(PAIRS, "labels-swapped", (APPEND, "pairs.append((first, second, 1 - is_next))")),
    mistake(PAIRS, "called-next", (APPEND, "pairs.append((first, second, 1))")),
    mistake(PAIRS, "called-random", (OTHERS, "others = documents")),
    mistake(
        PAIRS,
        "same-document",
        (DRAWN, "second = [s for s in document + elsewhere if s not in (first, second)][0]"),
    ),
    mistake(PAIRS, "itself", (DRAWN, "second = first")),
    mistake(PAIRS, "always-next", (NOT, "if False:"), (COIN, "is_next = 1")),
    mistake(PAIRS, "never-next", (COIN, "is_next = 0")),
    mistake(PAIRS, "not-half", (COIN, COIN.replace("0.5", "0.8"))),
    mistake(
        PAIRS,
        "always-the-same",
        ("pairs = []", "pairs, generator = [], torch.Generator().manual_seed(0)"),
    ),
    mistake(
        PAIRS,
        "one-other-document",
        (ELSEWHERE, "elsewhere = documents[0 if number == 3 else 3][1:]"),
    ),
    mistake(
        PAIRS, "never-drawn", (ELSEWHERE, "elsewhere = [s for other in others for s in other[2:]]")
    ),
    mistake(PAIRS, "global-random", (COIN, "is_next = int(torch.rand(()) < 0.5)")),
    mistake(PAIRS, "changes-input", ("pairs = []", "pairs = []\n    documents.reverse()")),
    mistake(PAIRS, "type", (COIN, COIN.replace("int(", "("))),
    mistake(HEAD, "every-position", answers("self.output(torch.tanh(self.pooler(X)))")),
    mistake(HEAD, "no-tanh", answers("self.output(self.pooler(X[:, 0]))")),
    mistake(HEAD, "no-pooler", answers("self.output(X[:, 0])")),
    mistake(HEAD, "tanh-alone", answers("self.output(torch.tanh(X[:, 0]))")),
    mistake(HEAD, "pooler-relu", answers("self.output(torch.relu(self.pooler(X[:, 0])))")),
    mistake(HEAD, "pooler-gelu", answers("self.output(F.gelu(self.pooler(X[:, 0])))")),
    mistake(HEAD, "pooler-sigmoid", answers("self.output(torch.sigmoid(self.pooler(X[:, 0])))")),
    mistake(HEAD, "last-vector", answers("self.output(torch.tanh(self.pooler(X[:, -1])))")),
    mistake(HEAD, "second-vector", answers("self.output(torch.tanh(self.pooler(X[:, 1])))")),
    mistake(HEAD, "mean-vector", answers("self.output(torch.tanh(self.pooler(X.mean(dim=1))))")),
    mistake(HEAD, "largest-vector", answers("self.output(torch.tanh(self.pooler(X.amax(dim=1))))")),
    mistake(HEAD, "probabilities", (LOGITS, LOGITS + ".softmax(dim=-1)")),
    mistake(HEAD, "log-probabilities", (LOGITS, LOGITS + ".log_softmax(dim=-1)")),
    mistake(HEAD, "tanh-last", answers("torch.tanh(self.output(self.pooler(X[:, 0])))")),
    mistake(HEAD, "part-shape", ("nn.Linear(num_hiddens, 2)", "nn.Linear(num_hiddens, 1)")),
    mistake(
        BERT,
        "untied",
        (
            "MaskedWordHead(self.encoder.embeddings.token)",
            "MaskedWordHead(nn.Embedding(vocab_size, num_hiddens))",
        ),
    ),
    mistake(BERT, "outputs-swapped", (BOTH, "return self.nsp(X), self.mlm(X, positions)")),
    mistake(BERT, "lens-not-passed", (ENCODE, "X = self.encoder(tokens, segments)")),
    mistake(BERT, "segments-ignored", (ENCODE, "X = self.encoder(tokens, tokens * 0, valid_lens)")),
    mistake(
        BERT,
        "head-on-embeddings",
        (
            BOTH,
            "return self.mlm(X, positions), self.nsp(self.encoder.embeddings(tokens, segments))",
        ),
    ),
    mistake(
        BERT,
        "head-on-asked",
        (
            BOTH,
            "rows = torch.arange(len(X), device=X.device)[:, None]\n        "
            "return self.mlm(X, positions), self.nsp(X[rows, positions])",
        ),
    ),
    mistake(BERT, "no-tuple", (BOTH, "return self.mlm(X, positions)")),
]

MISTAKES += [
    mistake(PAIRS, "first-as-second", (ELSEWHERE, ELSEWHERE.replace("[1:]", ""))),
    mistake(
        PAIRS,
        "exactly-half",
        (
            "pairs = []",
            "pairs, places = [], [0] * 5 + [1] * 5\n    "
            "number_of = sum(max(0, len(d) - 1) for d in documents)\n    "
            "places = (torch.randperm(number_of, generator=generator) < number_of // 2).tolist()",
        ),
        (COIN, "is_next = int(places[len(pairs)])"),
    ),
    mistake(
        PAIRS,
        "coin-by-place",
        (
            COIN,
            "share = 0.8 if first.endswith('0') else 0.3\n            "
            + COIN.replace("0.5", "share"),
        ),
    ),
    mistake(
        PAIRS,
        "one-coin",
        (OTHERS, COIN + "\n        " + OTHERS),
        ("            " + COIN + "\n", ""),
    ),
    mistake(
        PAIRS,
        "second-by-first",
        (
            DRAWN,
            "able = elsewhere[int(first[-1]) % 2 :: 2] if len(document) > 2 else elsewhere\n "
            "               second = able[int(draw) % len(able)]",
        ),
    ),
    mistake(
        PAIRS,
        "one-draw-for-all",
        ("pairs = []", "pairs, seed = [], int(torch.randint(9999, (), generator=generator))"),
        (
            DRAWN,
            "again = torch.Generator().manual_seed(seed)\n                "
            "draw = torch.randint(len(elsewhere), (), generator=again)\n                " + DRAWN,
        ),
    ),
    mistake(
        PAIRS,
        "generator-restarted",
        (
            "pairs = []",
            "pairs, generator = [], torch.Generator().manual_seed(generator.initial_seed())",
        ),
    ),
    mistake(HEAD, "tanh-before-pooler", answers("self.output(self.pooler(X[:, 0].tanh()))")),
    mistake(HEAD, "classes-swapped", (LOGITS, LOGITS + ".flip(1)")),
    mistake(
        BERT,
        "words-on-embeddings",
        (
            BOTH,
            "return self.mlm(self.encoder.embeddings(tokens, segments), positions), self.nsp(X)",
        ),
    ),
    mistake(
        BERT,
        "dropout-not-passed",
        ("            dropout,\n", ""),
        ("            max_len,\n        )", "            max_len=max_len,\n        )"),
    ),
    mistake(
        BERT,
        "dropout-otherwise",
        (ENCODE, ENCODE + "\n        X = F.dropout(X, 0.1, self.training)"),
    ),
    mistake(
        BERT, "gradient-differs", (BOTH, "return self.mlm(X.detach(), positions), self.nsp(X)")
    ),
    mistake(BERT, "one-key-too-many", (ENCODE, ENCODE.replace("valid_lens", "valid_lens + 1"))),
]

BY_TEXT = "others = [other for other in documents if other != document]"
MISTAKES += [
    mistake(PAIRS, "told-by-text", (OTHERS, BY_TEXT)),
    mistake(
        PAIRS,
        "told-by-text",
        (
            NEIGHBOURS,
            "for first in document[:-1]:\n            second = document[document.index(first) + 1]",
        ),
    ),
    mistake(
        PAIRS,
        "told-by-text",
        (ELSEWHERE, ELSEWHERE.replace("other[1:]]", "other[1:] if sentence not in document]")),
    ),
    mistake(
        HEAD,
        "random-in-training",
        (
            LOGITS,
            LOGITS.replace("torch.tanh(", "F.dropout(torch.tanh(").replace(
                "])))", "])), 0.1, self.training))"
            ),
        ),
    ),
]

WAYS = {
    "a true label": (PAIRS, (COIN, "is_next = bool(torch.rand((), generator=generator) < 0.5)")),
    "by index": (
        PAIRS,
        (
            NEIGHBOURS,
            "for i, first in enumerate(document[:-1]):\n            second = document[i + 1]",
        ),
    ),
    "a document, then a sentence": (
        PAIRS,
        (
            DRAWN,
            "draw = torch.randint(1000, (2,), generator=generator).tolist()\n"
            "                able = [other[1:] for other in others if len(other) > 1]\n"
            "                other = able[draw[0] % len(able)]\n"
            "                second = other[draw[1] % len(other)]",
        ),
    ),
    "in sequence": (
        HEAD,
        (
            "self.pooler = nn.Linear(num_hiddens, num_hiddens)",
            "self.pool = nn.Sequential(nn.Linear(num_hiddens, num_hiddens), nn.Tanh())",
        ),
        answers("self.output(self.pool(X[:, 0]))"),
    ),
    "keywords": (BERT, (ENCODE, "X = self.encoder(tokens, segments, valid_lens=valid_lens)")),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("sentences", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (
        stage.B,
        stage.T,
        stage.D,
        stage.N,
        stage.FFN,
        stage.BLOCKS,
        stage.V,
        stage.MAX_LEN,
        stage.P,
    )
    assert len(set(sizes)) == len(sizes)
