"""Masking's known mistakes, each with the key of its sentence, and other ways to be right."""

import pytest

from bert_lab.workshop.stages import masking as stage
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, body, mistake

MASK = "mask_tokens"
CLONE = "inputs = tokens.clone()"
CANDIDATES = "candidates = (row >= 5).nonzero()[:, 0]"
WANTED = "wanted = max(1, round(0.15 * int((row != 0).sum())))"
ORDER = "order = torch.randperm(len(candidates), generator=generator)"
CHOSEN = "chosen = candidates[order[:wanted]].sort().values"
WEIGHTS = "weights[b, : len(chosen)] = 1.0"
FATE = "fate = torch.rand(len(chosen), generator=generator).to(tokens.device)"
OTHER = "other = torch.randint(5, vocab_size, chosen.shape, generator=generator)"
MASKED = "other[fate < 0.8] = 4"
PUT = "inputs[b, chosen] = torch.where(fate < 0.9, other, row[chosen])"
LABELS = "labels = tokens.gather(1, positions) * weights.long()  # (B, P)"
SLOTS = "num_slots = max(1, round(0.15 * length))  # P"
FIRST = "batch, length = tokens.shape"
LOOP = "for b, row in enumerate(tokens):"


def randint(*args):
    return OTHER.replace("5, vocab_size, chosen.shape", ", ".join(args))


PRIVATE = "private = torch.Generator().manual_seed(0)\n    "

MISTAKES = [
    mistake(MASK, "labels-everywhere", (LABELS, "labels = tokens.clone()")),
    mistake(
        MASK,
        "coins",
        (WANTED, "wanted = int((torch.rand(len(candidates), generator=generator) < 0.15).sum())"),
        ("order[:wanted]", "order[: min(wanted, num_slots)]"),
    ),
    mistake(MASK, "count-of-padded-row", (WANTED, "wanted = num_slots")),
    mistake(
        MASK, "count-without-specials", (WANTED, "wanted = max(1, round(0.15 * len(candidates)))")
    ),
    mistake(
        MASK, "count-rounded-down", (WANTED, "wanted = max(1, int(0.15 * int((row != 0).sum())))")
    ),
    mistake(MASK, "count-rounded-up", (WANTED, "wanted = math.ceil(0.15 * int((row != 0).sum()))")),
    mistake(MASK, "count-may-be-none", (WANTED, "wanted = round(0.15 * int((row != 0).sum()))")),
    mistake(MASK, "all-slots-real", (WEIGHTS, "weights[b] = 1.0")),
    mistake(MASK, "one-a-row", (WANTED, "wanted = 1")),
    mistake(
        MASK,
        "positions-outside",
        (
            "positions[b, : len(chosen)] = chosen",
            "positions[b, : len(chosen)] = chosen + b * length",
        ),
        (LABELS, "labels = tokens.flatten()[positions] * weights.long()"),
    ),
    mistake(
        MASK,
        "padding-chosen",
        (CANDIDATES, "candidates = ((row == 0) | (row >= 5)).nonzero()[:, 0]"),
        (WANTED, WANTED + "\n        wanted = min(wanted, int((row >= 5).sum()))"),
    ),
    mistake(
        MASK,
        "specials-chosen",
        (CANDIDATES, "candidates = (row > 0).nonzero()[:, 0]"),
        (WANTED, WANTED + "\n        wanted = min(wanted, int((row >= 5).sum()))"),
    ),
    mistake(MASK, "specials-chosen", (CANDIDATES, "candidates = (row > 0).nonzero()[:, 0]")),
    mistake(MASK, "never-chosen", (CANDIDATES, "candidates = (row > 5).nonzero()[:, 0]")),
    mistake(
        MASK,
        "chosen-twice",
        (
            ORDER,
            "order = torch.randint(max(1, len(candidates)), (min(wanted, len(candidates)),), "
            "generator=generator)",
        ),
    ),
    mistake(
        MASK, "others-changed", (PUT, PUT.replace("inputs[b, chosen]", "inputs[b, chosen - 1]"))
    ),
    mistake(
        MASK, "labels-after", (LABELS, "labels = inputs.gather(1, positions) * weights.long()")
    ),
    mistake(MASK, "labels-are-positions", (LABELS, "labels = positions.clone()")),
    mistake(
        MASK,
        "filler-position",
        (LABELS, LABELS + "\n    positions[weights == 0] = length - 1"),
    ),
    mistake(MASK, "filler-label", (LABELS, "labels = tokens.gather(1, positions)")),
    mistake(MASK, "filler-label", (LABELS, LABELS + "\n    labels[weights == 0] = -100")),
    mistake(
        MASK,
        "weights-are-shares",
        (LABELS, LABELS + "\n    weights[4] = weights[4] * torch.tensor([1.5, 0.5, 1.0])"),
    ),
    mistake(
        MASK,
        "always-the-same",
        (FIRST, "generator = torch.Generator().manual_seed(0)\n    " + FIRST),
    ),
    mistake(
        MASK,
        "generator-restarted",
        (
            FIRST,
            "generator = torch.Generator().manual_seed(generator.initial_seed())\n    " + FIRST,
        ),
    ),
    mistake(
        MASK,
        "same-for-all-rows",
        (
            LOOP,
            "seed = int(torch.randint(1000, (), generator=generator))\n    "
            + LOOP
            + "\n        generator = torch.Generator().manual_seed(seed)",
        ),
    ),
    mistake(
        MASK,
        "not-uniform",
        (
            ORDER,
            "half = len(candidates) // 2\n        "
            "order = torch.randperm(max(half, min(3, len(candidates))), generator=generator)",
        ),
    ),
    mistake(MASK, "always-the-same", (ORDER, "order = torch.arange(len(candidates))")),
    mistake(
        MASK,
        "one-fate-for-all",
        (LOOP, "all_of_them = torch.rand((), generator=generator)\n    " + LOOP),
        (FATE, "fate = all_of_them.expand(len(chosen))"),
    ),
    mistake(
        MASK,
        "one-fate-a-row",
        (FATE, "fate = torch.rand(1, generator=generator).expand(len(chosen))"),
    ),
    mistake(MASK, "random-unk", (OTHER, "other = torch.ones_like(chosen)")),
    mistake(MASK, "random-one", (OTHER, "other = torch.full_like(chosen, 7)")),
    mistake(MASK, "random-special", (OTHER, randint("vocab_size", "(len(chosen),)"))),
    mistake(MASK, "random-special", (OTHER, randint("1", "vocab_size", "(len(chosen),)"))),
    mistake(MASK, "random-outside", (OTHER, randint("5", "vocab_size + 1", "(len(chosen),)"))),
    mistake(MASK, "random-not-last", (OTHER, randint("5", "vocab_size - 1", "(len(chosen),)"))),
    mistake(MASK, "random-not-first", (OTHER, randint("6", "vocab_size", "(len(chosen),)"))),
    mistake(
        MASK,
        "81-10-9",
        (
            MASKED,
            "second = torch.rand(len(chosen), generator=generator)\n        "
            "other[(fate >= 0.1) & (second < 0.9)] = 4",
        ),
        (
            PUT,
            "kept = (fate >= 0.1) & (second >= 0.9)\n        "
            "inputs[b, chosen] = torch.where(kept, row[chosen], other)",
        ),
    ),
    mistake(MASK, "always-mask", (PUT, "inputs[b, chosen] = 4")),
    mistake(
        MASK, "never-random", (PUT, "inputs[b, chosen] = torch.where(fate < 0.8, 4, row[chosen])")
    ),
    mistake(
        MASK,
        "never-random-mask-more",
        (PUT, "inputs[b, chosen] = torch.where(fate < 0.9, 4, row[chosen])"),
    ),
    mistake(MASK, "never-kept", (PUT, "inputs[b, chosen] = other")),
    mistake(
        MASK,
        "never-kept-mask-more",
        (MASKED, "other[fate < 0.9] = 4"),
        (PUT, "inputs[b, chosen] = other"),
    ),
    mistake(
        MASK,
        "shares-reversed",
        (MASKED, "other[fate > 0.9] = 4"),
        (PUT, "inputs[b, chosen] = torch.where(fate > 0.8, other, row[chosen])"),
    ),
    mistake(
        MASK,
        "second-draw-of-rest",
        (
            PUT,
            "second = torch.rand(len(chosen), generator=generator)\n        "
            "inputs[b, chosen] = torch.where((fate < 0.8) | (second < 0.1), other, row[chosen])",
        ),
    ),
    mistake(
        MASK,
        "random-first",
        (
            MASKED,
            "second = torch.rand(len(chosen), generator=generator)\n        "
            "other[(fate >= 0.1) & (second < 0.8)] = 4",
        ),
        (
            PUT,
            "kept = (fate >= 0.1) & (second >= 0.8)\n        "
            "inputs[b, chosen] = torch.where(kept, row[chosen], other)",
        ),
    ),
    mistake(
        MASK,
        "random-after-mask",
        (
            MASKED,
            "second = torch.rand(len(chosen), generator=generator)\n        "
            "other[(fate < 0.8) & (second >= 0.1)] = 4",
        ),
        (
            PUT,
            "taken = (fate < 0.8) | ((fate >= 0.8) & (fate < 0.9))\n        "
            "inputs[b, chosen] = torch.where(taken, other, row[chosen])",
        ),
    ),
    mistake(
        MASK,
        "other-shares",
        (MASKED, "other[fate < 0.5] = 4"),
        (PUT, "inputs[b, chosen] = torch.where(fate < 0.7, other, row[chosen])"),
    ),
    mistake(MASK, "changes-input", (CLONE, "inputs = tokens")),
    mistake(MASK, "global-random", (ORDER, "order = torch.randperm(len(candidates))")),
    mistake(MASK, "shape", (SLOTS, "num_slots = round(0.2 * length)")),
    mistake(
        MASK,
        "dtype",
        (
            "weights = torch.zeros(batch, num_slots, device=tokens.device)",
            "weights = torch.zeros(batch, num_slots, dtype=torch.int64, device=tokens.device)",
        ),
    ),
]

AT_ONCE = """    length = tokens.shape[1]
    num_slots = max(1, round(0.15 * length))
    real_lens = (tokens != 0).sum(dim=1)
    wanted = [max(1, round(0.15 * n)) for n in real_lens.tolist()]
    wanted = torch.tensor(wanted, device=tokens.device)
    keys = torch.rand(tokens.shape, generator=generator).to(tokens.device)
    order = keys.masked_fill(tokens < 5, -1).argsort(dim=1, descending=True)[:, :num_slots]
    wanted = wanted.minimum((tokens >= 5).sum(dim=1))
    weights = (torch.arange(num_slots, device=tokens.device) < wanted[:, None]).float()
    positions = order * weights.long()
    labels = tokens.gather(1, positions) * weights.long()
    fate = torch.rand(positions.shape, generator=generator).to(tokens.device)
    other = torch.randint(5, vocab_size, positions.shape, generator=generator).to(tokens.device)
    new = torch.where(fate < 0.8, 4, torch.where(fate < 0.9, labels, other))
    inputs = tokens.clone()
    for b, s in weights.nonzero().tolist():
        inputs[b, positions[b, s]] = new[b, s]
    return inputs, positions, weights, labels"""
LISTS = """    inputs, num_slots = tokens.tolist(), max(1, round(0.15 * tokens.shape[1]))
    positions, weights, labels = [], [], []
    for row in inputs:
        able = [i for i, token in enumerate(row) if token > 4]
        number = max(1, round(0.15 * sum(token != 0 for token in row)))
        shuffled = [able[i] for i in torch.randperm(len(able), generator=generator).tolist()]
        taken, empty = shuffled[:number], num_slots - len(shuffled[:number])
        positions.append(taken + [0] * empty)
        weights.append([1.0] * len(taken) + [0.0] * empty)
        labels.append([row[i] for i in taken] + [0] * empty)
        for i in taken:
            fate = torch.rand((), generator=generator).item()
            if fate < 0.1:
                row[i] = int(torch.randint(5, vocab_size, (1,), generator=generator))
            elif fate < 0.9:
                row[i] = 4
    return tuple(torch.tensor(x) for x in (inputs, positions, weights, labels))"""
MISTAKES += [
    mistake(MASK, "count-off-by-one", (WANTED, WANTED.replace("sum())))", "sum() - 1)))"))),
    mistake(MASK, "count-off-by-one-more", (WANTED, WANTED.replace("sum())))", "sum() + 1)))"))),
    mistake(
        MASK,
        "count-without-unknown",
        (WANTED, "wanted = max(1, round(0.15 * (len(candidates) + 2)))"),
    ),
    mistake(
        MASK,
        "fates-exact",
        (FATE, "fate = torch.randperm(len(chosen), generator=generator) / max(1, len(chosen))"),
    ),
    mistake(
        MASK,
        "fates-alike",
        (FIRST, PRIVATE + FIRST),
        (FATE, FATE.replace("generator=generator", "generator=private")),
    ),
    mistake(
        MASK, "one-fate-for-all", (FATE, "fate = torch.arange(len(chosen)) / max(1, len(chosen))")
    ),
    mistake(MASK, "fate-by-place", (FATE, "fate = chosen * 0.618 % 1")),
    mistake(
        MASK,
        "fate-by-token",
        (FATE, "fate = (row[chosen] * 0.618 + torch.rand(1, generator=generator)) % 1"),
    ),
    mistake(
        MASK,
        "rows-alike",
        (LOOP, "keys = torch.rand(length, generator=generator)\n    " + LOOP),
        (
            ORDER,
            "order = (keys[candidates] + 5 * torch.rand(len(candidates), "
            "generator=generator)).argsort()",
        ),
    ),
    mistake(
        MASK,
        "places-in-runs",
        (
            ORDER,
            "n = max(1, len(candidates))\n        start = torch.randint(n, (1,), "
            "generator=generator)\n"
            "        order = (start + torch.arange(len(candidates))) % n",
        ),
    ),
    mistake(
        MASK,
        "random-alike",
        (FIRST, PRIVATE + FIRST),
        (OTHER, OTHER.replace("generator=generator", "generator=private")),
    ),
    mistake(
        MASK,
        "random-uneven",
        (OTHER, OTHER.replace("5, vocab", "0, vocab") + "\n        other = other.clamp(min=5)"),
    ),
    mistake(
        MASK,
        "random-one-a-row",
        (OTHER, randint("5", "vocab_size", "(1,)") + ".expand(len(chosen)).clone()"),
    ),
    mistake(MASK, "random-by-token", (OTHER, "other = (row[chosen] - 4) % (vocab_size - 5) + 5")),
    mistake(
        MASK,
        "calls-alike",
        (FIRST, PRIVATE + FIRST),
        (
            ORDER,
            "n = len(candidates)\n        keys = torch.rand(n, generator=private)\n        "
            "order = (keys + 5 * torch.rand(n, generator=generator)).argsort()",
        ),
    ),
    mistake(
        MASK,
        "always-the-same",
        (FIRST, PRIVATE + FIRST),
        (ORDER, ORDER.replace("generator=generator", "generator=private")),
    ),
    mistake(
        MASK,
        "fate-by-slot",
        (FATE, FATE + "\n        fate[:1] = 0.5"),
    ),
]

ROW = "able = row[row >= 5]\n        "
MISTAKES += [
    mistake(
        MASK,
        "random-from-batch",
        (OTHER, ROW + "other = able[" + ORDER[8:].replace("candidates", "able") + "[:wanted]]"),
    ),
    mistake(
        MASK,
        "random-from-batch",
        (FIRST, "able = tokens.unique()[3:]\n    " + FIRST),
        (OTHER, "other = able[" + randint("len(able)", "chosen.shape")[8:] + "]"),
    ),
    mistake(
        MASK,
        "count-without-ends",
        (WANTED, WANTED.replace("(row != 0).sum()", "(row != 0).sum() - 2")),
    ),
    mistake(
        MASK,
        "count-off-by-two-more",
        (WANTED, WANTED.replace("(row != 0).sum()", "(row != 0).sum() + 2")),
        ("order[:wanted]", "order[: min(wanted, num_slots)]"),
    ),
    mistake(
        MASK, "count-half-up", (WANTED, "wanted = max(1, int(0.15 * int((row != 0).sum()) + 0.5))")
    ),
    mistake(MASK, "slots-half-up", (SLOTS, "num_slots = max(1, int(0.15 * length + 0.5))")),
    mistake(
        MASK,
        "slots-of-longest",
        (SLOTS, SLOTS.replace("length", "int((tokens != 0).sum(dim=1).max())")),
    ),
    *(
        mistake(
            MASK,
            "shape",
            (SLOTS, SLOTS.replace("length", f"(length {by})")),
            ("order[:wanted]", "order[: min(wanted, num_slots)]"),
        )
        for by in ("- 2", "- 1", "+ 2")
    ),
]

MISTAKES += [
    mistake(
        MASK,
        "random-never-itself",
        (
            OTHER,
            randint("5", "max(6, vocab_size - 1)", "chosen.shape")
            + "\n        other += (other >= row[chosen]).long() * (vocab_size > 6)",
        ),
    ),
    mistake(
        MASK,
        "shared-result",
        (
            "return inputs, positions",
            "known = mask_tokens.__dict__\n"
            "    weights = known.setdefault(tuple(weights.flatten().tolist()), weights)\n"
            "    return inputs, positions",
        ),
    ),
]

WAYS = {
    "all rows at once": (MASK, (body("mask_tokens"), AT_ONCE)),
    "plain lists": (MASK, (body("mask_tokens"), LISTS)),
    "two draws, rightly": (
        MASK,
        (
            MASKED,
            "second = torch.rand(len(chosen), generator=generator).to(row.device)\n        "
            "other[fate < 0.8] = 4\n        kept = (fate >= 0.8) & (second < 0.5)",
        ),
        (PUT, "inputs[b, chosen] = torch.where(kept, row[chosen], other)"),
    ),
    "weights with more digits": (
        MASK,
        (
            "weights = torch.zeros(batch, num_slots, device=tokens.device)",
            "weights = torch.zeros(\n        batch, num_slots, dtype=torch.float64, "
            "device=tokens.device\n    )",
        ),
    ),
    "a view of all tokens": (
        MASK,
        (LOOP, "flat = tokens.view(-1)\n    " + LOOP),
        ("(row != 0)", "(flat.view(batch, length)[b] != 0)"),
    ),
    "rounded by PyTorch": (
        MASK,
        (WANTED, "wanted = int((0.15 * (row != 0).sum()).round().clamp(min=1))"),
    ),
    "not in order": (MASK, (CHOSEN, "chosen = candidates[order[:wanted]]")),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("masking", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (len(stage.LENGTHS), stage.T, stage.V)
    assert len(set(sizes)) == len(sizes)
