"""WikiText-2 with D2L's recipe and with a repaired one, on the same held-out questions.

The record: facts of the data, `lines` of simpler predictors, what D2L `published`, and by the name
of each recipe the `curve` of its training.
"""

import math
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional as F

from _run import Key, Result, Run, parse
from _text_recipe import PUBLISHED, RECIPES, Recipe, TextData, draw_text_data
from bert_core.inputs import MASK, UNK
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel
from bert_core.validation import unchecked
from bert_lab.text.corpora import wikitext2
from bert_lab.training_loop.evaluation import evaluating
from bert_lab.training_loop.identity import digest
from bert_lab.world.counting import count_words, unigram_probs

SEED = 0
PRIOR = 300  # of 3, 10, ..., 3000 the one with the lowest held-out bigram loss


def examine(model: BERTModel, data: TextData, batch_size: int = 128) -> dict[str, Any]:
    """Held-out losses and accuracies in evaluation mode, at real slots alone; and the number of
    different words that were answered."""
    sums, answers = torch.zeros(4, dtype=torch.float64), []
    for rows in torch.arange(len(data.held_out)).split(batch_size):
        pairs, targets = data.held_out.select(rows), MaskedTokens(*(x[rows] for x in data.masked))
        with unchecked(), evaluating(model):
            found = model(targets.inputs, pairs.segments, pairs.valid_lens, targets.positions)
        real = targets.weights > 0  # (B, P)
        logits, labels = found[1][real], targets.labels[real]  # (S, V), (S,)
        answers.append(logits.argmax(dim=1))
        sums += torch.stack(
            [
                F.cross_entropy(logits, labels, reduction="sum"),
                F.cross_entropy(found[2], pairs.is_next, reduction="sum"),
                (answers[-1] == labels).sum(),
                (found[2].argmax(dim=1) == pairs.is_next).sum(),
            ]
        ).double()
    answered = torch.cat(answers)
    totals = torch.tensor([len(answered), len(data.held_out)] * 2)
    names = ("mlm_loss", "nsp_loss", "mlm_accuracy", "nsp_accuracy")
    scores = dict(zip(names, (sums / totals).tolist(), strict=True))
    return scores | {"different_words": len(answered.unique())}


def reference_lines(data: TextData) -> dict[str, float]:
    """The scores of simpler predictors on the same questions, in nats and shares.

    Uniform; word frequencies p, one added to each count; those of the word to the left,
    (c(left, w) + m p(w)) / (c(left) + m), where m is chosen in the line's favour; for NSP a coin.
    """
    vocab_size, masked = data.tokenizer.get_vocab_size(), data.masked
    lefts, words = data.train.tokens[:, :-1], data.train.tokens[:, 1:]
    text = (words == UNK) | (words > MASK)
    probs = unigram_probs(count_words(words, vocab_size, unknown=True), unknown=True)  # (V,)
    at, slots = masked.weights.nonzero(as_tuple=True)
    labels = masked.labels[at, slots]
    left = masked.inputs[at, masked.positions[at, slots] - 1]
    unigram = probs[labels]
    keys, seen = (lefts * vocab_size + words)[text].unique(return_counts=True)
    wanted = left * vocab_size + labels
    found = torch.searchsorted(keys, wanted).clamp(max=len(keys) - 1)
    together = seen[found] * (keys[found] == wanted)
    lefts_seen = lefts[text].bincount(minlength=vocab_size)[left]
    bigram = (together + PRIOR * unigram) / (lefts_seen + PRIOR)
    return {
        "ln_vocab_size": math.log(vocab_size),
        "unigram_loss": -unigram.log().mean().item(),
        "unigram_accuracy": (labels == probs.argmax()).double().mean().item(),
        "bigram_loss": -bigram.log().mean().item(),
        "ln_2": math.log(2),
    }


def marks(num_steps: int) -> set[int]:
    """The steps to evaluate after: 0, and from the last one back by factors of the root of two."""
    return {0} | {round(num_steps / 2 ** (i / 2)) for i in range(2 * num_steps.bit_length())}


def curve(recipe: Recipe, data: TextData) -> dict[str, Any]:
    """Train by a recipe; a row at each mark, and seconds of training alone.

    Rows hold steps and pairs so far, what `examine` found, and `reported`: the running means of
    both training losses, which D2L prints.
    """
    from tqdm import tqdm

    generator = torch.Generator().manual_seed(SEED)
    model = recipe.build(data.tokenizer.get_vocab_size(), generator)
    marked, rows = marks(recipe.num_train_steps), []
    sums, seconds, start = torch.zeros(2, dtype=torch.float64), 0.0, time.process_time()
    losses = recipe.train(model, data.train, generator)
    bar = tqdm(losses, recipe.what[:24], recipe.num_train_steps, unit="step", mininterval=5)
    rows.append({"step": 0, "pairs": 0} | examine(model, data))
    for step, found in enumerate(bar, 1):
        sums += torch.tensor(found)
        if step in marked:
            seconds += time.process_time() - start
            means = dict(zip(("mlm_loss", "nsp_loss"), (sums / step).tolist(), strict=True))
            row = {"step": step, "pairs": step * recipe.train_batch_size, "reported": means}
            rows.append(row | examine(model, data))
            bar.set_postfix_str(f"held-out mlm {rows[-1]['mlm_loss']:.2f}", refresh=False)
            start = time.process_time()
    return {
        "recipe": asdict(recipe),
        "parameters": sum(p.numel() for p in model.parameters()),
        "seconds": round(seconds, 1),
        "rows": rows,
    }


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the corpus."""
    return {"seed": SEED, "recipes": {name: digest(asdict(one)) for name, one in RECIPES.items()}}


def draw(corpus: Path) -> TextData:
    """The data of all recipes."""
    return draw_text_data(wikitext2(corpus), torch.Generator().manual_seed(SEED))


def train(name: str, corpus: Path) -> dict[str, Any]:
    """The `curve` of one of `RECIPES`."""
    return curve(RECIPES[name], draw(corpus))


def summarise(found: dict[Key, Result], data: TextData) -> Result:
    """The record, from the results of `train` by recipe."""
    facts = {
        "vocab_size": data.tokenizer.get_vocab_size(),
        "pairs": len(data.train),
        "held_out_predictions": int(data.masked.weights.sum()),
        "filler_share": 1 - data.masked.weights.mean().item(),
        "lines": reference_lines(data),
        "published": PUBLISHED,
    }
    return facts | {str(name): found[name,] for (name,) in found}


def main(argv: list[str] | None = None) -> None:
    options = parse("wikitext2", __doc__, argv, corpus="folder of WikiText-2's three files")
    run = Run(options, inputs() | {"corpus": digest(asdict(wikitext2(options.corpus)))})
    found = run.cells(train, [(name,) for name in RECIPES], options.corpus)
    run.write(summarise(found, draw(options.corpus)))


if __name__ == "__main__":
    main()
