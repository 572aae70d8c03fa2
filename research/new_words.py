"""New words for a released vocabulary: how should their rows begin?

Twelve words of Python's documentation that BERT cuts into pieces become tokens of their own, in the
gap filler. Then their rows, and nothing else, are trained for a few steps to guess hidden words of
that documentation.

The record's keys:

- `words`: by new word its `pieces`, and its `neighbour`, a word of one piece with a like meaning;
- `recipe`: of the training; `steps`: at which it was measured;
- `hidden`: by way to begin, the mean over seeds of the loss (nats) at held-out places where a new
  word is hidden; `context`: where another token is hidden, in a text that has a new word;
  `before`: the loss of these other tokens with the old vocabulary, the words in their pieces;
- `examples`: how many texts there are to learn from and to be positions about.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import torch
from tokenizers import AddedToken
from torch import Tensor
from torch.nn import functional as F

from _run import Key, Result, Run, parse
from bert_core import pad_batch
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert, merge_adapter
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.hub import GAP_FILLER
from bert_lab.finetuning.tasks.docstrings import FILE, docstrings
from bert_lab.text.wordpiece import find_special_ids
from bert_lab.training_loop.batches import derived

if TYPE_CHECKING:
    from tokenizers import Tokenizer

NEIGHBOURS = {  # chosen by hand before anything was measured
    **{"widget": "button", "descriptor": "handle", "tuple": "pair", "delete": "remove"},
    **{"url": "address", "smtp": "mail", "coroutine": "task", "subclass": "class"},
    **{"pathname": "path", "filename": "file", "callback": "function", "identifier": "name"},
}
MEAN, NEIGHBOUR, RANDOM = "mean of the pieces", "a neighbour's row", "random"
WAYS, SEEDS = (MEAN, NEIGHBOUR, RANDOM), (0,)
STEPS, BATCH, RATE, NUM_TEST = (0, 2, 5, 10, 20), 8, 5e-3, 48
KEYS: list[Key] = [(way, seed) for way in WAYS for seed in SEEDS]


def add_words(tokenizer: "Tokenizer") -> dict[str, list[int]]:
    """Add the new words in place; returns the ids of the pieces that each had before."""
    had = {word: tokenizer.encode(word, add_special_tokens=False).ids for word in NEIGHBOURS}
    # a word on its own, not within a longer one: no "widget" in "widgets"
    tokenizer.add_tokens([AddedToken(word, single_word=True) for word in NEIGHBOURS])
    return had


def ids_of_new_words(tokenizer: "Tokenizer") -> set[int]:
    """The ids that `add_words` has given them."""
    vocab = tokenizer.get_vocab()
    return {vocab[word] for word in NEIGHBOURS}


def with_words(
    model: BERTModel, tokenizer: "Tokenizer", had: dict[str, list[int]], way: str, seed: int
) -> BERTModel:
    """A copy of the model with a row for each new word, begun in one of the `WAYS`."""
    table = model.encoder.token_embedding.weight.detach()
    rows = torch.empty(len(had), table.shape[1])
    if way == RANDOM:
        rows.normal_(0, float(table.std()), generator=torch.Generator().manual_seed(seed))
    for row, (word, pieces) in zip(rows, had.items(), strict=True):
        if way != RANDOM:
            ids = pieces if way == MEAN else [tokenizer.token_to_id(NEIGHBOURS[word])]
            row.copy_(table[ids].mean(dim=0))
    config = replace(model.config, vocab_size=len(table) + len(rows))
    larger = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0))
    state = model.state_dict()
    for name, old in larger.state_dict().items():
        if old.shape != state[name].shape:  # the table, the decoder and its bias
            more = rows if old.ndim == 2 else torch.zeros(len(rows))
            state[name] = torch.cat([state[name], more])
    larger.load_state_dict(state)
    return larger


def texts_with_a_new_word(
    tokenizer: "Tokenizer", new: set[int]
) -> tuple[list[list[int]], list[list[int]]]:
    """Ids of the texts that have a new word: to learn from, to be positions about."""
    parts = ["train"], ["valid", "test"]
    found = (
        [tokenizer.encode(x.text).ids for name in part for x in docstrings(name)] for part in parts
    )
    train, test = ([ids for ids in texts if new & set(ids)] for texts in found)
    return train, test[:NUM_TEST]


def hide(ids: list[int], places: list[int], mask: int) -> list[int]:
    """The text with the mask at these places."""
    return [mask if place in places else i for place, i in enumerate(ids)]


def loss_at(
    model: BERTModel, texts: list[list[int]], positions: list[list[int]], mask: int
) -> Tensor:
    """The mean loss at these positions, which are hidden; each text has the same number."""
    hidden = [hide(t, a, mask) for t, a in zip(texts, positions, strict=True)]
    batch = pad_batch(hidden, [[0] * len(ids) for ids in hidden])
    _, logits, _ = model(*batch, torch.tensor(positions))
    right = torch.tensor([[t[place] for place in a] for t, a in zip(texts, positions, strict=True)])
    return F.cross_entropy(logits.flatten(0, 1), right.flatten())


def questions(texts: list[list[int]], new: set[int], special: set[int]) -> dict[str, list]:
    """One hidden place for each text: its first new word, or a token drawn from the others."""
    generator = derived(0, "questions")
    firsts, others = [], []
    for ids in texts:
        places = [p for p, i in enumerate(ids) if i in new]
        rest = [p for p, i in enumerate(ids) if i not in new | special]
        firsts.append([places[0]])
        others.append([rest[int(torch.randint(len(rest), (), generator=generator))]])
    return {"hidden": firsts, "context": others}


@torch.no_grad()
def measure(
    model: BERTModel, texts: list[list[int]], positions: dict[str, list], mask: int
) -> Result:
    """The losses by what is hidden."""
    model.eval()
    size = 40
    parts = [range(i, min(i + size, len(texts))) for i in range(0, len(texts), size)]
    return {
        name: sum(
            len(part)
            * float(loss_at(model, [texts[i] for i in part], [places[i] for i in part], mask))
            for part in parts
        )
        / len(texts)
        for name, places in positions.items()
    }


def ask(way: str, seed: int) -> dict[str, Any]:
    """The losses at each of `STEPS`, and the numbers of texts."""
    model, tokenizer = load_bert(GAP_FILLER.name)
    merge_adapter(model)
    had = add_words(tokenizer)
    larger = with_words(model, tokenizer, had, way, seed)
    special = find_special_ids(tokenizer)
    new = ids_of_new_words(tokenizer)
    train, test = texts_with_a_new_word(tokenizer, new)
    positions, found = questions(test, new, set(special)), []
    larger.requires_grad_(False)
    table = larger.encoder.token_embedding.weight.requires_grad_(True)
    rows = torch.nn.Parameter(table[-len(had) :].detach().clone())
    optimiser, generator = torch.optim.Adam([rows], lr=RATE), derived(seed, "batches")
    for step in range(STEPS[-1] + 1):
        if step in STEPS:
            found.append(measure(larger, test, positions, special.mask))
        if step < STEPS[-1]:
            chosen = torch.randint(len(train), (BATCH,), generator=generator).tolist()
            batch = [train[i] for i in chosen]
            places = [draw_places(ids, set(special), generator) for ids in batch]
            loss_at(larger, batch, places, special.mask).backward()
            assert table.grad is not None
            rows.grad, table.grad = table.grad[-len(had) :].clone(), None
            optimiser.step()
            with torch.no_grad():
                table[-len(had) :] = rows
    losses = {name: [row[name] for row in found] for name in found[0]}
    return {"losses": losses, "examples": [len(train), len(test)]}


def draw_places(ids: list[int], special: set[int], generator: torch.Generator) -> list[int]:
    """Three places of a text that are hidden, with repetition where it is short."""
    free = torch.tensor([place for place, i in enumerate(ids) if i not in special])
    return free[torch.randint(len(free), (3,), generator=generator)].tolist()


def ask_before() -> dict[str, Any]:
    """The loss of the same other tokens, with every new word in its pieces."""
    model, tokenizer = load_bert(GAP_FILLER.name)
    _, larger = load_bert(GAP_FILLER.name)
    add_words(larger)
    special = find_special_ids(tokenizer)
    new = ids_of_new_words(larger)
    texts = texts_with_a_new_word(larger, new)[1]
    places = questions(texts, new, set(special))["context"]
    had = {
        larger.token_to_id(word): tokenizer.encode(word, add_special_tokens=False).ids
        for word in NEIGHBOURS
    }
    old, positions = [], []
    for ids, (place,) in zip(texts, places, strict=True):
        cut = [had.get(i, [i]) for i in ids]
        old.append([i for pieces in cut for i in pieces])
        positions.append([sum(len(pieces) for pieces in cut[:place])])
    merge_adapter(model)
    return measure(model, old, {"context": positions}, special.mask)


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "texts": digest_files(FILE.parent, FILE.name),
        "model": digest_files(GAP_FILLER, "adapter.safetensors"),
        "words": NEIGHBOURS,
        "recipe": [STEPS, BATCH, RATE, SEEDS, NUM_TEST],
    }


def summarise(found: dict[Key, Result], before: Result) -> Result:
    """The record from `ask` by way and seed, and `ask_before`."""
    _, tokenizer = load_bert(GAP_FILLER.name)
    words = {
        word: {"pieces": tokenizer.encode(word, add_special_tokens=False).tokens, "neighbour": near}
        for word, near in NEIGHBOURS.items()
    }
    by_way: dict[str, dict[str, list[float]]] = {"hidden": {}, "context": {}}
    for name, of in by_way.items():
        for way in WAYS:
            runs = torch.tensor([found[way, seed]["losses"][name] for seed in SEEDS])
            of[way] = runs.mean(dim=0).tolist()
    recipe = {"train_batch_size": BATCH, "learning_rate": RATE, "seeds": SEEDS}
    examples = found[KEYS[0]]["examples"]
    return {
        "words": words,
        "recipe": recipe,
        "steps": STEPS,
        **by_way,
        "before": before["context"],
        "examples": examples,
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("new_words", __doc__, argv), inputs())
    found = run.cells(ask, KEYS)
    (before,) = run.cells(ask_before, [()]).values()
    run.write(summarise(found, before))


if __name__ == "__main__":
    main()
