"""One of several processes: trains a model of odd sizes, then runs the command.

Arguments: a folder, where the first process writes what came out, and the command's options.
"""

import json
import sys
from pathlib import Path

import torch
from accelerate import Accelerator
from pretraining_data import last_words, random_pairs
from safetensors.torch import save_model
from sizes import SIZES

from bert_core import BERTConfig, BERTModel
from bert_core.pretraining import pretrain
from bert_core.pretraining.__main__ import main


def train(accelerator, targets=last_words):
    """Four steps in double precision and without dropout: records and model."""
    generator = torch.Generator().manual_seed(0)
    data = random_pairs(19, generator)
    config = BERTConfig(**{**SIZES, "dropout": 0.0, "tied_decoder": True})
    model = BERTModel.from_config(config, generator=generator).double()
    steps = pretrain(
        model,
        data,
        generator=generator,
        num_train_steps=4,
        train_batch_size=6,
        learning_rate=0.01,
        targets=targets,
        accelerator=accelerator,
    )
    return list(steps), model


if __name__ == "__main__":
    torch.set_num_threads(1)
    accelerator = Accelerator()
    records, model = train(accelerator)
    if accelerator.is_main_process:
        folder = Path(sys.argv[1])
        (folder / "records.json").write_text(json.dumps(records))
        save_model(model, folder / "weights.safetensors")
    main(sys.argv[2:])
