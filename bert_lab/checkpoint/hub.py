"""Where a checkpoint's files are: a folder, or the cache of the public hub (`ch-original`)."""

from importlib import resources
from pathlib import Path

from bert_lab.checkpoint import released

GAP_FILLER = Path(str(resources.files("bert_lab") / "assets" / "gap-filler"))
_WANTED = ["*.json", "*.txt", "*.safetensors"]
_PICKLED = ["pytorch_model*.bin"]  # where there is nothing else


def find_folder(folder_or_hub_name: str | Path) -> Path:
    """The folder itself, or the one that `huggingface_hub` caches for a name.

    What was fetched once is not fetched again: it stays in that library's cache. The released model
    is taken from its package if that is installed, and proved by its digests wherever it is from;
    the gap filler comes with this package. The hub is never asked for what is a place here.

    Raises:
        FileNotFoundError: if it is no folder and the hub has no model of that name, or can't be
            asked.
        ImportError: if the hub is asked and `huggingface_hub` is not installed.
        ValueError: if a file of the released model is not the released one.
    """
    folder = local_folder(folder_or_hub_name)
    if folder is not None:
        return folder
    if not isinstance(folder_or_hub_name, str) or Path(folder_or_hub_name).exists():
        raise FileNotFoundError(f"{folder_or_hub_name}: expected the folder of a checkpoint")
    return find_named(folder_or_hub_name)


def local_folder(folder_or_hub_name: str | Path) -> Path | None:
    """The local folder of that name, if it exists; `~` is expanded."""
    folder = Path(folder_or_hub_name).expanduser()
    return folder if str(folder_or_hub_name) and folder.is_dir() else None


def find_named(name: str) -> Path:
    """`find_folder` for a hub name, even where a local folder has the same name."""
    if name == GAP_FILLER.name:
        return GAP_FILLER
    if name not in (released.RELEASED, released.HUB_NAME):
        return _fetch(name)
    folder = released.installed_folder() or _fetch(released.HUB_NAME, released.REVISION)
    released.check_digests(folder)
    return folder


def _fetch(name: str, revision: str | None = None) -> Path:
    """The folder in the hub's cache, downloaded if missing."""
    from huggingface_hub import snapshot_download

    try:
        folder = Path(snapshot_download(name, revision=revision, allow_patterns=_WANTED))
        if not any(folder.glob("*.safetensors")):
            folder = Path(snapshot_download(name, revision=revision, allow_patterns=_PICKLED))
        return folder
    except (OSError, ValueError) as error:
        raise FileNotFoundError(
            f"{name}: no folder here, and the hub has no model of that name or can't be asked "
            f"({type(error).__name__})"
        ) from error
