"""A second, invented language: what CoVe's translator has to learn (`ch-context`).

Every word has its own counterpart, and every sense of an ambiguous word one of its own, so nobody
can translate who does not tell senses apart. The language has no articles. It has postpositions
where English has prepositions, and says the phrases of a sentence in reverse order: "i went | to
the bank | to deposit cash" becomes "deposit cash to | bank to | i went", in other words.
"""

import hashlib
from collections.abc import Sequence
from functools import cache

from bert_core.inputs import SPECIAL_TOKENS
from bert_lab.world.mini_world import senses

_ARTICLES = frozenset(("a", "an", "the"))
# Prepositions and conjunctions: each begins a phrase in English and ends it in the new language.
_TEXT = """
about after against along and as at because before behind beside between but by for from if in into
near of off on onto out outside over past so that through to under until when with
"""
_OPENERS = frozenset(_TEXT.split())
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def invent(word: str, sense: str = "O") -> str:
    """The counterpart of a word in one of its senses, three syllables made from its checksum.

    No two words of the mini-world get the same; a test says so.
    """
    digest = hashlib.sha256(f"{word}/{sense}".encode()).digest()
    return "".join(_SYLLABLES[digest[i] % len(_SYLLABLES)] for i in range(3))


def arrange(words: Sequence[str]) -> list[int]:
    """The places of the words in the order of the new language, articles left out."""
    phrases: list[list[int]] = [[]]
    for place, word in enumerate(words):
        if word in _OPENERS:
            phrases.append([])
        phrases[-1].append(place)
    order = []
    for phrase in reversed(phrases):
        opener = [place for place in phrase[:1] if words[place] in _OPENERS]
        order += phrase[len(opener) :] + opener
    return [place for place in order if words[place] not in _ARTICLES]


def translate_words(words: Sequence[str], meanings: Sequence[str]) -> list[str]:
    """A sentence in the new language.

    Args:
        words: of the English sentence.
        meanings: the sense of each word, "O" for words that have only one.

    Returns:
        Its words.

    See `ch-context`.
    """
    return [invent(words[place], meanings[place]) for place in arrange(words)]


@cache
def lexicon(words: tuple[str, ...]) -> dict[str, int]:
    """Invented word -> id, for all senses of these English words; special tokens come first."""
    meanings = senses()
    found = {
        invent(word, sense)
        for word in words
        if word not in SPECIAL_TOKENS and word not in _ARTICLES
        for sense in meanings.get(word, {"": "O"}).values()
    }
    return {word: number for number, word in enumerate([*SPECIAL_TOKENS, *sorted(found)])}
