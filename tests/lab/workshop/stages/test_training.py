"""Training's known mistakes, each with the key of its sentence, and other ways to be right."""

import pytest

from bert_lab.workshop.stages import loop as stage
from tests.helpers.workshop import assert_all_said, assert_named, assert_right, mistake

RATE, STEP, TRAIN = "learning_rate", "training_step", "train"
WARM = "return peak * (step + 1) / warmup"
FALL = "return peak * (num_steps - step) / (num_steps - warmup)"
MODE = "    model.train()\n"
LOSS = "loss = masked_word_loss(words, batch.labels, batch.weights)"
SUM = "loss = loss + F.cross_entropy(is_next, batch.is_next)"
ZERO = "    optimizer.zero_grad()\n"
BACKWARD = "    loss.backward()\n"
CLIP = "    nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
UPDATE = "    optimizer.step()\n"
RETURN = "return loss.item()"
ADAMW = "optimizer = torch.optim.AdamW(model.parameters(), lr=peak)"
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
    mistake(STEP, "no-update", (UPDATE, ""), (BACKWARD, UPDATE + BACKWARD)),
    mistake(STEP, "not-in-training", (MODE, "    model.eval()\n")),
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
    mistake(TRAIN, "type", ("return losses", "return torch.tensor(losses)")),
]

WAYS = {
    "the smaller of two lines": (
        RATE,
        ("if step < warmup:", "if warmup == 0:"),
        (WARM, "return peak * (num_steps - step) / num_steps"),
        (FALL, "return peak * min((step + 1) / warmup, (num_steps - step) / (num_steps - warmup))"),
    ),
    "zeroed after the step": (STEP, (ZERO, ""), (UPDATE, UPDATE + ZERO)),
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
    assert_all_said("training", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (stage.B, stage.T, stage.V, stage.D, stage.P, stage.STEPS)
    assert len(set(sizes)) == len(sizes)
