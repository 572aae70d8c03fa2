"""A record in the format of the experiment "successors", with made-up numbers."""

from bert_lab.look.widgets.successors import RUNS


def variant(name, base):
    """Three seeds, 0.01 apart; a model that detects replaced tokens has no MLM loss."""
    guesses = not name.startswith("replaced")
    runs = [
        {
            "seed": seed,
            "metrics": {"mlm_loss": base + 0.01 * seed} | {"sense": base / 2, "sentiment": base / 3}
            if guesses
            else {"sense": base / 2, "sentiment": base / 3},
        }
        for seed in range(3)
    ]
    timed = None if name == "unchanged" else {"ratio": 1.5}
    return {"name": name, "runs": runs, "milliseconds": timed}


VARIANTS = dict.fromkeys(name for _, *names in RUNS for name in names if name)
RECORD = {"variants": [variant(name, 0.5 + 0.05 * place) for place, name in enumerate(VARIANTS)]}
