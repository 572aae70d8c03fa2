"""Why words are learned better without next sentences: do two tasks lack room, or time?

If it is room, a narrower network loses more by the second task; if it is time, a shorter run does.
The recipe's own width and length are in the record `ablations`.

The record has `rule` and `seeds` as that one, and `settings`: by name a table of the two variants.
"""

from dataclasses import replace
from typing import Any

from _ablation_questions import ask
from _ablation_variants import VARIANTS
from _run import Key, Result, Run, grammar_digest, parse
from ablations import begin
from bert_lab.measures.seeds import RULE, SEEDS, summarise
from bert_lab.pretraining import RECIPE

SETTINGS = {  # what is changed of the model, and how many steps it takes
    "half as wide": ({"num_hiddens": 32, "ffn_num_hiddens": 128}, RECIPE.num_train_steps),
    "half as long": ({}, RECIPE.num_train_steps // 2),
}
TASKS = {variant.name: variant for variant in VARIANTS if variant.name in ("baseline", "no NSP")}


KEYS = [(name, task, seed) for name in SETTINGS for seed in SEEDS for task in TASKS]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "recipe": RECIPE.arguments(),
        "seeds": SEEDS,
        "settings": SETTINGS,
    }


def run_setting(name: str, task: str, seed: int) -> Result:
    """One variant in one of `SETTINGS`."""
    changes, steps = SETTINGS[name]
    variant = replace(TASKS[task], switches=changes)
    world, model, updates = begin(variant, seed, num_train_steps=steps)
    for _ in updates:
        pass
    return {"variant": task, "seed": seed, "metrics": ask(model, variant, world)}


def tables(found: dict[Key, Result]) -> Result:
    """The record of these runs."""
    runs = {name: [run for key, run in found.items() if key[0] == name] for name in SETTINGS}
    tables = {name: summarise(rows, list(TASKS)) for name, rows in runs.items()}
    return {"seeds": SEEDS, "rule": RULE, "settings": tables}


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("room", __doc__, argv), inputs())
    run.write(tables(run.cells(run_setting, KEYS)))


if __name__ == "__main__":
    main()
