"""Teach a BERT a text of yours by an adapter: few weights learn, and the model's own stay.

python examples/adapter.py MODEL TEXT FOLDER [STEPS]

`python -m bert_lab.pretraining --init MODEL --lora 4 --corpus TEXT --out FOLDER` does the same, and
keeps a record, goes on after a stop, and says what the model was worth before and after.
"""

import sys
from pathlib import Path

from bert_lab.checkpoint import add_adapter
from bert_lab.pretraining import prepare, pretrain
from bert_lab.pretraining.start import read_start, store_adapter
from bert_lab.training_loop.batches import derived

name, text, folder, *steps = sys.argv[1:]
num_train_steps = int(steps[0]) if steps else 1_800

generator = derived(0, "init", name)  # all randomness; the adapter has its own
model, tokenizer, _ = read_start(name, generator)
data = prepare(text, max_seq_length=32, tokenizer=tokenizer)
add_adapter(model, 4, derived(0, "adapter"))
records = pretrain(
    model,
    data.train,
    generator=generator,
    num_train_steps=num_train_steps,
    learning_rate=6e-3,
    next_sentence=False,  # words alone
)
for record in records:  # each one is a step of training
    if record.step % 100 == 0:
        print(f"step {record.step}: masked words {record.mlm_loss:.2f} nats")

store_adapter(Path(folder), Path(folder), model, name, {})
