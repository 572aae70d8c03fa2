"""A reader's own text as pairs: word pieces, and the original's segments (`ch-pretraining`)."""

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import torch

from bert_core.pairs import PairData, pack_pairs, segment_pairs
from bert_lab.text.own_text import OwnText
from bert_lab.text.tokenization import encode, train_wordpiece
from bert_lab.text.wordpiece import LONGEST_WORD, find_special_ids
from bert_lab.training_loop.batches import derived

if TYPE_CHECKING:
    from tokenizers import Tokenizer

CHUNK = 256  # documents among which a false second text is drawn
MOST_UNKNOWN = 0.2  # of a text's letters
Documents = list[list[str]]


def pack_text(
    text: OwnText, max_len: int, vocab_size: int, seed: int, tokenizer: "Tokenizer | None"
) -> tuple["Tokenizer", PairData, PairData, dict[str, Any]]:
    """Tokenizer, training and held-out pairs, and what the record says of the text.

    Args and errors: as of `prepare`.
    """
    from tokenizers import Tokenizer

    found = Counter[str]()
    train, valid = list(text.documents("train", found)), list(text.documents("valid"))
    facts: dict[str, Any] = dict(found)
    if tokenizer is None:
        facts["strip_accents"] = text.strip_accents
        # words such as `<mask>` are cut as any others are
        words = [[one.replace("<", " < ") for one in document] for document in train]
        tokenizer = train_wordpiece(
            words, vocab_size, language=text.language, strip_accents=text.strip_accents
        )
    reader = Tokenizer.from_str(tokenizer.to_str())
    reader.encode_special_tokens = True
    pairs, counts = _pairs(train, reader, max_len, seed, "train")
    held_out, _ = _pairs(valid, reader, max_len, seed, "valid")
    return tokenizer, pairs, held_out, counts | facts | {"unknown_letters": _unknown(reader, train)}


def _pairs(
    documents: Documents, tokenizer: "Tokenizer", max_len: int, seed: int, split: str
) -> tuple[PairData, dict[str, int]]:
    """The original's segment pairs, and how many were too long or had no other document.

    Source: `create_pretraining_data.py` in google-research/bert, where a chunk is an input file.
    Deviations: as of `segment_pairs`.
    """
    parts, skipped = [], 0
    for start in range(0, len(documents), CHUNK):
        found = encode(tokenizer, documents[start : start + CHUNK])
        chunk = [list(filter(None, ids)) for ids in found]  # of control characters nothing is left
        if sum(map(bool, chunk)) < 2:
            skipped += len(chunk)
            continue
        generator = derived(seed, split, start)
        parts.append(pack_pairs(segment_pairs(chunk, max_len, generator).pairs, max_len, generator))
    if not parts:
        raise ValueError(
            f"{split!r}: expected at least two documents of two or more sentences, got {skipped}"
        )
    columns = zip(*((x.tokens, x.segments, x.valid_lens, x.is_next) for x in parts), strict=True)
    truncated = sum(part.truncated for part in parts)
    counts = {"truncated_pairs": truncated, "skipped_documents": skipped}
    return PairData(*map(torch.cat, columns), truncated=truncated), counts


def _unknown(tokenizer: "Tokenizer", documents: Documents) -> float:
    """The share of letters that are read as `<unk>`; ValueError if it is too large."""
    words = Counter(word for text in chain.from_iterable(documents) for word in text.split())
    found = tokenizer.encode_batch(list(words), add_special_tokens=False)
    unk, lost = find_special_ids(tokenizer).unk, 0
    for one, times in zip(found, words.values(), strict=True):
        spans = zip(one.ids, one.offsets, strict=True)
        lost += times * sum(end - start for token, (start, end) in spans if token == unk)
    share = round(lost / sum(len(word) * times for word, times in words.items()), 4)
    if share > MOST_UNKNOWN:
        raise ValueError(
            f"expected at most {MOST_UNKNOWN:.0%} of the text to be read as <unk>, got "
            f"{share:.0%}; put blanks between words, for one may have {LONGEST_WORD} letters, and "
            "give --init a model that knows the script"
        )
    return share
