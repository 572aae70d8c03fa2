"""What each word of a text is worth to a BERT, and the text as a whole (`ch-after`)."""

from typing import TYPE_CHECKING, NamedTuple

import torch

from bert_core.model import BERTModel
from bert_lab.ask.guesses import Guess, read_texts, spelled
from bert_lab.text.wordpiece import CONTINUES, find_special_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class WordScore(NamedTuple):
    """A token, its probability where it stands, its rank there from 1, and the best guesses."""

    token: str
    probability: float
    rank: int
    rather: list[Guess]


def score_words(
    model: BERTModel, tokenizer: "Tokenizer", text: str, num_guesses: int = 3
) -> list[WordScore]:
    """How probable each token of a text is to the model, hidden and asked for by itself.

    The further pieces of its word are hidden with it: they would give it away.

    Args:
        model, tokenizer: as `load_bert` gives them; the model with a trained MLM head.
        text: without hidden words.
        num_guesses: what the model would rather have had, at each token.

    Raises:
        ValueError: for a text without a token, or one of more tokens than the model takes.

    Source: Salazar et al. 2020; the hidden pieces are Kauf and Ivanova's (2023). See `ch-after`.
    """
    ids, _ = read_texts(model, tokenizer, text)
    places = list(range(1, len(ids) - 1))  # without the special tokens around the text
    if not places:
        raise ValueError("text: expected at least one word, got none")
    return _score(model, tokenizer, ids, places, num_guesses)


def score_word(
    model: BERTModel, tokenizer: "Tokenizer", text: str, word: str, num_guesses: int = 3
) -> WordScore:
    """How probable a word is in a text's hidden place, or, where none is hidden, where it stands.

    Args:
        model, tokenizer: as `load_bert` gives them; the model with a trained MLM head.
        text: with one hidden place, or with the word in it; of several the first is meant.
        word: a single token of the model.

    Raises:
        ValueError: for a word of several tokens or of none, one that isn't in a text without a
            hidden place, or a text of more tokens than the model takes.

    See `ch-after`.
    """
    special = find_special_ids(tokenizer)
    wanted = tokenizer.encode(word, add_special_tokens=False).ids
    if len(wanted) != 1 or wanted[0] == special.unk:
        pieces = ", ".join(spelled(tokenizer, i) for i in wanted if i != special.unk)
        raise ValueError(
            f"word: expected one token of this model, got {word!r}, which it reads as "
            f"{pieces or 'unknown'}"
        )
    ids, _ = read_texts(model, tokenizer, text)
    places = [i for i, token in enumerate(ids) if token == special.mask]
    places = places or [i for i, token in enumerate(ids) if token == wanted[0]]
    if not places:
        raise ValueError(f"word: expected it in the text, or a hidden place for it, got {text!r}")
    ids[places[0]] = wanted[0]
    return _score(model, tokenizer, ids, places[:1], num_guesses)[0]


def _score(
    model: BERTModel, tokenizer: "Tokenizer", ids: list[int], places: list[int], num_guesses: int
) -> list[WordScore]:
    """A score for each of these places, its token hidden with all pieces that go on with it."""
    row = torch.tensor(ids)  # (T,)
    goes_on = [(tokenizer.id_to_token(i) or "").startswith(CONTINUES) for i in ids]
    hidden = torch.zeros(len(places), len(ids), dtype=torch.bool)  # (N, T)
    for number, place in enumerate(places):
        end = place + 1
        while end < len(ids) and goes_on[end]:
            end += 1
        hidden[number, place:end] = True
    tokens = row.masked_fill(hidden, find_special_ids(tokenizer).mask)  # (N, T)
    positions = torch.tensor(places)[:, None]  # (N, 1)
    with torch.no_grad():
        _, logits, _ = model(tokens, torch.zeros_like(tokens), None, positions)
    shares = logits[:, 0].softmax(dim=-1)  # (N, V)
    own = shares.gather(1, row[positions])  # (N, 1)
    ranks = (shares > own).sum(dim=1) + 1  # (N,)
    best = shares.topk(num_guesses, dim=1)
    return [
        WordScore(
            spelled(tokenizer, ids[place]),
            own[number].item(),
            int(ranks[number]),
            [
                Guess(spelled(tokenizer, token), share)
                for token, share in zip(
                    best.indices[number].tolist(), best.values[number].tolist(), strict=True
                )
            ],
        )
        for number, place in enumerate(places)
    ]


def pseudo_log_likelihood(scores: list[WordScore]) -> float:
    """The sum of the logarithms, in nats, of what each token was given: at most 0.

    It isn't the logarithm of a probability, for the factors don't belong to one distribution; it
    ranks texts of one length. See `ch-after`.
    """
    return torch.tensor([one.probability for one in scores], dtype=torch.float64).log().sum().item()
