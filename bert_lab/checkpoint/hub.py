"""Where a checkpoint's files are: a folder, or the cache of the public hub (chapter 9)."""

import re
from pathlib import Path

FILES = ("config.json", "model.safetensors")
_HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")


def find_folder(folder_or_hub_name: str | Path) -> Path:
    """The folder itself, or the one into which `huggingface_hub` has put the two files.

    What was fetched once is not fetched again: it stays in that library's cache.

    Raises:
        FileNotFoundError: if it is no folder and can't be a name.
        ImportError: if the hub is asked and `huggingface_hub` is not installed.
        ConnectionError: if the hub doesn't have the model or can't be reached.
    """
    folder = Path(folder_or_hub_name)
    if folder.is_dir():
        return folder
    if isinstance(folder_or_hub_name, Path) or not _HUB_NAME.fullmatch(folder_or_hub_name):
        raise FileNotFoundError(f"{folder}: expected the folder of a checkpoint, found none")
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise ImportError(
            f"{folder} is no folder; a model of the hub needs: pip install huggingface_hub"
        ) from None
    try:
        return Path(snapshot_download(folder_or_hub_name, allow_patterns=list(FILES)))
    except OSError as error:
        raise ConnectionError(
            f"{folder} is no folder here, and the hub gave no {' and '.join(FILES)} of that name; "
            "check the name, go online, or give a folder"
        ) from error
