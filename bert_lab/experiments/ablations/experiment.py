"""Every variant trained with every seed and asked the same questions."""

import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_core.pretraining import Record
from bert_lab.experiments.ablations.papers import PAPERS
from bert_lab.experiments.ablations.questions import QUESTIONS, ask, ask_last_words
from bert_lab.experiments.ablations.summary import RULE, SEEDS, summarise
from bert_lab.experiments.ablations.variants import VARIANTS, Variant
from bert_lab.experiments.digests import digest, grammar_digest, mini_bert_digest
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.pretraining import RECIPE, Prepared, prepare, pretrain


class AblationsExperiment(Experiment):
    name = "ablations"
    about = "what each part of the mini-BERT's recipe is worth (chapter 8)"
    variants: ClassVar[tuple[Variant, ...]] = VARIANTS
    papers: ClassVar[list[dict[str, Any]]] = PAPERS

    def inputs(self) -> dict[str, Any]:
        return {
            "grammar": grammar_digest(),
            "mini-bert": mini_bert_digest(),  # the baseline with seed 0 is this model, made again
            "recipe": RECIPE.arguments(),
            "seeds": SEEDS,
            "variants": digest([asdict(variant) for variant in self.variants]),
            "questions": list(QUESTIONS),
        }

    def rounds(self) -> list[list[Key]]:
        return [[(variant.name, seed) for seed in SEEDS for variant in self.variants]]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        """Train one variant with one seed and ask it; `seconds` are of the training alone."""
        name, seed = str(key[0]), int(key[1])
        variant = next(variant for variant in self.variants if variant.name == name)
        world, model, updates = begin(variant, seed)
        steps, losses, start = [], [], time.process_time()
        for record in updates:
            if record.step + 1 in halvings(RECIPE.num_train_steps):
                steps.append(record.step + 1)
                losses.append(ask_last_words(model, variant, world))
        seconds = time.process_time() - start
        return {
            "variant": name,
            "seed": seed,
            "metrics": ask(model, variant, world),
            "curve": {"step": steps, "last_word_loss": losses},
            "parameters": sum(p.numel() for p in model.parameters() if p.requires_grad),
            "seconds": round(seconds, 1),
            **self.look(variant, model, world),
        }

    def look(self, variant: Variant, model: BERTModel, world: Prepared[PairData]) -> dict[str, Any]:
        """What else a run says of the trained model: here nothing."""
        return {}

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        return self.tell(list(found.values()), [variant.name for variant in self.variants])

    def tell(self, runs: list[dict[str, Any]], names: list[str]) -> dict[str, Any]:
        """The record of these runs; `names` of their variants, the baseline's first."""
        return {
            "recipe": RECIPE.arguments(),
            "seeds": SEEDS,
            "questions": QUESTIONS,
            "rule": RULE,
            "variants": summarise(runs, names),
            "papers": self.papers,
        }


def begin(
    variant: Variant, seed: int, **changes: Any
) -> tuple[Prepared[PairData], BERTModel, Iterator[Record]]:
    """What a seed is trained and asked on, the model, and its updates; `changes` to the recipe."""
    world = prepare(seed=seed)
    generator = world.generator()
    model = variant.build(world, generator)
    updates = pretrain(
        model,
        world.train,
        generator=generator,
        targets=variant.targets(model.config.vocab_size, seed),
        next_sentence=variant.next_sentence,
        **RECIPE.arguments() | changes,
    )
    return world, model, updates


def halvings(num_train_steps: int, num: int = 6) -> list[int]:
    """All the steps, half of them, a quarter ...: when a run is asked about its last words."""
    return [num_train_steps // 2**i for i in range(num)]
