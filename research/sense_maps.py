"""The sense maps of `ch-context`: where the mini-BERT puts an ambiguous word, layer by layer.

The record's `maps` has for each word:

- `sentences`: `text`, position `at` of the word in it, `sense`; each stands in a held-out story
  (the world is so small that training stories have nearly all of them, too);
- `plane`: for each layer the two directions (D, 2) in which the word's vectors vary most, after
  the means of the word and of its position have been taken away;
- `points`: for each layer the sentences' vectors in that plane, (n, 2);
- `offsets`: for each layer what to take away in the plane for those means, by position (n, 2); the
  last is for all positions from there on, and stands for the word's mean alone;
- `alike`: for each layer the mean cosine of two vectors as they are, sentences of the `same` sense
  and of `different` ones.
"""

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from torch.nn import functional as F

from _run import Run, grammar_digest, mini_bert_digest, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.word_senses import word_vectors
from bert_lab.world.mini_world import mini_world, sense_examples, senses

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WORDS = ("bank", "bat", "crane", "letter", "mouse", "spring")
NUM_SENTENCES = 40


@cache
def held_out_sentences() -> frozenset[str]:
    """All sentences of the validation and the test stories."""
    corpus = mini_world()
    return frozenset(chain.from_iterable(corpus.valid + corpus.test))


def held_out_examples(word: str, num: int) -> list[tuple[str, int, str]]:
    """`sense_examples` that stand in held-out stories: at most `num`, half of them each sense."""
    held_out = held_out_sentences()
    found = [example for example in sense_examples(word, 100, seed=0) if example[0] in held_out]
    by_sense = [[e for e in found if e[2] == sense] for sense in sorted({e[2] for e in found})]
    return [example for examples in by_sense for example in examples[: num // 2]]


def sense_maps(model: BERTModel, tokenizer: "Tokenizer") -> dict[str, dict[str, Any]]:
    """The maps of `WORDS`; positions are judged by all ambiguous words."""
    ambiguous = [word for word, topics in senses().items() if len(set(topics.values())) > 1]
    examples = {word: held_out_examples(word, NUM_SENTENCES) for word in ambiguous}
    raw = {w: torch.stack(word_vectors(model, tokenizer, e)) for w, e in examples.items()}
    means = {word: vectors.mean(dim=1, keepdim=True) for word, vectors in raw.items()}
    centred = torch.cat([raw[word] - means[word] for word in ambiguous], dim=1)  # (layers, all, D)
    at = torch.tensor([position for found in examples.values() for _, position, _ in found])
    places = torch.zeros(len(centred), int(at.max()) + 2, centred.shape[-1])
    for position in at.unique():
        places[:, position] = centred[:, at == position].mean(dim=1)
    return {word: _map(examples[word], raw[word], means[word], places) for word in WORDS}


def _map(examples, raw: Tensor, mean: Tensor, places: Tensor) -> dict[str, Any]:
    at = torch.tensor([position for _, position, _ in examples])
    clean = raw - mean - places[:, at]  # (layers, n, D)
    plane = torch.stack([_plane(vectors) for vectors in clean])  # (layers, D, 2)
    names = ("text", "at", "sense")
    return {
        "sentences": [dict(zip(names, example, strict=True)) for example in examples],
        "plane": plane.tolist(),
        "points": (clean @ plane).tolist(),
        "offsets": ((mean + places) @ plane).tolist(),
        "alike": _alike(raw, [sense for *_, sense in examples]),
    }


def _plane(vectors: Tensor) -> Tensor:
    """(D, 2): the first two right singular vectors, the largest entry of each positive."""
    _, _, Vh = torch.linalg.svd(vectors, full_matrices=False)
    largest = Vh[:2].abs().argmax(dim=1, keepdim=True)
    return (Vh[:2] * Vh[:2].gather(1, largest).sign()).T


def _alike(raw: Tensor, labels: list[str]) -> dict[str, list[float]]:
    unit = F.normalize(raw, dim=-1)
    cosines = unit @ unit.transpose(1, 2)  # (layers, n, n)
    same = torch.tensor([[a == b for b in labels] for a in labels])
    pairs = torch.ones_like(same).triu(diagonal=1)
    return {
        "same": cosines[:, same & pairs].mean(dim=1).tolist(),
        "different": cosines[:, ~same & pairs].mean(dim=1).tolist(),
    }


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "mini-bert": mini_bert_digest(),
        "words": WORDS,
        "num_sentences": NUM_SENTENCES,
    }


def make_maps() -> dict[str, Any]:
    """Those of the mini-BERT."""
    return {"maps": sense_maps(*load_mini_bert())}


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("sense_maps", __doc__, argv), inputs())
    (found,) = run.cells(make_maps, [()]).values()
    run.write(found)


if __name__ == "__main__":
    main()
