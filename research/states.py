"""The shipped mini-BERT at earlier steps of its training, so that a page can show what it learned.

It runs the recipe again (two minutes on a core) and keeps the model after each of `STEPS`. The run
has to end in the shipped model, or nothing is written.

With --any_share it keeps the twin that can write instead, which the command in `load_any_share` has
left in that folder.
"""

import argparse
from copy import deepcopy
from pathlib import Path

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_checkpoint, load_mini_bert
from bert_lab.checkpoint.snapshots import ANY_SHARE, STATES, save_state
from bert_lab.pretraining import RECIPE, build_model, prepare, pretrain
from bert_lab.training_loop.record import read_run
from bert_lab.training_loop.values import new_folder_name

STEPS = (0, 49, 132, 182, 253, 487, 936)  # of those that the probes are asked at


def run_again(steps: tuple[int, ...]) -> dict[int, BERTModel]:
    """{updates done: the model then} of the shipped run; RuntimeError if it ends differently."""
    from tqdm import tqdm

    prepared = prepare()
    generator = prepared.generator()
    model = build_model(prepared, generator)
    options = RECIPE.arguments()
    states = {0: deepcopy(model)} if 0 in steps else {}
    updates = pretrain(model, prepared.train, generator=generator, **options)
    for done, _ in enumerate(tqdm(updates, total=options["num_train_steps"], unit="step"), 1):
        if done in steps:
            states[done] = deepcopy(model)
    shipped = load_mini_bert()[0].state_dict()
    if not all(w.half().float().equal(shipped[name]) for name, w in model.state_dict().items()):
        raise RuntimeError("the run ended in another model than the shipped one: nothing written")
    return states


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=new_folder_name, default=STATES, help="folder to fill")
    parser.add_argument("--any_share", type=Path, metavar="DIR", help="folder of the twin")
    options = parser.parse_args(argv)
    if options.any_share is not None:
        model, _ = load_checkpoint(options.any_share)
        save_state(model, int(read_run(options.any_share).curve[-1]["step"]), ANY_SHARE)
        return
    for step, model in run_again(STEPS).items():
        save_state(model, step, options.out)


if __name__ == "__main__":
    main()
