"""Train D2L's systems with three seeds and ask all of them the same questions."""

import statistics
import time
from pathlib import Path
from typing import Any

import torch

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.experiments.comparison import disambiguation, tasks
from bert_lab.experiments.comparison.feature_models import MODELS
from bert_lab.experiments.digests import grammar_digest, history_digests, mini_bert_digest
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.finetuning.tasks import TASKS
from bert_lab.history import SYSTEMS, System, load_system, train_system
from bert_lab.history.registry import find_system, save_system
from bert_lab.pretraining import RECIPE
from bert_lab.world.mini_world import senses, vocabulary

SEEDS = (0, 1, 2)  # 0 is what the package carries
CONTROLS = ("untrained", "words")
TRAIN, ASK = "train", "ask"


class ComparisonExperiment(Experiment):
    name = "comparison"
    about = "all systems of D2L's history, asked the same (chapters 1 and 2)"

    def inputs(self) -> dict[str, Any]:
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

    def rounds(self) -> list[list[Key]]:
        """Systems that need no other, those that do, and the questions."""
        later = [seed for seed in SEEDS if seed]
        systems = list(map(find_system, SYSTEMS))
        alone = [system.name for system in systems if system.needs is None]
        built = [system.name for system in systems if system.needs is not None]
        return [
            [(TRAIN, name, seed) for name in alone for seed in later],
            [(TRAIN, name, seed) for name in built for seed in later],
            [(ASK, name, seed) for name in (*SYSTEMS, *CONTROLS) for seed in SEEDS],
        ]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        what, name, seed = str(key[0]), str(key[1]), int(key[2])
        return (train if what == TRAIN else ask)(name, seed, folder)

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        trained = {key[1:]: part for key, part in found.items() if key[0] == TRAIN}
        seconds = {f"{name}, seed {seed}": x["seconds"] for (name, seed), x in trained.items()}
        asked = {key[1:]: part for key, part in found.items() if key[0] == ASK}
        return {
            "seeds": SEEDS,
            "sizes": tasks.SIZES,
            "recipe": task_recipe(),
            "senses": summarise_senses(asked),
            "tasks": summarise_tasks(asked),
            "training": seconds,
        }


def task_recipe() -> dict[str, Any]:
    """How the tasks are learned, as the record says it."""
    return tasks.RECIPE | {"learning_rate": tasks.RATES, "num_hiddens": tasks.NUM_HIDDENS}


def train(name: str, seed: int, folder: Path) -> dict[str, Any]:
    """Train a system and keep it in the folder; the one it is built on lies there."""
    needs = find_system(name).needs
    needed = load(needs, seed, folder) if needs else None
    start = time.process_time()
    system = train_system(name, seed, needed=needed)
    seconds = time.process_time() - start
    save_system(system, folder / str(seed) / system.name, {})
    return {"seconds": round(seconds, 1)}


def load(name: str, seed: int, folder: Path) -> System:
    """A system of a seed; "untrained" is a BERT that is not."""
    if name == "untrained":
        config = BERTConfig.preset(RECIPE.preset, vocab_size=len(vocabulary()))
        system = load_system("bert")
        generator = torch.Generator().manual_seed(seed)
        system.model = BERTModel.from_config(config, generator=generator).eval()
        return system
    return load_system(name) if seed == 0 else load_system(name, folder / str(seed))


def ask(name: str, seed: int, folder: Path) -> dict[str, Any]:
    """Everything that one system of one seed is asked, as lists."""
    control = name == "words"
    system = disambiguation.BagOfWords() if control else load(name, seed, folder)
    answers = disambiguation.ask(system, vocabulary())
    found: dict[str, Any] = {"words": answers.words.tolist(), "pairs": answers.pairs.tolist()}
    if name in tasks.FEATURES + tasks.TUNED:
        used = {name, "glove", "elmo"} if name in tasks.FEATURES else {name}
        systems = {one: load(one, seed, folder) for one in used}
        found["tasks"] = tasks.ask(name, systems, seed)
    return found


def summarise_tasks(asked: dict[tuple, dict[str, Any]]) -> dict[str, Any]:
    """By task and system, over the seeds."""
    table: dict[str, Any] = {}
    for task, spec in TASKS.items():
        table[task] = {"family": spec.family, "metric": spec.metric, "systems": {}}
        for name in tasks.FEATURES + tasks.TUNED:
            found = [asked[name, seed]["tasks"][task] for seed in SEEDS]
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


def summarise_senses(asked: dict[tuple, dict[str, Any]]) -> dict[str, Any]:
    """By system, over the seeds."""
    table = {}
    for name in dict.fromkeys(name for name, _ in asked):
        found = [asked[name, seed] for seed in SEEDS]
        answers = [
            disambiguation.Answers(*(torch.tensor(run[k]).double() for k in ("words", "pairs")))
            for run in found
        ]
        first = dict(zip(senses(), found[0]["words"], strict=True))
        table[name] = disambiguation.summarise(answers) | {"seed 0": first}
    return table
