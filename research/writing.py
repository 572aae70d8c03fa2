"""Which BERT can write? Share of sentences and stories that the mini-world's grammar can tell.

Two texts are written from masks alone; how long they are, is that of pairs held out. The record has
`recipe`, `seeds`, `texts` (pairs written by each), `settings` (order, words at once, temperature),
`possible` (how many sentences and pairs the grammar can tell), and `runs`: by name `steps` and for
each seed and setting what `judge` says. "untrained", "bigrams" and "gpt" are the controls.
"""

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from _run import Key, Result, Run, grammar_digest, parse
from bert_core.inputs import MASK, SEP
from bert_core.masking import NUM_SPECIALS, mask_tokens
from bert_core.pairs import PairData
from bert_lab.ask import write
from bert_lab.history.gpt import next_token_targets
from bert_lab.pretraining import RECIPE, build_model, prepare, pretrain
from bert_lab.pretraining.preparation import training_stories
from bert_lab.training_loop.batches import derived
from bert_lab.world.ideal import possible_texts
from bert_lab.world.mini_world import grammar

SEEDS = (0, 1, 2, 3, 4)
TEXTS = 512  # pairs written in each setting
SHARED = {"train_batch_size": 128, "learning_rate": RECIPE.learning_rate}
# Order, words at once, temperature.
SETTINGS = [
    ("surest", 1, 0.1),
    ("surest", 1, 0.3),
    ("surest", 1, 1.0),
    ("left to right", 1, 0.3),
    ("random", 1, 0.3),
    ("surest", 2, 0.1),
    ("surest", 4, 0.1),
]
MASKINGS = {"15 %": 0.15, "15 to 50 %": (0.15, 0.5), "any share": None}
RUNS: dict[str, dict[str, Any]] = {
    "15 %, 1,800 steps": {"masking": "15 %", "num_train_steps": 1_800},
    "15 %, 8,000 steps": {"masking": "15 %", "num_train_steps": 8_000},
    "15 to 50 %, 8,000 steps": {"masking": "15 to 50 %", "num_train_steps": 8_000},
    "any share, 1,800 steps": {"masking": "any share", "num_train_steps": 1_800},
    "any share, 8,000 steps": {"masking": "any share", "num_train_steps": 8_000},
    "untrained": {"masking": "any share", "num_train_steps": 0},
    "gpt": {"masking": "next word", "num_train_steps": 8_000},
    "bigrams": {},
}


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "recipe": SHARED,
        "seeds": SEEDS,
        "texts": TEXTS,
        "settings": SETTINGS,
        "runs": RUNS,
    }


@cache
def possible() -> tuple[set[str], set[str]]:
    """The sentences of the grammar, and its pairs of neighbours, joined by `<sep>`."""
    pairs, firsts, seconds = possible_texts(grammar())
    return {*firsts, *seconds}, {*pairs}


@cache
def trained_on(seed: int) -> set[str]:
    """The pairs of neighbours in the training text."""
    stories, _ = training_stories(seed)
    return {" <sep> ".join(two) for story in stories for two in pairwise(story.sentences)}


def judge(written: list[str], seed: int) -> Result:
    """What became of texts, each two sentences with `<sep>` between them.

    Shares of `sentences` and `stories` that the grammar can tell; of these stories the share that
    is `copied` from the training text; and the share of sentences that are `distinct`.
    """
    sentences, pairs = possible()
    single = [sentence for text in written for sentence in text.split(" <sep> ")]
    stories = [text for text in written if text in pairs]
    copied = sum(text in trained_on(seed) for text in stories)
    return {
        "sentences": sum(sentence in sentences for sentence in single) / len(single),
        "stories": len(stories) / len(written),
        "copied": copied / len(stories) if stories else None,
        "distinct": len({*single}) / len(single),
    }


class Shifted(torch.nn.Module):
    """A left-to-right model asked as a BERT is: a word is predicted at the place before it."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, tokens, segments, valid_lens, places):
        return self.model(tokens, segments, valid_lens, (places - 1).clamp(min=0))


def masked_between(tokens: Tensor, vocab_size: int, *, generator: torch.Generator, least, most):
    """`mask_tokens` with a share drawn evenly between two."""
    rate = least + (most - least) * torch.rand((), generator=generator).item()
    most_preds = round(most * tokens.shape[1])
    return mask_tokens(tokens, vocab_size, generator=generator, rate=rate, max_preds=most_preds)


def train(name: str, seed: int) -> torch.nn.Module:
    """One of `RUNS` with one seed, in evaluation mode."""
    choice, world = RUNS[name], prepare(seed=seed)
    generator, options = world.generator(), dict(SHARED)
    gpt = choice["masking"] == "next word"
    model = build_model(world, generator, causal=gpt)
    if gpt:
        options |= {"targets": next_token_targets, "next_sentence": False}
    elif isinstance(between := MASKINGS[choice["masking"]], tuple):
        drawn = {"generator": derived(seed, "masks"), "least": between[0], "most": between[1]}
        options["targets"] = partial(
            masked_between, vocab_size=world.tokenizer.get_vocab_size(), **drawn
        )
    else:
        options["masked_lm_prob"] = between
    steps = choice["num_train_steps"]
    if steps:
        for _ in pretrain(
            model, world.train, generator=generator, num_train_steps=steps, **options
        ):
            pass
    return Shifted(model.eval()) if gpt else model.eval()


def empty(seed: int) -> PairData:
    """Held-out pairs, as long as they are, with every word hidden."""
    pairs = prepare(seed=seed).held_out.select(torch.arange(TEXTS))
    hidden = pairs.tokens.masked_fill(pairs.tokens >= NUM_SPECIALS, MASK)
    return replace(pairs, tokens=hidden)


def spelled(tokens: Tensor, seed: int) -> list[str]:
    """The texts between `<cls>` and the last `<sep>`."""
    tokenizer = prepare(seed=seed).tokenizer
    texts = []
    for row in tokens.tolist():
        end = len(row) - 1 - row[::-1].index(SEP)
        texts.append(" ".join(str(tokenizer.id_to_token(token)) for token in row[1:end]))
    return texts


def write_all(model: Any, seed: int, setting: tuple) -> list[str]:
    """`TEXTS` texts in one setting."""
    order, at_once, temperature = setting
    pairs = empty(seed)
    options = {"order": order, "at_once": at_once, "temperature": temperature}
    generator = derived(seed, "write", *map(str, setting))
    tokens = pairs.tokens
    for step in write(
        model, tokens, pairs.segments, pairs.valid_lens, generator=generator, **options
    ):
        tokens = step.tokens
    return spelled(tokens, seed)


def bigrams(seed: int) -> list[str]:
    """Texts in which each word is drawn by the one before it alone, with ends of their own."""
    after: dict[str, Counter[str]] = {}
    for text in sorted(trained_on(seed)):
        for one, two in pairwise(["<cls>", *text.split(), "<end>"]):
            after.setdefault(one, Counter())[two] += 1
    generator, texts = derived(seed, "bigrams"), []
    while len(texts) < TEXTS:
        words = ["<cls>"]
        while words[-1] != "<end>" and len(words) < 32:
            found = after[words[-1]]
            counts = torch.tensor([*found.values()], dtype=torch.float64)
            drawn = counts.multinomial(1, generator=generator).item()
            words.append([*found][int(drawn)])
        texts.append(" ".join(words[1:-1]))
    return texts


def try_writing(name: str, seed: int) -> Result:
    """What one of `RUNS` writes with one seed, by setting."""
    if name == "bigrams":
        return {"bigrams": judge(bigrams(seed), seed)}
    model = train(name, seed)
    settings = [one for one in SETTINGS if name != "gpt" or one[0] == "left to right"]
    return {
        ", ".join(map(str, setting)): judge(write_all(model, seed, setting), seed)
        for setting in settings
    }


def table(found: dict[Key, Result]) -> Result:
    """The record of these runs."""
    sentences, pairs = possible()
    return {
        "recipe": SHARED,
        "seeds": SEEDS,
        "texts": TEXTS,
        "settings": SETTINGS,
        "possible": {"sentences": len(sentences), "pairs": len(pairs)},
        "runs": {
            name: {"steps": choice.get("num_train_steps"), "found": [found[name, s] for s in SEEDS]}
            for name, choice in RUNS.items()
        },
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("writing", __doc__, argv), inputs())
    run.write(table(run.cells(try_writing, [(name, seed) for seed in SEEDS for name in RUNS])))


if __name__ == "__main__":
    main()
