"""Which BERT can write? Share of sentences and stories that the mini-world's grammar can tell.

Two texts are written from masks alone; how long they are, is that of pairs held out. The record's
`runs` have by name, for each seed, and by setting (order, words at once, temperature) what `judge`
says. "untrained", "bigrams" and "gpt" are the controls; the last two choose for themselves
where a sentence ends.
"""

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from _run import Result, Run, grammar_digest, parse
from bert_core.inputs import CLS, MASK, PAD, SEP
from bert_core.masking import NUM_SPECIALS, MaskedTokens, mask_tokens
from bert_core.pairs import PairData
from bert_lab.ask import write
from bert_lab.history.gpt import next_token_targets
from bert_lab.pretraining import RECIPE, build_model, prepare, pretrain
from bert_lab.pretraining.preparation import training_stories
from bert_lab.training_loop.batches import derived
from bert_lab.world.ideal import possible_texts
from bert_lab.world.mini_world import grammar

SEEDS = (0, 1, 2)
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


def next_token_or_end(tokens: Tensor) -> MaskedTokens:
    """`next_token_targets` that asks for `<sep>`, too: what is to write by itself has to end."""
    asked = next_token_targets(tokens)
    return asked._replace(weights=(asked.labels != PAD).float())


@torch.no_grad()
def write_on(model: Any, seed: int, temperature: float) -> list[str]:
    """Texts of a left-to-right model, each word drawn by those before it."""
    length = prepare(seed=seed).held_out.tokens.shape[1]
    tokens, segments = torch.full((TEXTS, 1), CLS), torch.zeros(TEXTS, 1, dtype=torch.int64)
    generator = derived(seed, "write on")
    for place in range(1, length):
        _, logits, _ = model(tokens, segments, None, torch.full((TEXTS, 1), place - 1))
        logits[..., [PAD, CLS, MASK]] = -torch.inf
        drawn = (logits[:, 0] / temperature).softmax(dim=1).multinomial(1, generator=generator)
        second = (tokens == SEP).any(dim=1, keepdim=True)
        tokens, segments = torch.cat([tokens, drawn], 1), torch.cat([segments, second.long()], 1)
    tokenizer = prepare(seed=seed).tokenizer
    texts = (
        " ".join(str(tokenizer.id_to_token(token)) for token in row[1:]) for row in tokens.tolist()
    )
    return [" <sep> ".join(text.split(" <sep> ")[:2]).removesuffix(" <sep>") for text in texts]


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
        options |= {"targets": next_token_or_end, "next_sentence": False}
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
    return model.eval()


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
    if name == "gpt":
        return {"left to right, 1, 0.3": judge(write_on(model, seed, 0.3), seed)}
    return {
        ", ".join(map(str, setting)): judge(write_all(model, seed, setting), seed)
        for setting in SETTINGS
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("writing", __doc__, argv), inputs())
    found = run.cells(try_writing, [(name, seed) for seed in SEEDS for name in RUNS])
    run.write({"runs": {name: [found[name, seed] for seed in SEEDS] for name in RUNS}})


if __name__ == "__main__":
    main()
