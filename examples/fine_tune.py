"""Fine-tune a BERT to tell films that people liked from films that they didn't.

python examples/fine_tune.py MODEL SST2 FOLDER

`python -m bert_lab.finetuning --task sst2 --model MODEL --data SST2 --out FOLDER` does the same,
keeps a record, goes on after a stop, and holds the model against what guessing reaches.
"""

import math
import sys
from pathlib import Path

import torch

from bert_lab.checkpoint import load_bert
from bert_lab.finetuning import finetune, measure
from bert_lab.finetuning.stored import save_finetuned
from bert_lab.finetuning.tasks import pack_examples
from bert_lab.finetuning.tasks.files import SST2, file_examples

name, files, folder = sys.argv[1:]
generator = torch.Generator().manual_seed(0)
model, tokenizer = load_bert(name, generator=generator.clone_state())
max_len = min(128, model.config.max_len)
train, test = (
    pack_examples(SST2, file_examples(SST2, files, split), tokenizer, max_len)
    for split in ("train", "test")
)
classifier = finetune(
    model,
    train,
    generator=generator,
    num_train_steps=math.ceil(len(train) / 32 * 3),  # three epochs
    train_batch_size=32,
    learning_rate=5e-4,  # for small models; released ones want 5e-5
)
print(measure(classifier, test))
save_finetuned(Path(folder), classifier, tokenizer, SST2, max_len)
