"""The tokenizer of a folder in the reference layout, as Transformers reads it (`ch-original`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bert_core.inputs import SPECIAL_TOKENS
from bert_lab.checkpoint.files import read_tokenizer
from bert_lab.text.wordpiece import find_spellings

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_PADDED_TO = 128  # rows of an embedding are often rounded up to a multiple of this or less


def read_vocabulary(folder: Path, config: Any) -> "Tokenizer":
    """The tokenizer of a folder, with the tokens that were added to it; it neither pads nor cuts.

    Args:
        folder: what `AutoTokenizer` reads; a `tokenizer.json` without settings counts as it is.
        config: Transformers' configuration of its model.

    Raises ValueError for a damaged file, a tokenizer that is none of the `tokenizers` library, and
    one of another size than the model's.
    """
    from transformers import AutoTokenizer

    whole, settings = folder / "tokenizer.json", folder / "tokenizer_config.json"
    with by_transformers(folder):
        if whole.is_file() and not settings.is_file():
            tokenizer = read_tokenizer(whole)
        else:
            found = AutoTokenizer.from_pretrained(folder, config=config, local_files_only=True)
            tokenizer = getattr(found, "backend_tokenizer", None)
            if tokenizer is None:
                raise ValueError(f"a {type(found).__name__} is none of the tokenizers library")
            if not tokenizer.get_vocab().keys() - {*found.all_special_tokens}:
                raise ValueError("expected a vocabulary, found none")
        tokenizer.no_padding()
        tokenizer.no_truncation()
        check_size(tokenizer, config.vocab_size)
    return tokenizer


def check_size(tokenizer: "Tokenizer", vocab_size: int) -> None:
    """Raise ValueError if the tokenizer's size or special tokens don't fit the model."""
    is_book_s = find_spellings(tokenizer) == SPECIAL_TOKENS  # made for its model, to the row
    size = max(tokenizer.get_vocab().values()) + 1
    if not size <= vocab_size < size + (1 if is_book_s else _PADDED_TO):
        raise ValueError(
            f"expected a vocabulary for the {vocab_size} rows of the model's embedding, got "
            f"{size} tokens; take the vocabulary that the model was trained with"
        )


@contextmanager
def by_transformers(path: Path) -> Iterator[None]:
    """Let Transformers read a file or folder: whatever it raises is a ValueError that names it."""
    from transformers.utils import logging

    verbosity = logging.get_verbosity()
    logging.set_verbosity_error()  # what concerns the reader is raised
    try:
        yield
    except Exception as error:  # each of its formats has kinds of its own
        raise ValueError(f"{path}: {error}") from error
    finally:
        logging.set_verbosity(verbosity)
