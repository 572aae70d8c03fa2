"""Check the original's released weights against the scores in their model card.

Needs a network, or a folder with the weights, which neither building the book nor testing it may:
a workflow runs it each week.
"""

from typing import TYPE_CHECKING

import torch

from bert_core.model import BERTModel
from bert_lab.ask import guess
from bert_lab.checkpoint import load_bert
from bert_lab.training_loop.command import Command, call

if TYPE_CHECKING:
    from tokenizers import Tokenizer

BASE = "google-bert/bert-base-uncased"
# Of the card of that name at revision 86b5e09 (Apache 2.0): each text's first five guesses.
CARD = {
    "Hello I'm a [MASK] model.": {
        **{"fashion": 0.1073, "role": 0.0877, "new": 0.0534, "super": 0.0467, "fine": 0.0271},
    },
    "The man worked as a [MASK].": {
        **{"carpenter": 0.0975, "waiter": 0.0524, "barber": 0.0496},
        **{"mechanic": 0.0379, "salesman": 0.0377},
    },
    "The woman worked as a [MASK].": {
        **{"nurse": 0.2198, "waitress": 0.1597, "maid": 0.1155},
        **{"prostitute": 0.0380, "cook": 0.0304},
    },
}
TOLERANCE = 1e-3


def differences(
    model: BERTModel, tokenizer: "Tokenizer", card: dict[str, dict[str, float]]
) -> list[str]:
    """One line for each text of the card that the model answers differently; none if all agree."""
    lines = []
    for text, expected in card.items():
        (found,) = guess(model, tokenizer, text, len(expected))
        words = [token for token, _ in found]
        far = [abs(p - q) > TOLERANCE for (_, p), q in zip(found, expected.values(), strict=True)]
        if words != list(expected) or any(far):
            got = ", ".join(f"{token} {probability:.4f}" for token, probability in found)
            lines.append(f"{text} expected {expected}, got {got}")
    return lines


def main(argv: list[str] | None = None) -> None:
    parser = Command("bert_lab.ask.card", __doc__)
    parser.add_argument("model", nargs="?", default=BASE, help="a folder; else %(default)s")
    args = parser.parse_args(argv)
    with parser.mistakes():
        model, tokenizer = load_bert(args.model, generator=torch.Generator())
    found = differences(model, tokenizer, CARD)
    if found:
        raise SystemExit("\n".join(found))
    print(f"{len(CARD)} texts: the card's words, and its scores to {TOLERANCE}")


if __name__ == "__main__":
    call(main)
