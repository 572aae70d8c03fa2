"""One of several processes: trains a model of odd sizes, then runs the command.

Arguments: a folder, where the first process writes what came out, and the command's options.
"""

import json
import sys
from pathlib import Path

import torch
from accelerate import Accelerator
from safetensors.torch import save_model

from bert_core import BERTConfig, BERTModel
from bert_lab.pretraining import pretrain
from bert_lab.pretraining.__main__ import main
from tests.helpers.pretraining_data import last_words, random_pairs
from tests.helpers.sizes import SIZES


def train(accelerator, targets=last_words, dropout=0.0, next_sentence=True):
    """Four steps in double precision: records and model."""
    generator = torch.Generator().manual_seed(0)
    data = random_pairs(19, generator)
    config = BERTConfig(**{**SIZES, "dropout": dropout, "tied_decoder": True})
    model = BERTModel.from_config(config, generator=generator).double()
    steps = pretrain(
        model,
        data,
        generator=generator,
        num_train_steps=4,
        train_batch_size=6,
        learning_rate=0.01,
        targets=targets,
        next_sentence=next_sentence,
        accelerator=accelerator,
    )
    return list(steps), model


# Random masks, dropout and no NSP: what depends on how a batch is shared out.
RANDOM = {"targets": None, "dropout": 0.1, "next_sentence": False}


if __name__ == "__main__":
    torch.set_num_threads(1)
    accelerator = Accelerator()
    folder = Path(sys.argv[1])
    for name, options in (("fixed", {}), ("random", RANDOM)):
        records, model = train(accelerator, **options)
        if accelerator.is_main_process:
            (folder / f"{name}.json").write_text(json.dumps(records))
            save_model(model, folder / f"{name}.safetensors")
    main(sys.argv[2:])
