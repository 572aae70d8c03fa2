"""Pairs in a memory-mapped file, written in chunks, read row by row (`ch-pretraining`)."""

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from bert_core.pairs import PairData, pack_pairs, segment_pairs
from bert_lab.text.tokenization import encode
from bert_lab.text.wordpiece import find_special_ids
from bert_lab.training_loop.batches import derived

if TYPE_CHECKING:
    from datasets import Dataset
    from tokenizers import Tokenizer

CHUNK = 256  # documents in memory at once


class StoredPairs:
    """Pairs on disk; only selected rows are read to memory; used as `PairData` is.

    Args:
        path: the Arrow file that `store_pairs` wrote; it has to stay there.
    """

    def __init__(self, path: Path):
        from datasets import Dataset

        self._rows = Dataset.from_file(str(path)).with_format("arrow")
        self._places = torch.arange(self._rows.features["tokens"].length)

    def __len__(self) -> int:
        """n, the number of pairs."""
        return len(self._rows)

    def select(self, rows: Tensor) -> PairData:
        """The pairs in these rows (B,) int64, in their order."""
        table = self._rows[rows.tolist()]

        def column(name):
            return torch.from_numpy(table[name].to_numpy().astype("int64"))

        tokens = table["tokens"].combine_chunks().flatten().to_numpy().astype("int64")
        valid_lens, starts = column("valid_len")[:, None], column("second_start")[:, None]
        segments = (self._places >= starts) & (self._places < valid_lens)
        return PairData(
            torch.from_numpy(tokens).view(len(rows), len(self._places)),
            segments.long(),
            valid_lens[:, 0],
            column("is_next"),
        )


def store_pairs(
    documents: "Dataset", tokenizer: "Tokenizer", max_len: int, seed: int, path: Path
) -> Counter[str]:
    """Write the original's segment pairs of documents to a file for `StoredPairs`.

    Documents are taken in chunks of `CHUNK`; a negative pair's second text comes from another
    document of the same chunk. A chunk's randomness follows from `seed`, the file's name and its
    place.

    Args:
        documents: rows with "sentences".
        tokenizer: as trained on them.
        max_len: T, positions of a packed pair; at least 5.
        seed: all randomness.
        path: of the file, which must not exist.

    Returns:
        Counts: "pairs", "truncated_pairs" (they were longer than T), "skipped_documents" (they
        had no other one in their chunk), "letters" and of these "unknown_letters", which stand in
        words that are read as `<unk>`.

    Source: `create_pretraining_data.py` in google-research/bert, where the chunk is an input file.
    Deviations: as of `segment_pairs`. See `ch-pretraining`.
    """
    import numpy as np
    from datasets import Features, Sequence, Value

    token, place = (np.min_scalar_type(end).name for end in (tokenizer.get_vocab_size(), max_len))
    columns = {
        "tokens": Sequence(Value(token), length=max_len),
        "second_start": Value(place),  # from there on segment 1
        "valid_len": Value(place),
        "is_next": Value("uint8"),
    }
    counts = Counter[str](pairs=0, truncated_pairs=0, skipped_documents=0)

    def pack(batch, indices):
        # of a sentence of control characters no token is left
        chunk = [list(filter(None, ids)) for ids in encode(tokenizer, batch["sentences"])]
        counts.update(_count_letters(tokenizer, batch["sentences"]))
        if sum(map(bool, chunk)) < 2:
            counts["skipped_documents"] += len(chunk)
            return {name: [] for name in columns}
        generator = derived(seed, path.stem, indices[0])
        draw = segment_pairs(chunk, max_len, generator)
        data = pack_pairs(draw.pairs, max_len, generator)
        counts["pairs"] += len(data)
        counts["truncated_pairs"] += data.truncated
        return {
            "tokens": data.tokens.numpy().astype(token),
            "second_start": (data.valid_lens - data.segments.sum(dim=1)).numpy(),
            "valid_len": data.valid_lens.numpy(),
            "is_next": data.is_next.numpy(),
        }

    documents.map(
        pack,
        with_indices=True,
        batched=True,
        batch_size=CHUNK,
        remove_columns=documents.column_names,
        features=Features(columns),
        cache_file_name=str(path),
        load_from_cache_file=False,
        new_fingerprint=path.stem,  # the file is named, so nothing has to be hashed
        desc=f"Pairs of {path.stem}",
    )
    return counts


def _count_letters(tokenizer: "Tokenizer", documents: list[list[str]]) -> dict[str, int]:
    """Number of non-blank characters, and of those read as `<unk>`."""
    words = Counter(word for text in chain.from_iterable(documents) for word in text.split())
    found = tokenizer.encode_batch(list(words), add_special_tokens=False)
    unk, lost = find_special_ids(tokenizer).unk, 0
    for one, times in zip(found, words.values(), strict=True):
        spans = zip(one.ids, one.offsets, strict=True)
        lost += times * sum(end - start for token, (start, end) in spans if token == unk)
    letters = sum(len(word) * times for word, times in words.items())
    return {"letters": letters, "unknown_letters": lost}
