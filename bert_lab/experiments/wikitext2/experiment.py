"""Train WikiText-2 by every recipe and ask each the same held-out questions."""

import time
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import torch

from bert_lab.experiments.digests import digest
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.experiments.wikitext2.data import TextData, draw_text_data
from bert_lab.experiments.wikitext2.recipes import PUBLISHED, RECIPES, Recipe
from bert_lab.experiments.wikitext2.scores import examine, reference_lines
from bert_lab.text.corpora import Corpus, wikitext2

SEED = 0


class WikiText2Experiment(Experiment):
    name = "wikitext2"
    about = "D2L's recipe on WikiText-2, and a repaired one (chapter 8)"
    needs: ClassVar = {"corpus": '"wikitext-2" or a folder of its files'}

    @cached_property
    def corpus(self) -> Corpus:
        given = self.given["corpus"]
        return wikitext2(None if given == "wikitext-2" else given)

    def inputs(self) -> dict[str, Any]:
        recipes = {name: digest(asdict(recipe)) for name, recipe in RECIPES.items()}
        return {"seed": SEED, "recipes": recipes}

    def given_inputs(self) -> dict[str, str]:
        return {"corpus": digest(asdict(self.corpus))}

    def rounds(self) -> list[list[Key]]:
        return [[(name,) for name in RECIPES]]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        return curve(RECIPES[str(key[0])], self.draw())

    def draw(self) -> TextData:
        """What all recipes read."""
        return draw_text_data(self.corpus, torch.Generator().manual_seed(SEED))

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        data = self.draw()
        facts = {
            "vocab_size": data.tokenizer.get_vocab_size(),
            "pairs": len(data.train),
            "held_out_pairs": len(data.held_out),
            "held_out_predictions": int(data.masked.weights.sum()),
            "filler_share": 1 - data.masked.weights.mean().item(),
            "lines": reference_lines(data),
            "published": PUBLISHED,
        }
        return facts | {str(name): found[name,] for (name,) in found}


def marks(num_steps: int) -> set[int]:
    """Steps after which to ask: 0, and from the last one back by factors of the root of two."""
    return {0} | {round(num_steps / 2 ** (i / 2)) for i in range(2 * num_steps.bit_length())}


def curve(recipe: Recipe, data: TextData) -> dict[str, Any]:
    """Train by a recipe; a row each time it is asked, and how long training alone took.

    Rows hold steps and pairs so far, what `examine` found, and `reported`: the running means of
    both training losses, which D2L prints.
    """
    from tqdm import tqdm

    generator = torch.Generator().manual_seed(SEED)
    model = recipe.build(data.tokenizer.get_vocab_size(), generator)
    asked, rows = marks(recipe.num_train_steps), []
    sums, seconds, start = torch.zeros(2, dtype=torch.float64), 0.0, time.process_time()
    losses = recipe.train(model, data.train, generator)
    bar = tqdm(losses, recipe.what[:24], recipe.num_train_steps, unit="step", mininterval=5)
    rows.append({"step": 0, "pairs": 0} | examine(model, data))
    for step, found in enumerate(bar, 1):
        sums += torch.tensor(found)
        if step in asked:
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
