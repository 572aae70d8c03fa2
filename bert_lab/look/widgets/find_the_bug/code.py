"""The code of each procedure, as its readers see it; a test runs every one of them.

Its names: `tokens`, and `row`, their places; `n`, how many are to be chosen; `WORDS`, the V words
of the vocabulary, without special tokens; `nll(inputs, places, labels)`, the loss at each of these
places; Python's `random`, and NumPy's `array`. No line is longer than a phone is wide.
"""

_CHOOSES = """\
words = [t for t in row if tokens[t] in WORDS]
chosen = sample(words, n)
inputs, labels = tokens.copy(), tokens.copy()
for t in chosen:
    die = random()
    if die < 0.8: inputs[t] = "<mask>"
    elif die < 0.9: inputs[t] = choice(WORDS)
"""
# Both are right: a row of slots, of which one only fills it, or a label for each token, or none.
_SLOTS = """\
slots, w = chosen + [0], array([1] * n + [0])
losses = nll(inputs, slots, labels)
loss = (w * losses).sum() / w.sum()
"""
_TOKENS = """\
labels = [t in chosen and labels[t] for t in row]
asked = [t for t in row if labels[t]]
loss = nll(inputs, asked, labels).mean()
"""
# By key of the bug: which end the code has, what is right, and what stands there instead. Ends and
# bugs are mixed, so that no word of the code names its bug.
_CHANGES = {
    "none": (_SLOTS, "", ""),
    "unknown": (_TOKENS, "choice(WORDS)", "randrange(V)"),
    "weights": (_SLOTS, "labels)\nloss", "labels).mean()\nloss"),
    "specials": (_SLOTS, "in WORDS]", "!= PAD]"),
    "unassigned": (_TOKENS, "labels = [t in", "targets = [t in"),
    "alias": (_TOKENS, "labels = tokens.copy(), tokens.copy()", "labels = [tokens.copy()] * 2"),
    "order": (
        _SLOTS,
        """\
    die = random()
    if die < 0.8: inputs[t] = "<mask>"
    elif die < 0.9: inputs[t] = choice(WORDS)
""",
        """\
    if random() < 0.1: inputs[t] = choice(WORDS)
    elif random() < 0.9: inputs[t] = "<mask>"
""",
    ),
}


def code_of(key: str) -> tuple[list[str], int]:
    """Its lines, and which of them is wrong, from 1; 0 if none is."""
    end, right, wrong = _CHANGES[key]
    before = (_CHOOSES + end).splitlines()
    after = (_CHOOSES + end).replace(right, wrong).splitlines() if right else before
    off = [n for n, line in enumerate(after, start=1) if line not in before]
    return after, off[-1] if off else 0
