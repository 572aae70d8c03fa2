"""What a model puts in the place of hidden words (`ch-original`)."""

from typing import TYPE_CHECKING, NamedTuple

import torch

from bert_core.inputs import MASK, SPECIAL_TOKENS
from bert_core.model import BERTModel
from bert_lab.text.wordpiece import MASKS, ORIGINAL_SPELLINGS, find_special_ids, find_spellings

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SPELLINGS = ORIGINAL_SPELLINGS[MASK], SPECIAL_TOKENS[MASK]  # a reader may write either


class Guess(NamedTuple):
    """A token for the place of a hidden one, and its probability, from 0 to 1."""

    token: str
    probability: float


def guess(
    model: BERTModel,
    tokenizer: "Tokenizer",
    text: str,
    num_guesses: int = 5,
    *,
    second: str | None = None,
) -> list[list[Guess]]:
    """The most probable tokens for each hidden place of a text, or of two.

    Args:
        model, tokenizer: as `load_bert` gives them; the model with a trained MLM head.
        text: with `[MASK]` or `<mask>` in each hidden place.
        num_guesses: for each place, or as many as there are tokens.
        second: a text that comes after it, as the second segment.

    Returns:
        For each place in order its guesses, the best first.

    Raises:
        ValueError: for a text without a hidden place, or one of more tokens than the model takes.

    See `ch-original`.
    """
    special = find_special_ids(tokenizer)
    ids, segments = read_texts(model, tokenizer, text, second)
    if special.mask not in ids:
        raise ValueError(
            f"text: expected {' or '.join(SPELLINGS)} in the place of a word, got "
            + (text if text.strip() else "nothing")
        )
    tokens = torch.tensor([ids])  # (1, T)
    places = (tokens[0] == special.mask).nonzero().T  # (1, P)
    with torch.no_grad():
        _, logits, _ = model(tokens, torch.tensor([segments]), None, places)
    best = logits[0].softmax(dim=-1).topk(min(num_guesses, logits.shape[-1]))  # (P, num_guesses)
    return [
        [Guess(spelled(tokenizer, i), p) for i, p in zip(*row, strict=True)]
        for row in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    ]


def follows(model: BERTModel, tokenizer: "Tokenizer", text: str, second: str) -> float:
    """The probability that a second text comes after the first, for a model with an NSP head.

    Raises:
        ValueError: for texts of more tokens than the model takes.

    See `ch-nsp`.
    """
    ids, segments = read_texts(model, tokenizer, text, second)
    with torch.no_grad():
        _, _, logits = model(torch.tensor([ids]), torch.tensor([segments]))
    return logits[0].softmax(dim=-1)[1].item()


def read_texts(
    model: BERTModel, tokenizer: "Tokenizer", text: str, second: str | None = None
) -> tuple[list[int], list[int]]:
    """Ids and segments of one text or two, with the special tokens around them.

    Raises ValueError for more tokens than the model takes.
    """
    special, first = find_special_ids(tokenizer), _spell_mask(tokenizer, text)
    if second is None:
        ids = [special.cls, *tokenizer.encode(first, add_special_tokens=False).ids, special.sep]
        segments = [0] * len(ids)
    else:
        encoding = tokenizer.encode(first, _spell_mask(tokenizer, second))
        ids, segments = encoding.ids, encoding.type_ids
    if len(ids) > model.config.max_len:
        raise ValueError(
            f"text: expected at most {model.config.max_len} tokens with special ones, got "
            f"{len(ids)}; ask with a shorter text"
        )
    return ids, segments


def _spell_mask(tokenizer: "Tokenizer", text: str) -> str:
    """The text with hidden words spelled as the tokeniser's mask token."""
    return MASKS.sub(find_spellings(tokenizer)[MASK], text)


def spelled(tokenizer: "Tokenizer", token: int) -> str:
    """A token as it is read: a byte pair that begins a word begins with its space."""
    return tokenizer.decode([token], skip_special_tokens=False) or f"token {token}"


def unknown_words(tokenizer: "Tokenizer", text: str) -> list[str]:
    """The words of a text that become `<unk>`, or another special token than `<mask>`."""
    special, text = find_special_ids(tokenizer), _spell_mask(tokenizer, text)
    encoding = tokenizer.encode(text, add_special_tokens=False)
    spans = zip(encoding.ids, encoding.offsets, strict=True)
    return [text[start:end] for token, (start, end) in spans if token in special[:MASK]]
