"""Stage 8: pairs, the head for next sentences, and the whole model."""

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core import BERTModel
from bert_lab.workshop.compare import compare, expect_tensor, expect_tuple
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.dropping import RATE
from bert_lab.workshop.stages.oracle import (
    ORIGINAL,
    Case,
    build_from,
    call_still,
    check_cases,
    randint,
    randn,
    randomised,
    strided,
    trained_twice,
)
from bert_lab.workshop.stages.pairs import check_pairs
from bert_lab.workshop.stages.passing import NOT_PASSED, faults
from bert_lab.workshop.stages.redrawn import check_redrawn
from bert_lab.workshop.submission import Trial
from bert_lab.workshop.weights import fill

B, T, D, N, FFN, BLOCKS, V, MAX_LEN, P = 3, 5, 8, 4, 7, 1, 11, 9, 6
SMALL = 4  # D, where all ways to drop are tried
CLASSES = ("sequence", "class")
WORDS = ("sequence", "slot", "token")


def _core(size: int = D, others: tuple[int, int, int] = (FFN, N, BLOCKS)) -> Any:
    switches = {"embedding_norm": True, "tied_decoder": True, **ORIGINAL}
    return randomised(BERTModel(V, size, *others, 0.0, MAX_LEN, **switches))


def check_head(trial: Trial) -> None:
    core, X = _core(), randn(B, T, D, seed=8)
    built = trial.build(D)
    fill(built, core, "NextSentenceHead")
    trial.right("parts")
    output = call_still(trial, built, X)
    if isinstance(output, Tensor) and tuple(output.shape) == (B, T, 2):
        raise Wrong("every-position", found=(B, T, 2), expected=(B, 2))
    expect_tensor(output, "the logits", (B, 2), X)
    right = core.nsp(core.hidden(X[:, 0]))
    pooler, head = core.hidden[0], core.nsp.output
    suspects = {
        "no-tanh": lambda: head(pooler(X[:, 0])),
        "no-pooler": lambda: head(X[:, 0]),
        "tanh-alone": lambda: head(X[:, 0].tanh()),
        "pooler-relu": lambda: head(pooler(X[:, 0]).relu()),
        "pooler-gelu": lambda: head(F.gelu(pooler(X[:, 0]))),
        "pooler-sigmoid": lambda: head(pooler(X[:, 0]).sigmoid()),
        "tanh-before-pooler": lambda: head(pooler(X[:, 0].tanh())),
        "classes-swapped": lambda: right.flip(1),
        "last-vector": lambda: head(core.hidden(X[:, -1])),
        "second-vector": lambda: head(core.hidden(X[:, 1])),
        "mean-vector": lambda: head(core.hidden(X.mean(dim=1))),
        "largest-vector": lambda: head(core.hidden(X.max(dim=1).values)),
        "probabilities": lambda: right.softmax(dim=-1),
        "log-probabilities": lambda: right.log_softmax(dim=-1),
        "tanh-last": lambda: head(pooler(X[:, 0])).tanh(),
    }
    compare(output, right, CLASSES, suspects, what="the logits")
    trial.right("logits")
    trial.again(output, X, on=built)
    cases: list[Case] = [
        ("", (X,)),
        ("one sequence alone", (X[:1],)),
        ("one token alone", (X[:, :1],)),
        ("numbers that are no neighbours in memory", (strided(X),)),
    ]
    check_cases(trial, core, built, lambda X: core.nsp(core.hidden(X[:, 0])), cases, "the logits")


def check_bert(trial: Trial) -> None:
    core = _core()
    tokens, segments = randint(V, B, T, seed=8), randint(2, B, T, seed=9)
    lens, positions = torch.tensor([4, 3, 2]), randint(T, B, P, seed=10)
    built: Any = trial.build(V, D, FFN, N, BLOCKS, RATE, MAX_LEN)
    found = fill(built, core, "BERT")
    if found["mlm.decoder.weight"] is not found["encoder.embeddings.token.weight"]:
        raise Wrong("untied")
    trial.right("parts")
    args = tokens, segments, lens, positions
    given = expect_tuple(call_still(trial, built, *args), ("words", "is_next"))
    if [tuple(x.shape) for x in given if isinstance(x, Tensor)] == [(B, 2), (B, P, V)]:
        raise Wrong("outputs-swapped")
    words = expect_tensor(given[0], "the words' logits", (B, P, V), core.encoder.pos_embedding)
    is_next = expect_tensor(given[1], "the pairs' logits", (B, 2), core.encoder.pos_embedding)
    _, right_words, right_next = core(*args)
    suspects = {
        "lens-not-passed": lambda: core(tokens, segments, None, positions)[1],
        "segments-ignored": lambda: core(tokens, segments * 0, lens, positions)[1],
        "one-key-too-many": lambda: core(tokens, segments, (lens + 1).clamp(max=T), positions)[1],
        "one-key-too-few": lambda: core(tokens, segments, lens - 1, positions)[1],
        "words-on-embeddings": lambda: core.mlm(core.encoder.embed(tokens, segments), positions),
    }
    compare(words, right_words, WORDS, suspects, what="the words' logits")
    X = core.encoder(tokens, segments, lens)
    suspects = {
        "head-on-embeddings": lambda: core.nsp(
            core.hidden(core.encoder.embed(tokens, segments)[:, 0])
        ),
        "head-on-asked": lambda: core.nsp(core.hidden(X[torch.arange(B), positions[:, 0]])),
    }
    compare(is_next, right_next, CLASSES, suspects, what="the pairs' logits")
    trial.right("logits")
    trial.again(given, *args, on=built)
    _check_dropout(trial)
    built = trial.build(V, D, FFN, N, BLOCKS, 0.0, MAX_LEN)
    check_cases(trial, core, built, lambda *args: core(*args)[1:], _cases(args), "the logits")
    other = _core(D, (5, 4, 2))
    built = trial.build(V, D, 5, 4, 2, 0.0, MAX_LEN)
    cases: list[Case] = [("other sizes", args)]
    check_cases(trial, other, built, lambda *args: other(*args)[1:], cases, "the logits")
    check_redrawn(trial, build_from(trial, core, V, D, FFN, N, BLOCKS, RATE, MAX_LEN), *args)
    trial.right("dropout")


def _cases(args: tuple[Tensor, ...]) -> list[Case]:
    longest = randint(V, 2, MAX_LEN, seed=3), randint(2, 2, MAX_LEN, seed=4)
    return [
        ("", args),
        ("one sequence alone", tuple(one[:1] for one in args)),
        ("one slot alone", (*args[:3], args[3][:, :1])),
        ("sequences as long as max_len", (*longest, torch.tensor([9, 4]), randint(9, 2, 3))),
    ]


def _check_dropout(trial: Trial) -> None:
    sizes = V, SMALL, FFN, N, BLOCKS, RATE, MAX_LEN
    tokens, segments = randint(V, 16, MAX_LEN, seed=1), randint(2, 16, MAX_LEN, seed=2)
    lens, everywhere = torch.full((16,), MAX_LEN), torch.arange(MAX_LEN).expand(16, -1)

    def called(core):
        built = build_from(trial, core, *sizes)
        return [
            words for words, _ in trained_twice(trial, built, tokens, segments, lens, everywhere)
        ]

    if found := set(faults(lambda: _core(SMALL), called, tokens, segments).values()):
        raise Wrong("dropout-not-passed" if found & NOT_PASSED else "dropout-otherwise")


CHECKS = {"sentence_pairs": check_pairs, "NextSentenceHead": check_head, "BERT": check_bert}
