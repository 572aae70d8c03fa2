"""Training the systems with every seed, and asking them. Not in `__main__`: other processes look
for these functions here."""

import time
from pathlib import Path
from typing import Any

import torch

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.experiments.comparison import senses, tasks
from bert_lab.history import BASELINES, Baseline, load_baseline, train_baseline
from bert_lab.history.registry import find_system, save_baseline
from bert_lab.pretraining import RECIPE
from bert_lab.world.mini_world import vocabulary

SEEDS = (0, 1, 2)  # 0 is what the package carries
CONTROLS = ("untrained", "words")


def train(name: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """Train a system and keep it in `options["folder"]`; the one it is built on lies there."""
    folder = Path(options["folder"]) / str(seed)
    needs = find_system(name).needs
    needed = load_baseline(needs, folder) if needs else None
    start = time.process_time()
    system = train_baseline(name, seed, needed=needed)
    seconds = time.process_time() - start
    save_baseline(system, folder, {})
    return {"seconds": round(seconds, 1)}


def load(name: str, seed: int, folder: str) -> Baseline:
    """A system of a seed, or a control of the same interface."""
    if name == "words":
        return senses.BagOfWords()
    if name == "untrained":
        config = BERTConfig.preset(RECIPE.preset, vocab_size=len(vocabulary()))
        system = load_baseline("bert")
        generator = torch.Generator().manual_seed(seed)
        system.model = BERTModel.from_config(config, generator=generator).eval()
        return system
    return load_baseline(name) if seed == 0 else load_baseline(name, Path(folder) / str(seed))


def ask(name: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """Everything that one system of one seed is asked, as lists."""
    start = time.process_time()
    answers = senses.ask(load(name, seed, options["folder"]), vocabulary())
    found = {"words": answers.words.tolist(), "pairs": answers.pairs.tolist()}
    if name in tasks.FEATURES + tasks.TUNED:
        used = {name, "glove", "elmo"} if name in tasks.FEATURES else {name}
        systems = {one: load(one, seed, options["folder"]) for one in used}
        found["tasks"] = tasks.ask(name, systems, seed)
    return found | {"seconds": round(time.process_time() - start, 1)}


def keys() -> tuple[list[tuple], list[tuple], list[tuple]]:
    """The runs in three rounds: those that need no other, those that do, and the questions."""
    later = [seed for seed in SEEDS if seed]
    alone = [
        (name, seed) for name in ("bert", "elmo", "gpt", "word2vec", "glove") for seed in later
    ]
    built = [(name, seed) for name in ("cove", "taglm") for seed in later]
    return alone, built, [(name, seed) for name in (*BASELINES, *CONTROLS) for seed in SEEDS]
