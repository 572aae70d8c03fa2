"""One run. Not in `__main__`, where the processes that share the work could not find it."""

import time
from typing import Any

from bert_lab.experiments.ablations.questions import ask, ask_last_words
from bert_lab.experiments.ablations.variants import VARIANTS
from bert_lab.pretraining import prepare, pretrain

NAMES = [variant.name for variant in VARIANTS]


def run(name: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """Train one variant with one seed and ask it; `seconds` are the processor's, for the training.

    The baseline with seed 0 is the shipped mini-BERT, trained again.
    """
    variant, world = VARIANTS[NAMES.index(name)], prepare(seed=seed)
    generator = world.generator()
    model = variant.build(world, generator)
    updates = pretrain(
        model,
        world.train,
        generator=generator,
        targets=variant.targets(model.config.vocab_size, seed),
        next_sentence=variant.next_sentence,
        **options,
    )
    curve, start = {"step": [], "last_word_loss": []}, time.process_time()
    for record in updates:
        if record.step + 1 in halvings(options["num_train_steps"]):
            curve["step"].append(record.step + 1)
            curve["last_word_loss"].append(ask_last_words(model, variant, world))
    seconds = time.process_time() - start
    return {
        "variant": name,
        "seed": seed,
        "metrics": ask(model, variant, world),
        "curve": curve,
        "parameters": sum(p.numel() for p in model.parameters() if p.requires_grad),
        "seconds": round(seconds, 1),
    }


def halvings(num_train_steps: int, num: int = 6) -> list[int]:
    """All the steps, half of them, a quarter ...: when a run is asked about its last words."""
    return [num_train_steps // 2**i for i in range(num)]
