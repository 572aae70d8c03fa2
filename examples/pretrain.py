"""Pretrain a small BERT on a text of your own.

python examples/pretrain.py TEXT FOLDER [STEPS]

`python -m bert_lab.pretraining --corpus TEXT --out FOLDER` does the same, and keeps a record, goes
on after a stop, and says what the losses are worth.
"""

import sys

import torch

from bert_lab.checkpoint import save_checkpoint
from bert_lab.pretraining import build_model, prepare, pretrain

text, folder, *steps = sys.argv[1:]
num_train_steps = int(steps[0]) if steps else 1_800

# Learns word pieces from the text, and cuts the text into pairs of segments.
data = prepare(text, max_seq_length=32)
generator = data.generator()
model = build_model(data, generator, preset="mini")
records = pretrain(
    model,
    data.train,
    generator=generator,
    num_train_steps=num_train_steps,
    train_batch_size=128,
    learning_rate=6e-3,
)
for record in records:  # each one is a step of training
    if record.step % 100 == 0:
        print(f"step {record.step}: masked words {record.mlm_loss:.2f} nats")

save_checkpoint(folder, model, data.tokenizer, torch.float16)
print(f'python -m bert_lab.ask {folder} "some text with a <mask> in it"')
