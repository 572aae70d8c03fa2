"""Real text packed into pairs on disk, atomically (`ch-pretraining`)."""

import hashlib
import json
import shutil
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bert_lab.pretraining.stored import CHUNK, store_pairs
from bert_lab.text.corpora import read_documents
from bert_lab.text.own_text import OwnText
from bert_lab.text.tokenization import train_wordpiece
from bert_lab.text.wordpiece import LONGEST_WORD

if TYPE_CHECKING:
    from datasets import Dataset
    from tokenizers import Tokenizer

Source = Path | OwnText | None  # a folder of WikiText's files, text of one's own, the public hub
ABOUT, TOKENIZER = "about.json", "tokenizer.json"
MOST_UNKNOWN = 0.2  # of a text's letters


def build_once(
    source: Source,
    folder: Path,
    max_len: int,
    vocab_size: int,
    seed: int,
    tokenizer: "Tokenizer | None" = None,
) -> dict[str, Any]:
    """Fill `folder` with tokenizer and pairs, unless it was filled with the same arguments.

    It appears only when it is whole: `tokenizer.json`, `train.arrow`, `valid.arrow` and what is
    known about them, which is returned: the arguments, and under "counts" what the record says.

    Args and errors: as of `prepare`.
    """
    wanted = {"text": _digest(source), "max_len": max_len, "vocab_size": vocab_size, "seed": seed}
    if isinstance(source, OwnText):
        wanted |= {"language": source.language, "strip_accents": source.strip_accents}
    if tokenizer is not None:
        wanted["tokenizer"] = hashlib.sha256(tokenizer.to_str().encode()).hexdigest()
    if (folder / ABOUT).is_file():
        about = json.loads((folder / ABOUT).read_text("utf-8"))
        if all(about.get(name) == value for name, value in wanted.items()):
            return about
        shutil.rmtree(folder)  # of other arguments
    elif folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder}: expected a new folder for the pairs, got one with other files")
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)  # of a run that was killed
    try:
        about = {**wanted, "counts": _build(source, part, max_len, vocab_size, seed, tokenizer)}
        (part / ABOUT).write_text(json.dumps(about, allow_nan=False), "utf-8")
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return about


def _build(source, folder, max_len, vocab_size, seed, tokenizer) -> dict[str, Any]:
    """Fill a new folder; returns the record's facts about text and training split."""
    cache, found = folder / "documents", Counter[str]()
    cache.mkdir(parents=True)
    train = _documents(source, "train", cache, found)
    valid = _documents(source, "valid", cache, Counter())
    facts: dict[str, Any] = dict(found)
    if tokenizer is None:
        own = isinstance(source, OwnText)
        # WikiText is to be compared with the original
        options = {"strip_accents": source.strip_accents if own else True}
        facts |= options
        language = source.language if own else "en"
        tokenizer = train_wordpiece(
            _Sentences(train, own), vocab_size, language=language, **options
        )
    tokenizer.save(str(folder / TOKENIZER))
    # WikiText writes <unk> for a word that it left out; in anybody else's text it is text
    tokenizer.encode_special_tokens = isinstance(source, OwnText)
    counts = [
        store_pairs(documents, tokenizer, max_len, seed, folder / f"{split}.arrow")
        for split, documents in (("train", train), ("valid", valid))
    ]
    for split, count in zip(("train", "valid"), counts, strict=True):
        if not count["pairs"]:
            raise ValueError(
                f"{split!r}: expected at least two documents of two or more sentences, got "
                f"{count['skipped_documents']}"
            )
    shutil.rmtree(cache)
    kept = {name: counts[0][name] for name in ("truncated_pairs", "skipped_documents")}
    return {**kept, **facts, "unknown_letters": _check_known(counts[0])}


def _check_known(counts: dict[str, int]) -> float:
    """The share of letters read as `<unk>`; ValueError if it is too large."""
    share = round(counts["unknown_letters"] / counts["letters"], 4)
    if share > MOST_UNKNOWN:
        raise ValueError(
            f"expected at most {MOST_UNKNOWN:.0%} of the text to be read as <unk>, got "
            f"{share:.0%}; put blanks between words, for one may have {LONGEST_WORD} letters, and "
            "give --init a model that knows the script"
        )
    return share


def _documents(source, split, cache, counts) -> "Dataset":
    """A split's documents as a memory-mapped table of one column."""
    try:
        import pyarrow as pa
        from datasets import Dataset
        from tqdm import tqdm
    except ImportError:
        raise ImportError("pretraining on real text needs: pip install datasets") from None

    own = isinstance(source, OwnText)
    documents = source.documents(split, counts) if own else read_documents(source, split)
    rows = iter(tqdm(documents, f"Documents of {split}", unit=""))
    columns, path = pa.schema({"sentences": pa.list_(pa.string())}), cache / f"{split}.arrow"
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, columns) as writer:
        while chunk := list(islice(rows, CHUNK)):
            writer.write(pa.record_batch([pa.array(chunk, columns.types[0])], schema=columns))
    return Dataset.from_file(str(path))


class _Sentences:
    """The documents of a table, iterable any number of times, one at a time in memory.

    Of one's own text, words such as `<mask>` are cut as any others are.
    """

    def __init__(self, table, own: bool):
        self.table, self.own = table, own

    def __iter__(self):
        for row in self.table:
            sentences = row["sentences"]
            yield [one.replace("<", " < ") for one in sentences] if self.own else sentences


def _digest(source) -> str:
    """A digest of all file names and bytes of the text, the same on any machine."""
    if source is None:
        return ""
    if isinstance(source, OwnText):
        top, files = source.path, source.files()
    else:
        found = (source / f"wiki.{split}.tokens" for split in ("train", "valid"))
        top, files = source, [path for path in found if path.is_file()]
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        digest.update(f"{path.relative_to(top)} {content}\n".encode(errors="surrogateescape"))
    return digest.hexdigest()
