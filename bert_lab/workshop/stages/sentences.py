"""Stage 8: pairs, the head for next sentences, and the whole model."""

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core import BERTModel
from bert_lab.workshop.compare import compare, expect_tensor, expect_tuple
from bert_lab.workshop.findings import Wrong
from bert_lab.workshop.stages.oracle import ORIGINAL, call_still, check_gradients, drawn, numbers
from bert_lab.workshop.stages.pairs import check_pairs
from bert_lab.workshop.trial import Trial
from bert_lab.workshop.weights import fill

B, T, D, N, FFN, BLOCKS, V, MAX_LEN, P = 3, 5, 8, 4, 7, 1, 11, 9, 6
CLASSES = ("sequence", "class")
WORDS = ("sequence", "slot", "token")


def _core() -> Any:
    switches = {"embedding_norm": True, "tied_decoder": True, **ORIGINAL}
    return drawn(BERTModel(V, D, FFN, N, BLOCKS, 0.0, MAX_LEN, **switches))


def check_head(trial: Trial) -> None:
    core, X = _core(), numbers(B, T, D, seed=8)
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
    check_gradients(trial, built, X)


def check_bert(trial: Trial) -> None:
    core = _core()
    generator = torch.Generator().manual_seed(8)
    tokens = torch.randint(V, (B, T), generator=generator)
    segments = torch.randint(2, (B, T), generator=generator)
    lens, positions = torch.tensor([4, 3, 2]), torch.randint(T, (B, P), generator=generator)
    built: Any = trial.build(V, D, FFN, N, BLOCKS, 0.1, MAX_LEN)
    fill(built, core, "BERT")
    if built.mlm.decoder.weight is not built.encoder.embeddings.token.weight:
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
    trial.again(words, *args, on=built)


CHECKS = {"sentence_pairs": check_pairs, "NextSentenceHead": check_head, "BERT": check_bert}
