"""Where a checkpoint's files are: a folder, or the cache of the public hub (`ch-original`)."""

import os
import re
from importlib import resources
from pathlib import Path

from bert_lab.checkpoint import released
from bert_lab.checkpoint.instead import other_form

FILES = ("config.json", "model.safetensors")
GAP_FILLER = Path(str(resources.files("bert_lab") / "assets" / "gap-filler"))
_TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json", "added_tokens.json", "vocab.txt")
_HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")
_ADDRESS = re.compile(r"(https?://|hf://)?(www\.)?(huggingface\.co/|hf\.co/)?")
_OWN = (GAP_FILLER.name, released.RELEASED, released.HUB_NAME)  # had without asking the hub


def find_folder(folder_or_hub_name: str | Path) -> Path:
    """The folder itself, or the one that `huggingface_hub` caches for a name.

    What was fetched once is not fetched again: it stays in that library's cache. The released model
    is taken from its package if that is installed, and proved by its digests wherever it is from;
    the gap filler comes with this package. The hub is never asked for what is a place here.

    Raises:
        FileNotFoundError: if it is no folder and can't be a name; it says what to give instead.
        ImportError: if the hub is asked and `huggingface_hub` is not installed.
        ConnectionError: if the hub doesn't have the model or can't be reached.
        ValueError: if a file of the released model is not the released one, or the hub has the
            model in another form alone, which is named.
    """
    folder = local_folder(folder_or_hub_name)
    if folder is not None:
        return folder
    name = str(folder_or_hub_name)
    is_name = isinstance(folder_or_hub_name, str) and _HUB_NAME.fullmatch(name)
    hint = _hint(name)
    if name not in _OWN and (hint or not is_name):
        raise FileNotFoundError(
            f"{name}: expected the folder of a checkpoint, found {hint or 'none'}"
        )
    return find_named(name)


def local_folder(folder_or_hub_name: str | Path) -> Path | None:
    """The local folder of that name, if it exists; `~` is expanded."""
    if not str(folder_or_hub_name).strip():
        return None  # for `Path` that would be the folder where one stands
    try:
        folder = Path(folder_or_hub_name).expanduser()
    except RuntimeError:  # nobody's
        return None
    return folder if folder.is_dir() else None


def find_named(name: str) -> Path:
    """`find_folder` for a hub name, even where a local folder has the same name."""
    if name == GAP_FILLER.name:
        return GAP_FILLER
    if name in (released.RELEASED, released.HUB_NAME):
        return _find_released()
    if not _HUB_NAME.fullmatch(name):
        raise FileNotFoundError(f"{name}: expected a name of the public hub")
    return _fetch(name)


def _hint(given: str) -> str:
    """What is at this path instead of a folder, and what to pass; "" if nothing is."""
    path = Path(given)
    if not given.strip():
        return "nothing; give a folder, or a name of the public hub"
    if path.is_file():
        return f"a file; give the folder that it is in: {path.parent}"
    if os.path.lexists(path):
        return "a link that leads nowhere, or what is no file"
    if "://" in given or given.startswith(("huggingface.co/", "hf.co/", "www.")):
        name = "/".join(_ADDRESS.sub("", given, count=1).split("?")[0].split("/")[:2])
        at_hub = "huggingface.co" in given or "hf.co" in given or given.startswith("hf:")
        known = at_hub and _HUB_NAME.fullmatch(name)
        return "an address; give " + (f"the name alone: {name}" if known else "a folder or a name")
    for other in (given.strip(), given.replace("\\", "/"), given.rstrip("/\\ ")):
        if other != given and (local_folder(other) or _HUB_NAME.fullmatch(other)):
            return f"none; did you mean {other}?"
    first = path.parts[0]
    if len(path.parts) > 1 and first not in (path.anchor, ".", "..") and os.path.isdir(first):
        return f"none: there is a folder {first}, and no {path.parts[1]} in it"
    if path.suffix in (".safetensors", ".bin", ".pt", ".json", ".txt"):
        return "no such file, either; give the folder that it is in"
    return ""


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
    """The folder in the hub's cache, downloaded if missing."""
    try:
        from huggingface_hub import HfApi, snapshot_download
    except ImportError:
        raise ImportError(
            f"{name} is no folder; a model of the hub needs: pip install huggingface_hub"
        ) from None
    wanted = [*FILES, *_TOKENIZER_FILES]
    try:
        folder = Path(snapshot_download(name, revision=revision, allow_patterns=wanted))
        if not (folder / FILES[1]).is_file():
            _refuse_others(name, HfApi().list_repo_files(name, revision=revision))
    except OSError as error:
        raise ConnectionError(
            f"{name} is no folder here, and the hub gave no {' and '.join(FILES)} of that name; "
            "check the name, go online, or give a folder"
        ) from error
    return folder


def _refuse_others(name: str, files: list[str]) -> None:
    """Raise ValueError if the hub has the model only in formats that aren't read here."""
    if form := other_form(files):
        raise ValueError(f"{name}, on the hub: expected {FILES[1]}, {form}")
