"""What each part of the recipe is worth: remove it, retrain, evaluate in the same way.

The table of `ch-pretraining`, a record with these keys:

- `recipe`, `seeds`: what all runs have in common, and how often each was made;
- `questions`: what was asked, by name; each gives the metrics `<name>_loss` and `<name>_accuracy`;
- `rule`: when a difference counts as larger than the seeds' noise;
- `variants`: the baseline first; for each `name`, `mean` and `sd` by metric, `difference` by metric
  (`mean`, `sd`, `verdict`) from the baseline, and `runs`: for each seed its `metrics`,
  `parameters`, processor `seconds`, and a `curve` of `last_word_loss` over `step`.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from _ablation_questions import QUESTIONS, ask, ask_last_words
from _ablation_variants import VARIANTS, Variant
from _run import Result, Run, grammar_digest, mini_bert_digest, parse
from bert_lab.measures.seeds import RULE, SEEDS, summarise
from bert_lab.pretraining import RECIPE, prepare, pretrain
from bert_lab.training_loop.identity import digest

BY_NAME = {variant.name: variant for variant in VARIANTS}


def inputs(variants: Sequence[Variant] = VARIANTS) -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "mini-bert": mini_bert_digest(),  # the baseline with seed 0 is this model, made again
        "recipe": RECIPE.arguments(),
        "seeds": SEEDS,
        "variants": digest([asdict(variant) for variant in variants]),
        "questions": list(QUESTIONS),
    }


def halvings(num_train_steps: int, num: int = 6) -> list[int]:
    """All the steps, half of them, a quarter ...: when a run is evaluated on last words."""
    return [num_train_steps // 2**i for i in range(num)]


def train_and_ask(variant: Variant, seed: int) -> Result:
    """A run's record; `seconds` are of training alone."""
    world = prepare(seed=seed)
    generator = world.generator()
    model = variant.build(world, generator)
    updates = pretrain(
        model,
        world.train,
        generator=generator,
        targets=variant.targets(model.config.vocab_size, seed),
        next_sentence=variant.next_sentence,
        **RECIPE.arguments(),
    )
    steps, losses, start = [], [], time.process_time()
    for record in updates:
        if record.step + 1 in halvings(RECIPE.num_train_steps):
            steps.append(record.step + 1)
            losses.append(ask_last_words(model, variant, world))
    seconds = time.process_time() - start
    return {
        "variant": variant.name,
        "seed": seed,
        "metrics": ask(model, variant, world),
        "curve": {"step": steps, "last_word_loss": losses},
        "parameters": sum(p.numel() for p in model.parameters() if p.requires_grad),
        "seconds": round(seconds, 1),
    }


def run_variant(name: str, seed: int) -> Result:
    """One of `VARIANTS` with one seed."""
    return train_and_ask(BY_NAME[name], seed)


def table(runs: list[Result], names: list[str]) -> Result:
    """The record of these runs; `names` of their variants, the baseline first."""
    return {
        "recipe": RECIPE.arguments(),
        "seeds": SEEDS,
        "questions": QUESTIONS,
        "rule": RULE,
        "variants": summarise(runs, names),
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("ablations", __doc__, argv), inputs())
    found = run.cells(run_variant, [(name, seed) for seed in SEEDS for name in BY_NAME])
    run.write(table([*found.values()], [*BY_NAME]))


if __name__ == "__main__":
    main()
