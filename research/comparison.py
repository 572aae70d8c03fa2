"""D2L's systems compared: who tells senses apart, and what each is worth to the tasks.

All are trained with three seeds and asked the same questions.

The record's keys:

- `seeds`; `sizes`: labels of the tasks; `recipe`: of the tasks' training;
- `senses`: by system what `_disambiguation.summarise` returns, and of `seed 0` what
  `ask_word` said;
- `tasks`: by task `metric` and by system, for each of `sizes`, `mean`, `sd` and `runs`; the
  `parameters` that the task added; and the `lines` of code of its own;
- `training`: by system the processor's seconds for each seed after the first.
"""

import statistics
import time
from glob import glob
from pathlib import Path
from typing import Any

import torch

import _disambiguation as disambiguation
import _feature_tasks as tasks
from _run import Key, Result, Run, grammar_digest, mini_bert_digest, parse
from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.digests import digest_weights
from bert_lab.finetuning.tasks import TASKS
from bert_lab.history import SYSTEMS, System, load_system, train_system
from bert_lab.history.feature_models import MODELS
from bert_lab.history.registry import SHIPPED, WEIGHTS, find_system, save_system
from bert_lab.pretraining import RECIPE
from bert_lab.world.mini_world import senses, vocabulary

SEEDS = (0, 1, 2)  # 0 is what the package carries
LATER = SEEDS[1:]
CONTROLS = ("untrained", "words")


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    systems = map(find_system, SYSTEMS)
    return {
        "grammar": grammar_digest(),
        "mini-bert": mini_bert_digest(),
        "history": history_digests(),
        "options": {system.name: system.options.arguments() for system in systems},
        "seeds": SEEDS,
        "sizes": tasks.SIZES,
        "num_test": tasks.NUM_TEST,
        "recipe": task_recipe(),
    }


def history_digests() -> dict[str, str]:
    """Digest of each shipped system of the history, except BERT, by name."""
    names = sorted(glob(f"*/{WEIGHTS}", root_dir=SHIPPED))
    return {Path(name).parent.name: digest_weights(SHIPPED / name) for name in names}


def task_recipe() -> dict[str, Any]:
    """How the tasks are trained, in the record's form."""
    return tasks.RECIPE | {"learning_rate": tasks.RATES, "num_hiddens": tasks.NUM_HIDDENS}


def train(name: str, seed: int, folder: Path) -> dict[str, Any]:
    """Train a system and store it in the folder, next to the one that it is built on."""
    needs = find_system(name).needs
    needed = load(needs, seed, folder) if needs else None
    start = time.process_time()
    system = train_system(name, seed, needed=needed)
    seconds = time.process_time() - start
    save_system(system, folder / str(seed) / system.name, {})
    return {"seconds": round(seconds, 1)}


def load(name: str, seed: int, folder: Path) -> System:
    """A system of a seed; "untrained" is a random BERT."""
    if name == "untrained":
        config = BERTConfig.preset(RECIPE.preset, vocab_size=len(vocabulary()))
        system = load_system("bert")
        generator = torch.Generator().manual_seed(seed)
        system.model = BERTModel.from_config(config, generator=generator).eval()
        return system
    return load_system(name) if seed == 0 else load_system(name, folder / str(seed))


def ask(name: str, seed: int, folder: Path) -> dict[str, Any]:
    """All results for one system of one seed, as lists."""
    control = name == "words"
    system = disambiguation.BagOfWords() if control else load(name, seed, folder)
    answers = disambiguation.ask(system, vocabulary())
    found: dict[str, Any] = {"words": answers.words.tolist(), "pairs": answers.pairs.tolist()}
    if name in tasks.FEATURES + tasks.TUNED:
        used = {name, "glove", "elmo"} if name in tasks.FEATURES else {name}
        systems = {one: load(one, seed, folder) for one in used}
        found["tasks"] = tasks.ask(name, systems, seed)
    return found


def summarise_tasks(results: dict[tuple, dict[str, Any]]) -> dict[str, Any]:
    """By task and system, over the seeds."""
    table: dict[str, Any] = {}
    for task, spec in TASKS.items():
        table[task] = {"family": spec.family, "metric": spec.metric, "systems": {}}
        for name in tasks.FEATURES + tasks.TUNED:
            found = [results[name, seed]["tasks"][task] for seed in SEEDS]
            columns = list(zip(*(run["metric"] for run in found), strict=True))
            table[task]["systems"][name] = {
                "mean": [statistics.mean(column) for column in columns],
                "sd": [statistics.stdev(column) for column in columns],
                "runs": [run["metric"] for run in found],
                "parameters": found[0]["parameters"],
                "lines": tasks.code_lines(
                    MODELS[type(spec)] if name in tasks.FEATURES else spec.task_model
                ),
            }
    return table


def summarise_senses(results: dict[tuple, dict[str, Any]]) -> dict[str, Any]:
    """By system, over the seeds."""
    table = {}
    for name in dict.fromkeys(name for name, _ in results):
        found = [results[name, seed] for seed in SEEDS]
        answers = [
            disambiguation.Answers(*(torch.tensor(run[k]).double() for k in ("words", "pairs")))
            for run in found
        ]
        first = dict(zip(senses(), found[0]["words"], strict=True))
        table[name] = disambiguation.summarise(answers) | {"seed 0": first}
    return table


def summarise(trained: dict[Key, Result], results: dict[Key, Result]) -> Result:
    """The record, from the results of `train` and `ask` by system and seed."""
    return {
        "seeds": SEEDS,
        "sizes": tasks.SIZES,
        "recipe": task_recipe(),
        "senses": summarise_senses(results),
        "tasks": summarise_tasks(results),
        "training": {f"{name}, seed {s}": part["seconds"] for (name, s), part in trained.items()},
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("comparison", __doc__, argv), inputs())
    # systems that need no other, those that do, and the questions
    alone = [name for name in SYSTEMS if find_system(name).needs is None]
    trained: dict[Key, Result] = {}
    for names in (alone, [name for name in SYSTEMS if name not in alone]):
        trained |= run.cells(train, [(name, seed) for name in names for seed in LATER], run.folder)
    keys = [(name, seed) for name in (*SYSTEMS, *CONTROLS) for seed in SEEDS]
    run.write(summarise(trained, run.cells(ask, keys, run.folder)))


if __name__ == "__main__":
    main()
