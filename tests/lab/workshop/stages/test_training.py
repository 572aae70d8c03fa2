"""Training's known mistakes, each with the key of its sentence, and other ways to be right."""

import pytest

from bert_lab.workshop.stages import loop as stage
from tests.helpers.workshop import (
    assert_all_reached,
    assert_named,
    assert_right,
    edited,
    mistake,
    sitting,
)

RATE, STEP, TRAIN = "learning_rate", "training_step", "train"
WARM = "return peak * (step + 1) / warmup"
FALL = "return peak * (num_steps - step) / (num_steps - warmup)"
FLOOR = "warmup = num_steps // 10"
SEGMENTS, LENS = "batch.segments", "batch.valid_lens"
MANY = '{"params": [p for p in parameters if p.dim() > 1]},'
MANY_SWAPPED = '{"params": [p for p in parameters if p.dim() < 2]},'
MODE = "    model.train()\n"
LOSS = "loss = masked_word_loss(words, batch.labels, batch.weights)"
SUM = "loss = loss + F.cross_entropy(is_next, batch.is_next)"
ZERO = "    optimizer.zero_grad()\n"
BACKWARD = "    loss.backward()\n"
CLIP = "    nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
UPDATE = "    optimizer.step()\n"
RETURN = "return loss.item()"
ADAMW = "optimizer = torch.optim.AdamW(groups, lr=peak)"
ONES = '{"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0},'
LOOP = "for step, batch in zip(range(num_steps), batches, strict=False):"
SET = """        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, num_steps, peak)
"""
TAKE = "losses.append(training_step(model, optimizer, batch))"
NO = (SET, "")

MISTAKES = [
    mistake(
        RATE,
        "no-warmup",
        (WARM, "pass"),
        ("step < warmup", "False"),
        (FALL, "return peak * (num_steps - step) / num_steps"),
    ),
    mistake(RATE, "warmup-without-decay", (FALL, "return peak")),
    mistake(RATE, "constant", (WARM, "return peak"), (FALL, "return peak")),
    mistake(RATE, "begins-at-zero", (WARM, "return peak * step / warmup")),
    mistake(RATE, "decay-from-start", (FALL, "return peak * (num_steps - step) / num_steps")),
    mistake(
        RATE,
        "zero-at-last-step",
        (FALL, "return peak * (num_steps - 1 - step) / (num_steps - 1 - warmup)"),
    ),
    mistake(
        RATE,
        "counted-from-warmup",
        (FALL, "return peak * (num_steps - (step - warmup)) / num_steps"),
    ),
    mistake(
        RATE,
        "cosine",
        (
            FALL,
            "return peak * (1 + math.cos(math.pi * (step - warmup) / (num_steps - warmup))) / 2",
        ),
    ),
    mistake(
        RATE,
        "peak-forgotten",
        (WARM, "return (step + 1) / warmup"),
        (FALL, "return (num_steps - step) / (num_steps - warmup)"),
    ),
    mistake(
        RATE,
        "zero-a-step-early",
        (FALL, "return peak * (num_steps - 1 - step) / (num_steps - warmup)"),
    ),
    mistake(RATE, "warmup-at-least-one", (FLOOR, "warmup = max(1, num_steps // 10)")),
    mistake(RATE, "warmup-rounded", (FLOOR, "warmup = round(num_steps / 10)")),
    mistake(RATE, "root", (FALL, "return peak * (max(1, warmup) / (step + 1)) ** 0.5")),
    mistake(RATE, "raises", ("if step < warmup:", "if step < warmup or peak / warmup < 0:")),
    mistake(RATE, "type", (WARM, "return torch.tensor(peak * (step + 1) / warmup)")),
    mistake(STEP, "loss-is-tensor", (RETURN, "return loss")),
    mistake(STEP, "loss-is-tensor", (RETURN, "return loss.detach()")),
    mistake(STEP, "no-update", (ZERO, ""), (UPDATE, ZERO + UPDATE)),
    mistake(STEP, "no-update", (UPDATE, "")),
    mistake(STEP, "gradients-add-up", (ZERO, "")),
    mistake(STEP, "not-clipped", (CLIP, "")),
    mistake(STEP, "not-clipped", (CLIP, ""), (UPDATE, UPDATE + CLIP)),
    mistake(STEP, "not-clipped", (CLIP, ""), (BACKWARD, CLIP + BACKWARD)),
    mistake(STEP, "clipped-by-value", (CLIP, CLIP.replace("norm", "value"))),
    mistake(
        STEP,
        "clipped-each",
        (CLIP, "    for p in model.parameters():\n        nn.utils.clip_grad_norm_(p, 1.0)\n"),
    ),
    mistake(STEP, "words-alone", (SUM, "pass")),
    mistake(STEP, "pairs-alone", (SUM, SUM.replace("loss + ", ""))),
    mistake(STEP, "mean-of-both", (SUM, SUM + "\n    loss = loss / 2")),
    mistake(
        STEP,
        "weights-unused",
        (LOSS, "loss = F.cross_entropy(words.flatten(0, 1), batch.labels.flatten())"),
    ),
    mistake(
        STEP,
        "label-0-ignored",
        (
            LOSS,
            "loss = F.cross_entropy(words.flatten(0, 1), batch.labels.flatten(), ignore_index=0)",
        ),
    ),
    mistake(STEP, "no-update", (UPDATE, ""), (BACKWARD, UPDATE + BACKWARD)),
    mistake(STEP, "not-in-training", (MODE, "    model.eval()\n")),
    mistake(STEP, "not-in-training", (MODE, "")),
    mistake(STEP, "difference", (SUM, SUM.replace("+", "-"))),
    mistake(STEP, "pairs-added-up", (SUM, SUM.replace("is_next)", 'is_next, reduction="sum")'))),
    mistake(STEP, "labels-for-pairs", (SUM, SUM.replace("batch.is_next", "1 - batch.is_next"))),
    mistake(STEP, "segments-not-handed", (SEGMENTS, "torch.zeros_like(batch.segments)")),
    mistake(
        STEP,
        "lens-not-handed",
        (LENS, "torch.full_like(batch.valid_lens, batch.inputs.shape[1])"),
    ),
    mistake(
        STEP,
        "loss-after-update",
        (
            RETURN,
            "words, is_next = model(\n        batch.inputs, batch.segments, batch.valid_lens, "
            f"batch.positions\n    )\n    {LOSS}\n    {SUM}\n    {RETURN}",
        ),
    ),
    mistake(STEP, "two-updates", (UPDATE, UPDATE * 2)),
    mistake(
        STEP,
        "always-at-one",
        (
            CLIP,
            "    norm = torch.cat([p.grad.flatten() for p in model.parameters()]).norm()\n"
            "    for p in model.parameters():\n        p.grad /= norm\n",
        ),
    ),
    mistake(STEP, "clipped-elsewhere", (CLIP, CLIP.replace("1.0", "2.0"))),
    mistake(STEP, "clipped-largest", (CLIP, CLIP.replace("1.0", '1.0, norm_type=float("inf")'))),
    mistake(STEP, "raises", ("words, is_next = model(", "is_next = model(")),
    mistake(TRAIN, "batches-hoarded", (LOOP, "batches = list(batches)\n    " + LOOP)),
    mistake(
        TRAIN,
        "batches-hoarded",
        (LOOP, LOOP.replace("zip(range(num_steps), batches, strict=False)", "enumerate(batches)")),
    ),
    mistake(
        TRAIN, "number-of-steps", (LOOP, LOOP.replace("range(num_steps)", "range(num_steps + 1)"))
    ),
    mistake(
        TRAIN,
        "one-batch",
        (LOOP, "first = next(iter(batches))\n    " + LOOP),
        (TAKE, TAKE.replace("batch)", "first)")),
    ),
    mistake(TRAIN, "first-batch-skipped", (LOOP, "next(batches)\n    " + LOOP)),
    mistake(TRAIN, "sgd", (ADAMW, ADAMW.replace("AdamW", "SGD"))),
    mistake(TRAIN, "new-optimizer", (LOOP, LOOP + "\n        " + ADAMW)),
    mistake(TRAIN, "constant-rate", NO),
    mistake(TRAIN, "rate-too-late", NO, (TAKE, TAKE + "\n" + SET.rstrip())),
    mistake(TRAIN, "rate-too-early", (SET, SET.replace("(step, ", "(step + 1, "))),
    mistake(TRAIN, "adam", (ADAMW, ADAMW.replace("AdamW", "Adam"))),
    mistake(TRAIN, "adam", (ADAMW, ADAMW.replace("groups", "parameters, weight_decay=0.0"))),
    mistake(TRAIN, "adam-l2", (ADAMW, ADAMW.replace("AdamW(", "Adam(weight_decay=0.01, params="))),
    mistake(TRAIN, "all-decay", (ADAMW, ADAMW.replace("groups", "model.parameters()"))),
    mistake(TRAIN, "decay-swapped", (ONES, ONES.replace("< 2", "> 1")), (MANY, MANY_SWAPPED)),
    mistake(
        TRAIN, "decay-too-strong", (ADAMW, ADAMW.replace("groups", "groups, weight_decay=0.1"))
    ),
    mistake(
        TRAIN,
        "decay-on-all-too-strong",
        (ADAMW, ADAMW.replace("groups", "parameters, weight_decay=0.1")),
    ),
    mistake(TRAIN, "other-betas", (ADAMW, ADAMW.replace("groups", "groups, betas=(0.9, 0.98)"))),
    mistake(
        TRAIN,
        "rate-for-one-group",
        ("for group in optimizer.param_groups:", "for group in optimizer.param_groups[:1]:"),
    ),
    mistake(TRAIN, "never-changes", (ONES, "")),
    mistake(
        TRAIN,
        "one-batch",
        (LOOP, "for step in range(num_steps):\n        batch = next(iter(batches))"),
    ),
    mistake(TRAIN, "type", ("return losses", "return torch.tensor(losses)")),
]

BY_NAME = 'p for n, p in model.named_parameters() if "bias" {} n'
KEPT = ADAMW.replace("=", '= train.__dict__.setdefault("kept", {}).setdefault(model,', 1) + ")"
FIRST_GROUP = 'nn.utils.clip_grad_norm_(optimizer.param_groups[0]["params"], 1.0)'
EACH_GROUP = f"for group in optimizer.param_groups:\n        {FIRST_GROUP}".replace(
    "optimizer.param_groups[0]", "group"
)
MISTAKES += [
    mistake(
        RATE,
        "rounded",
        (WARM, f"{WARM[:7]}round({WARM[7:]}, 6)"),
        (FALL, f"{FALL[:7]}round({FALL[7:]}, 6)"),
    ),
    mistake(STEP, "rounded", (RETURN, "return round(loss.item(), 4)")),
    mistake(STEP, "gradient-left-over", (ZERO, ""), (UPDATE, UPDATE + ZERO)),
    mistake(STEP, "clipped-first-group", (CLIP, f"    {FIRST_GROUP}\n")),
    mistake(STEP, "clipped-each-group", (CLIP, f"    {EACH_GROUP}\n")),
    mistake(
        TRAIN,
        "rounded",
        (TAKE, TAKE.replace("(training", "(round(training").replace("batch))", "batch), 4))")),
    ),
    mistake(
        TRAIN,
        "norms-decay",
        (MANY, MANY.replace("p for p in parameters if p.dim() > 1", BY_NAME.format("not in"))),
        (ONES, ONES.replace("p for p in parameters if p.dim() < 2", BY_NAME.format("in"))),
    ),
    mistake(
        TRAIN,
        "tables-spared",
        (
            MANY,
            '{\n            "params": [\n                m.weight for m in model.modules() '
            "if isinstance(m, nn.Linear)\n            ]\n        },",
        ),
        (
            ONES,
            '{\n            "params": [\n                p for m in model.modules() '
            "for n, p in m.named_parameters(recurse=False)\n"
            '                if n == "bias" or not isinstance(m, nn.Linear)\n            ],\n'
            '            "weight_decay": 0,\n        },',
        ),
    ),
    mistake(
        TRAIN,
        "batch-too-many",
        (
            LOOP,
            "for step, batch in enumerate(batches):\n        if step == num_steps:\n"
            "            break",
        ),
    ),
    mistake(
        TRAIN,
        "batch-too-many",
        (
            LOOP,
            LOOP.replace("step, batch", "batch, step").replace(
                "range(num_steps), batches", "batches, range(num_steps)"
            ),
        ),
    ),
    mistake(TRAIN, "optimizer-kept", (ADAMW, KEPT)),
    mistake(
        TRAIN,
        "shared-result",
        (
            "return losses",
            "known = train.__dict__.setdefault('losses', [])\n"
            "    known[:] = losses\n    return known",
        ),
    ),
    mistake(
        TRAIN,
        "changes-input",
        (TAKE, TAKE + "\n        batch.labels[batch.weights == 0] = -100"),
    ),
]

WAYS = {
    "as many batches as steps": (
        TRAIN,
        ("parameters = list", "from itertools import islice\n\n    parameters = list"),
        (LOOP, "for step, batch in enumerate(islice(batches, num_steps)):"),
    ),
    "the smaller of two lines": (
        RATE,
        ("if step < warmup:", "if warmup == 0:"),
        (WARM, "return peak * (num_steps - step) / num_steps"),
        (FALL, "return peak * min((step + 1) / warmup, (num_steps - step) / (num_steps - warmup))"),
    ),
    "zeroed by the model": (STEP, (ZERO, "    model.zero_grad()\n")),
    "clipped by hand": (
        STEP,
        (
            CLIP,
            "    grads = [p.grad for p in model.parameters()]\n"
            "    norm = torch.cat([g.flatten() for g in grads]).norm()\n"
            "    for g in grads:\n        g.mul_(torch.clamp(1.0 / (norm + 1e-6), max=1.0))\n",
        ),
    ),
    "a schedule of PyTorch's": (
        TRAIN,
        (
            LOOP,
            "schedule = torch.optim.lr_scheduler.LambdaLR(\n        "
            "optimizer, lambda step: learning_rate(step, num_steps, 1.0)\n    )\n    " + LOOP,
        ),
        NO,
        (TAKE, TAKE + "\n        schedule.step()"),
    ),
    "by name": (
        TRAIN,
        (
            ADAMW,
            "spared = [p for n, p in model.named_parameters() if 'norm' in n or 'bias' in n]\n"
            "    groups = [\n        {'params': spared, 'weight_decay': 0},\n        {'params': "
            "[p for p in parameters if all(p is not q for q in spared)]},\n    ]\n    " + ADAMW,
        ),
    ),
    "next": (
        TRAIN,
        (
            LOOP,
            "batches = iter(batches)\n"
            "    for step in range(num_steps):\n        batch = next(batches)",
        ),
    ),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("training", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_a_step_that_rounds_in_another_way_trains_as_well():
    """Adam makes a whole step of a gradient that is next to nothing; the judge's model has none."""
    words = "F.cross_entropy(is_next, batch.is_next)"
    margin = "is_next @ torch.tensor([-1.0, 1.0]), batch.is_next.float()"
    margin = f"F.binary_cross_entropy_with_logits({margin})"
    source = edited("training_step", (words, margin))
    assert [sitting(source).verdict(name).state for name in ("training_step", "train")] == [
        "right"
    ] * 2


def test_the_sizes_all_differ():
    sizes = (stage.B, stage.T, stage.V, stage.D, stage.P, stage.STEPS)
    assert len(set(sizes)) == len(sizes)
