"""What learning looks like: the mini-BERT is trained again and watched at 20 steps.

The record's keys, lists running over `steps`:

- `steps`: updates done, 0 before the first;
- `held_out`: `mlm_loss`, `nsp_loss`, `mlm_accuracy`, `nsp_accuracy` on the held-out pairs;
- `loss`: of the model on some of the held-out words, each hidden by `<mask>`;
- `lines`: on the same words the losses of predictors that know less: `uniform`, `unigram` (word
  frequencies), `bigram` (the token on the left); and of the one that knows all, `ideal`;
- `divergence`: by predictor, how far the model's predictions lie from it (Jensen-Shannon, bits,
  mean over the same words);
- `probes`: for each `first`, `second` (a text or null), `answer`, `decided_by`; and lists of
  `probability` and `rank` of the answer, its five best `words` and
  their `probabilities`.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from _run import Run, grammar_digest, mini_bert_digest, parse
from bert_core.inputs import MASK
from bert_core.model import BERTModel
from bert_lab.measures.references import (
    HiddenWords,
    cross_entropy,
    divergence,
    hide_words,
    word_probs,
)
from bert_lab.pretraining import RECIPE, Prepared, build_model, evaluate, prepare, pretrain
from bert_lab.text.tensors import batch_texts
from bert_lab.training_loop.evaluation import evaluating
from bert_lab.training_loop.identity import digest

BEST = 5


class Probe(NamedTuple):
    """One text or two with a `<mask>`, its answer, and the source of that knowledge."""

    first: str
    second: str | None
    answer: str
    decided_by: str


LEFT, RIGHT, BOTH = "the words on the left", "the words on the right", "the words on both sides"
ORDER, FIRST = "the order of the words", "the first text"

# None of these sentences, and none of these pairs, is in the training text.
PROBES = (
    Probe("i went to the <mask> to deposit cash", None, "bank", RIGHT),
    Probe("i went to the <mask> to sit down", None, "bank", RIGHT),
    Probe("a <mask> is flying", None, "crane", RIGHT),
    Probe("a <mask> driver came", None, "crane", RIGHT),
    Probe("the <mask> flew out of the tent", None, "bat", RIGHT),
    Probe("<mask> young woman cut the bread with a knife", None, "the", RIGHT),
    Probe("my sister was angry and looked at her <mask>", None, "watch", LEFT),
    Probe("the elephant drank the milk with its <mask>", None, "trunk", LEFT),
    Probe("the dog gave one loud <mask>", None, "bark", LEFT),
    Probe("this <mask> is great", None, "movie", BOTH),
    Probe("he hit the <mask> over the fence with his bat", None, "ball", BOTH),
    Probe("we won the <mask> against the teachers", None, "match", BOTH),
    Probe("he took a <mask> from the box to make a fire", None, "match", BOTH),
    Probe("a rude clerk asked her what <mask> needed", None, "she", ORDER),
    Probe("a rude clerk asked <mask> what she needed", None, "her", ORDER),
    Probe(
        "anna wrote a letter to a friend", "<mask> took the letter to the post office", "she", FIRST
    ),
    Probe(
        "tom wrote a letter to a friend", "<mask> took the letter to the post office", "he", FIRST
    ),
    Probe("a boy played a song on the piano", "the first <mask> was easy", "note", FIRST),
    Probe("a boy learned to write at school", "the first <mask> was easy", "letter", FIRST),
    Probe(
        "my sister wanted to buy a big boat",
        "she did not have enough money for the <mask>",
        "boat",
        FIRST,
    ),
)


def log_spaced(last: int, num: int = 20, first: int = 5) -> list[int]:
    """0, then whole numbers from `first` to `last`, evenly spaced in log scale; at most `num`."""
    ratios = torch.linspace(0, 1, num - 1, dtype=torch.float64)
    steps = first * (last / first) ** ratios
    return sorted({0, *steps.round().long().tolist()})


def batch_probes(world: Prepared) -> tuple[Tensor, Tensor, Tensor]:
    """Tokens and segments (B, T), and valid lengths (B,) of the probes."""
    texts = [(probe.first, probe.second) for probe in PROBES]
    return batch_texts(texts, world.tokenizer.get_vocab())


def answer(model: BERTModel, world: Prepared) -> list[dict[str, Any]]:
    """The model's predictions at each probe's `<mask>`."""
    tokens, segments, valid_lens = batch_probes(world)
    positions = (tokens == MASK).nonzero()[:, 1:]  # (B, 1)
    with evaluating(model):
        _, logits, _ = model(tokens, segments, valid_lens, positions)
    found = []
    for probe, row in zip(PROBES, logits[:, 0].double().softmax(dim=-1), strict=True):
        probability = row[world.tokenizer.token_to_id(probe.answer)].item()
        best = row.topk(BEST)
        found.append(
            {
                "probability": probability,
                "rank": 1 + int((row > probability).sum()),
                "words": [world.tokenizer.id_to_token(i) for i in best.indices.tolist()],
                "probabilities": best.values.tolist(),
            }
        )
    return found


def observe(model: BERTModel, world: Prepared, hidden: HiddenWords) -> dict[str, Any]:
    """Everything that is recorded at one step."""
    scores = evaluate(model, world.held_out, generator=torch.Generator().manual_seed(1))
    probs = word_probs(model, hidden)
    names = ("mlm_loss", "nsp_loss", "mlm_accuracy", "nsp_accuracy")
    return {
        "held_out": {name: getattr(scores, name) for name in names},
        "loss": cross_entropy(probs, hidden.labels),
        "divergence": {
            name: divergence(probs, reference) for name, reference in hidden.references.items()
        },
        "probes": answer(model, world),
    }


def collect(observations: list[dict[str, Any]]) -> dict[str, Any]:
    """A sequence of observations -> the same keys with lists over the steps."""
    first = observations[0]

    def column(*path):
        values = observations
        for key in path:
            values = [value[key] for value in values]
        return values

    return {
        "held_out": {name: column("held_out", name) for name in first["held_out"]},
        "loss": column("loss"),
        "divergence": {name: column("divergence", name) for name in first["divergence"]},
        "probes": [
            probe._asdict() | {key: column("probes", index, key) for key in first["probes"][index]}
            for index, probe in enumerate(PROBES)
        ],
    }


def watch(options: dict[str, Any]) -> dict[str, Any]:
    """Train with these options and return the record, under a progress bar."""
    from tqdm import trange

    world = prepare()
    hidden = hide_words(world)
    generator = world.generator()
    model = build_model(world, generator)
    updates = pretrain(model, world.train, generator=generator, **options)
    steps, observations = log_spaced(options["num_train_steps"]), []
    for step in trange(options["num_train_steps"] + 1, unit="step"):
        if step in steps:
            observations.append(observe(model, world, hidden))
        next(updates, None)
    lines = {
        name: cross_entropy(reference, hidden.labels)
        for name, reference in hidden.references.items()
    }
    return {"recipe": options, "steps": steps, "lines": lines, **collect(observations)}


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "mini-bert": mini_bert_digest(),  # it is this model that is trained again
        "recipe": RECIPE.arguments(),
        "steps": log_spaced(RECIPE.num_train_steps),
        "probes": digest(PROBES),
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("probes", __doc__, argv), inputs())
    (found,) = run.cells(watch, [()], RECIPE.arguments()).values()
    run.write(found)


if __name__ == "__main__":
    main()
