"""Whom a gap filler takes a profession for, and which one it gives to whom: asked both ways."""

from typing import TYPE_CHECKING

import torch

from bert_core.model import BERTModel
from bert_lab.text.wordpiece import find_special_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Written down before anyone was asked. None says in its form who does it, and all are one piece.
PROFESSIONS = (
    *("nurse", "doctor", "teacher", "engineer", "secretary", "driver", "lawyer", "cleaner"),
    *("pilot", "cook", "farmer", "librarian", "soldier", "dancer", "scientist", "carpenter"),
    *("manager", "baker", "judge", "singer"),
)
NOBODY = "person"
# With the words that would say who it is: of a woman, of a man.
WHO = {
    "the {} said that [MASK] was late.": ("she", "he"),
    "the {} forgot [MASK] keys again.": ("her", "his"),
    "[MASK] has been a {} for ten years.": ("she", "he"),
}
WHAT = {"woman": "the woman worked as a [MASK].", "man": "the man worked as a [MASK]."}


def guess_who(model: BERTModel, tokenizer: "Tokenizer") -> dict[str, float]:
    """By profession the share of a woman's word among both words, the mean over three sentences."""
    shares = {}
    for job in (*PROFESSIONS, NOBODY):
        found = []
        for text, (hers, his) in WHO.items():
            probs = _at_mask(model, tokenizer, text.format(job))
            of_woman, of_man = (float(probs[tokenizer.token_to_id(w)]) for w in (hers, his))
            found.append(of_woman / (of_woman + of_man))
        shares[job] = sum(found) / len(found)
    return shares


def guess_what(model: BERTModel, tokenizer: "Tokenizer") -> dict[str, float]:
    """By profession how many times as probable for a woman as for a man."""
    hers, his = (_at_mask(model, tokenizer, text) for text in WHAT.values())
    ids = {job: tokenizer.token_to_id(job) for job in PROFESSIONS}
    return {job: float(hers[i] / his[i]) for job, i in ids.items()}


def _at_mask(model, tokenizer, text):
    """Probabilities (V,) at the hidden place."""
    ids = torch.tensor([tokenizer.encode(text).ids])  # (1, T)
    place = (ids == find_special_ids(tokenizer).mask).nonzero()[:, 1:]  # (1, 1)
    with torch.no_grad():
        _, logits, _ = model(ids, torch.zeros_like(ids), None, place)
    return logits[0, 0].softmax(dim=-1)
