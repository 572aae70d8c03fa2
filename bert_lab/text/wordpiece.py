"""What masking and packing need to know of a WordPiece vocabulary such as the original's.

Any vocabulary of this kind will do, the book's own among them. See `ch-original`.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import name

import torch

from bert_core.inputs import SPECIAL_TOKENS, SpecialIds

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from tokenizers.normalizers import Normalizer

ORIGINAL_SPELLINGS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
ROBERTA_SPELLINGS = ("<pad>", "<unk>", "<s>", "</s>", "<mask>")
MASKS = re.compile(r"(?i)[<＜〈《[［【]mask[>＞〉》\]］】]")  # as input methods write it, too
CONTINUES = "##"  # in front of a piece that goes on with a word
LONGEST_WORD = 100  # letters: a longer word is `[UNK]`
# Scripts that put no blank between words, as Unicode's names of their characters begin.
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")
_MOST_UNSPACED = 0.1  # of the pieces; bert-base-uncased has 0.02


def make_normalizer(strip_accents: bool, language: str) -> "Normalizer":
    """The original's normalizer, or one that keeps accents in one canonical form.

    It is stored with the tokeniser.
    """
    from tokenizers import Regex, normalizers

    cleaned = normalizers.BertNormalizer(lowercase=True, strip_accents=strip_accents)
    if strip_accents:
        return cleaned
    # of İ the library's small letter is two characters, i and a dot above
    small = {"İ": "i"} | ({"I": "ı"} if language.partition("-")[0] in ("tr", "az") else {})
    letters = [normalizers.Replace(capital, letter) for capital, letter in small.items()]
    # half-width kana and full-width letters are the same words there, as Japanese BERTs take them
    wide = language.partition("-")[0] in ("ja", "ko", "zh")
    form = [normalizers.NFC()]
    if wide:  # nor is it a letter of its own which shape of a character a name has
        shapes = Regex("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
        form = [normalizers.NFKC(), normalizers.Replace(shapes, "")]
    return normalizers.Sequence([*form, *letters, cleaned])


def find_special_ids(tokenizer: "Tokenizer") -> SpecialIds:
    """The ids of the five special tokens, in the book's spelling, the original's or RoBERTa's.

    Raises:
        ValueError: for a tokeniser that has none of these.
    """
    ids = map(tokenizer.token_to_id, find_spellings(tokenizer))
    return SpecialIds(*(i for i in ids if i is not None))


def find_spellings(tokenizer: "Tokenizer") -> tuple[str, ...]:
    """The tokeniser's spelling of the five; raises as `find_special_ids`."""
    known = SPECIAL_TOKENS, ORIGINAL_SPELLINGS, ROBERTA_SPELLINGS
    for spellings in known:
        if None not in map(tokenizer.token_to_id, spellings):
            return spellings
    raise ValueError(f"expected a tokeniser with {' or '.join(map(', '.join, known))}")


def token_ids(tokenizer: "Tokenizer") -> dict[str, int]:
    """From tokens to ids, the special tokens in the book's spelling, too."""
    return tokenizer.get_vocab() | dict(
        zip(SPECIAL_TOKENS, find_special_ids(tokenizer), strict=True)
    )


def find_continuations(tokenizer: "Tokenizer") -> torch.Tensor:
    """bool (V,): which pieces go on with a word, as `mask_tokens` takes it.

    Raises:
        ValueError: for a vocabulary of Chinese, Japanese, Thai or another script without blanks
            between words: there "##" says nothing of them, and `cut_words` asks for them.

    See `ch-original`.
    """
    pieces = [tokenizer.id_to_token(i) or "" for i in range(tokenizer.get_vocab_size())]
    unspaced = sum(any(name(c, "").startswith(_UNSPACED) for c in piece) for piece in pieces)
    if unspaced > _MOST_UNSPACED * len(pieces):
        raise ValueError(
            "expected a vocabulary of a script with blanks between words, got one of Chinese, "
            "Japanese, Thai or the like: cut the words with a segmenter, and give mask_tokens what "
            "cut_words makes of them"
        )
    return torch.tensor([piece.startswith(CONTINUES) for piece in pieces])


def cut_words(tokenizer: "Tokenizer", words: Sequence[str]) -> tuple[list[int], list[bool]]:
    """The pieces of a text that is split into words already, such as by a segmenter.

    Returns:
        Their ids, without special tokens, and which of them go on with a word: padded to (B, T)
        this is what `mask_tokens` takes as `continuations`. See `ch-original`.
    """
    found = tokenizer.encode_batch(list(words), add_special_tokens=False)
    ids = [token for one in found for token in one.ids]
    return ids, [place > 0 for one in found for place in range(len(one.ids))]


def reorder_wordpiece(tokenizer: "Tokenizer", order: list[int]) -> "Tokenizer":
    """The same tokeniser with new ids: `order` gives the old id of each new one.

    Raises:
        ValueError: for a vocabulary that is not of word pieces.
    """
    from tokenizers import Tokenizer, models, processors

    if not isinstance(tokenizer.model, models.WordPiece):
        raise ValueError(f"expected a vocabulary of word pieces, got {tokenizer.model}")
    pieces = enumerate(map(tokenizer.id_to_token, order))
    ids = {piece: i for i, piece in pieces if piece is not None}
    _, unk, cls, sep, _ = spellings = find_spellings(tokenizer)
    reordered = Tokenizer(models.WordPiece(ids, unk_token=unk))
    reordered.normalizer, reordered.pre_tokenizer = tokenizer.normalizer, tokenizer.pre_tokenizer
    reordered.decoder = tokenizer.decoder
    reordered.post_processor = processors.BertProcessing((sep, ids[sep]), (cls, ids[cls]))
    reordered.add_special_tokens(list(spellings))
    return reordered
