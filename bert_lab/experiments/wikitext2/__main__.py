"""Train WikiText-2 by every recipe, ask each the same held-out questions, write the record.

Each curve is stored when it is finished, and those found in the file are not made again: the same
command goes on where an interrupted one stopped, and another `--out` starts anew.
"""

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from bert_lab.experiments.records import RECORDED, write_record
from bert_lab.experiments.wikitext2.questions import (
    Questions,
    draw_questions,
    examine,
    reference_lines,
)
from bert_lab.experiments.wikitext2.recipes import PUBLISHED, RECIPES, Recipe
from bert_lab.text.corpora import wikitext2

SEED = 0


def marks(num_steps: int) -> set[int]:
    """Steps after which to ask: 0, and from the last one back by factors of the root of two."""
    return {0} | {round(num_steps / 2 ** (i / 2)) for i in range(2 * num_steps.bit_length())}


def curve(recipe: Recipe, questions: Questions) -> dict[str, Any]:
    """Train by a recipe; a row each time it is asked, and how long training alone took.

    Rows hold steps and pairs so far, what `examine` found, and `reported`: the running means of
    both training losses, which the text prints.
    """
    generator = torch.Generator().manual_seed(SEED)
    model = recipe.build(questions.tokenizer.get_vocab_size(), generator)
    asked, rows = marks(recipe.num_train_steps), []
    sums, seconds, start = torch.zeros(2, dtype=torch.float64), 0.0, time.process_time()
    losses = recipe.train(model, questions.train, generator)
    bar = tqdm(losses, recipe.what[:24], recipe.num_train_steps, unit="step", mininterval=5)
    rows.append({"step": 0, "pairs": 0} | examine(model, questions))
    for step, found in enumerate(bar, 1):
        sums += torch.tensor(found)
        if step in asked:
            seconds += time.process_time() - start
            means = dict(zip(("mlm_loss", "nsp_loss"), (sums / step).tolist(), strict=True))
            row = {"step": step, "pairs": step * recipe.train_batch_size, "reported": means}
            rows.append(row | examine(model, questions))
            bar.set_postfix_str(f"held-out mlm {rows[-1]['mlm_loss']:.2f}", refresh=False)
            start = time.process_time()
    return {
        "recipe": asdict(recipe),
        "parameters": sum(p.numel() for p in model.parameters()),
        "seconds": round(seconds, 1),
        "rows": rows,
    }


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bert_lab.experiments.wikitext2", description=__doc__
    )
    parser.add_argument("--corpus", required=True, help='"wikitext-2" or a folder of its files')
    parser.add_argument("--out", type=Path, default=RECORDED / "wikitext2.json")
    options = parser.parse_args(argv)
    corpus = wikitext2(None if options.corpus == "wikitext-2" else options.corpus)
    questions = draw_questions(corpus, torch.Generator().manual_seed(SEED))
    found = {
        "vocab_size": questions.tokenizer.get_vocab_size(),
        "pairs": len(questions.train),
        "held_out_pairs": len(questions.held_out),
        "held_out_predictions": int(questions.masked.weights.sum()),
        "filler_share": 1 - questions.masked.weights.mean().item(),
        "lines": reference_lines(questions),
        "published": PUBLISHED,
    }
    stored = json.loads(options.out.read_text("utf-8")) if options.out.exists() else {}
    curves = {
        name: stored[name] for name, recipe in RECIPES.items() if _is_of(recipe, stored.get(name))
    }
    for name, recipe in RECIPES.items():
        if name not in curves:
            curves[name] = curve(recipe, questions)
        command = "python -m bert_lab.experiments.wikitext2 --corpus DIR"
        seconds = sum(part["seconds"] for part in curves.values())
        write_record(options.out, found | curves, command, seconds)
    print(options.out.read_text("utf-8"))


def _is_of(recipe, stored):
    return stored is not None and stored["recipe"] == asdict(recipe)


if __name__ == "__main__":
    main()
