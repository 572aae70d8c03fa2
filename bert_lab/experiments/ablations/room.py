"""Why words are learned better without next sentences: do two tasks lack room, or time?

If it is room, a narrower network loses more by the second task; if it is time, a shorter run does.
The recipe's own width and length are in the record `ablations`.

The record has `rule` and `seeds` as that one, and `settings`: by name a table of the two variants.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from bert_lab.experiments.ablations.experiment import begin
from bert_lab.experiments.ablations.questions import ask
from bert_lab.experiments.ablations.summary import RULE, SEEDS, summarise
from bert_lab.experiments.ablations.variants import VARIANTS
from bert_lab.experiments.digests import grammar_digest
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.pretraining import RECIPE

SETTINGS = {  # what is changed of the model, and how many steps it takes
    "half as wide": ({"num_hiddens": 32, "ffn_num_hiddens": 128}, RECIPE.num_train_steps),
    "half as long": ({}, RECIPE.num_train_steps // 2),
}
TASKS = {variant.name: variant for variant in VARIANTS if variant.name in ("baseline", "no NSP")}


class RoomExperiment(Experiment):
    name = "room"
    about = "whether words suffer from next sentences for want of room or of time (chapter 8)"

    def inputs(self) -> dict[str, Any]:
        return {
            "grammar": grammar_digest(),
            "recipe": RECIPE.arguments(),
            "seeds": SEEDS,
            "settings": SETTINGS,
        }

    def rounds(self) -> list[list[Key]]:
        return [[(name, task, seed) for name in SETTINGS for seed in SEEDS for task in TASKS]]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        name, task, seed = str(key[0]), str(key[1]), int(key[2])
        changes, steps = SETTINGS[name]
        variant = replace(TASKS[task], switches=changes)
        world, model, updates = begin(variant, seed, num_train_steps=steps)
        for _ in updates:
            pass
        return {"variant": task, "seed": seed, "metrics": ask(model, variant, world)}

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        runs = {name: [run for key, run in found.items() if key[0] == name] for name in SETTINGS}
        tables = {name: summarise(rows, list(TASKS)) for name, rows in runs.items()}
        return {"seeds": SEEDS, "rule": RULE, "settings": tables}
