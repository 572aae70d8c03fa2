"""Going on with masks on the task's own sentences, without labels: what does the task gain?

The gap filler guesses hidden words of the unlabelled training sentences from Python's documentation
for some steps. Then it is fine-tuned to sort such sentences into four areas. Beside it another goes
straight to fine-tuning.

The record's keys:

- `recipe`: of the masks and of fine-tuning, which trains the new layer and the upper two blocks;
- `hidden`: by what it went on with, for each seed the loss (nats) at hidden places of validation
  sentences, before fine-tuning;
- `accuracy`: by what it went on with, by number of labels, for each seed on the test sentences;
- `gain`: by number of labels, the mean over seeds of the accuracy after the field's own sentences
  less that of going straight on, and what 95 of 100 draws of the test sentences leave of it.
"""

from typing import TYPE_CHECKING, Any

import torch
from torch.nn import functional as F

from _run import Key, Result, Run, parse
from bert_core import pad_batch
from bert_core.masking import mask_tokens
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert, merge_adapter
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.hub import GAP_FILLER
from bert_lab.finetuning import add_output_layer, finetune_steps
from bert_lab.finetuning.heads import SequenceClassifier
from bert_lab.finetuning.tasks.docstrings import FILE, docstrings
from bert_lab.search.measures import interval
from bert_lab.text.wordpiece import find_special_ids
from bert_lab.training_loop.batches import derived
from tuning import BATCH, FEWEST_STEPS, SPEC, draw, freeze, pack, scores

if TYPE_CHECKING:
    from tokenizers import Tokenizer

NOTHING, FIELD = "nothing", "the field's sentences"
WAYS, SIZES, SEEDS = (NOTHING, FIELD), (32, 256), (0, 1)
STEPS, MASKED_BATCH, MASKED_RATE = 128, 16, 1e-4  # four passes over 512 sentences
FROZEN, RATE, MAX_LEN = 4, 3e-4, 32  # of fine-tuning: blocks, with the embeddings
KEYS: list[Key] = [(way, seed) for seed in SEEDS for way in WAYS]


def texts_of(way: str) -> list[str]:
    """What it goes on with, without labels."""
    return [x.text for x in docstrings("train")] if way == FIELD else []


def pad(texts: list[str], tokenizer: "Tokenizer") -> tuple[torch.Tensor, ...]:
    ids = [tokenizer.encode(text).ids[:MAX_LEN] for text in texts]
    return pad_batch(ids, [[0] * len(row) for row in ids])


def guess_hidden(
    model: BERTModel, texts: list[str], tokenizer: "Tokenizer", generator: torch.Generator
) -> torch.Tensor:
    """The mean loss at hidden places of these texts, drawn anew."""
    tokens, segments, lengths = pad(texts, tokenizer)
    hidden = mask_tokens(
        tokens,
        model.config.vocab_size,
        generator=generator,
        special_ids=find_special_ids(tokenizer),
    )
    _, logits, _ = model(hidden.inputs, segments, lengths, hidden.positions)
    counted = hidden.weights.bool()
    return F.cross_entropy(logits[counted], hidden.labels[counted])


def go_on(model: BERTModel, way: str, seed: int, tokenizer: "Tokenizer") -> None:
    """Train all weights in place to guess hidden words of the way's texts."""
    texts, draw = texts_of(way), derived(seed, "masks")
    optimiser = torch.optim.AdamW(model.parameters(), lr=MASKED_RATE, weight_decay=0.01)
    torch.manual_seed(seed)  # of dropout
    model.train()
    for _ in range(STEPS if texts else 0):
        chosen = torch.randint(len(texts), (MASKED_BATCH,), generator=draw).tolist()
        guess_hidden(model, [texts[i] for i in chosen], tokenizer, draw).backward()
        optimiser.step()
        optimiser.zero_grad()
    model.eval()


def train(way: str, seed: int) -> Result:
    """The loss at hidden places, and for each number of labels what is right of the test."""
    model, tokenizer = load_bert(GAP_FILLER.name)
    merge_adapter(model)
    go_on(model, way, seed, tokenizer)
    with torch.no_grad():
        valid = [x.text for x in docstrings("valid")]
        loss = guess_hidden(model, valid, tokenizer, derived(0, "questions")).item()
    right = {}
    for size in SIZES:
        generator = torch.Generator().manual_seed(seed)
        task_model = add_output_layer(model, SPEC, generator=generator, pooling="cls")
        assert isinstance(task_model, SequenceClassifier)
        freeze(task_model, FROZEN)
        data, test = (pack(x, tokenizer, MAX_LEN) for x in (draw(size, seed), docstrings("test")))
        steps = finetune_steps(
            task_model,
            data,
            generator=generator,
            num_train_steps=FEWEST_STEPS,
            train_batch_size=BATCH,
            learning_rate=RATE,
        )
        for _ in steps:
            pass
        predicted = scores(task_model, test).argmax(dim=1)
        right[str(size)] = (predicted == test.labels).int().tolist()
    return {"loss": loss, "right": right}


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "model": digest_files(GAP_FILLER, "adapter.safetensors"),
        "texts": digest_files(FILE.parent, FILE.name),
        "masks": [STEPS, MASKED_BATCH, MASKED_RATE],
        "finetuning": [SIZES, SEEDS, FEWEST_STEPS, BATCH, RATE, FROZEN, MAX_LEN],
    }


def summarise(found: dict[Key, Result]) -> Result:
    def right(way: str, size: int) -> torch.Tensor:
        return torch.tensor([found[way, s]["right"][str(size)] for s in SEEDS]).double()

    gain = {}
    for size in SIZES:
        apart = (right(FIELD, size) - right(NOTHING, size)).mean(dim=0)  # (sentences,)
        low, high = interval(apart.float(), torch.Generator().manual_seed(0))
        gain[str(size)] = [apart.mean().item(), low, high]
    return {
        "recipe": {
            "masks": {"steps": STEPS, "batch": MASKED_BATCH, "learning_rate": MASKED_RATE},
            "labels": {"steps": FEWEST_STEPS, "batch": BATCH, "learning_rate": RATE},
        },
        "hidden": {way: [found[way, s]["loss"] for s in SEEDS] for way in WAYS},
        "accuracy": {
            way: {str(n): right(way, n).mean(dim=1).tolist() for n in SIZES} for way in WAYS
        },
        "gain": gain,
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("own_field", __doc__, argv), inputs())
    run.write(summarise(run.cells(train, KEYS)))


if __name__ == "__main__":
    main()
