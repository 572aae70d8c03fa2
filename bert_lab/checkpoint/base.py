"""The base model of an adapter: how its folder names it, and how that is verified.

See `ch-finetuning`.

`config.json` has `base`, a name of the hub or the way from the adapter to a folder, which begins
with a dot, and `digest`, of the base's weights, unless the base is proved by digests of its own.
"""

import os
from pathlib import Path
from typing import Any

from bert_lab.checkpoint.digests import digest_weights
from bert_lab.checkpoint.files import check_files, prefix_errors, read_fields
from bert_lab.checkpoint.hub import find_folder, find_named, local_folder

FILES = ("config.json", "model.safetensors")


def describe_base(model: str | Path, home: Path) -> dict[str, str]:
    """The fields of an adapter's `config.json` that identify its base.

    Args:
        model: the base, as `load_bert` takes it, or an adapter of the same base.
        home: where the adapter will lie. A folder is told by the way there from `home`, so that
            both can be moved together.

    Raises what `find_base` does.
    """
    given = find_folder(model)
    base, folder = base_of(given), find_base(given)
    if base is None or folder is None:
        base, folder = given if local_folder(model) else str(model), given
    reference = _way(home, folder) if isinstance(base, Path) else base
    return {"base": reference, "digest": digest_weights(folder / FILES[1])}


def is_adapter(folder: Path) -> bool:
    """Whether a folder holds an adapter, by its `config.json`."""
    return _read(folder).get("base") is not None


def base_of(folder: Path) -> str | Path | None:
    """The base of the adapter in a folder, as `load_bert` takes it; None if it holds no adapter."""
    with prefix_errors(folder / "config.json"):
        base = _read(folder).get("base")
        if base is not None and not isinstance(base, str):
            raise ValueError(f"base: expected a name, got {base!r}")
        if base is None or not (base.startswith(".") or os.path.isabs(base)):
            return base
        return Path(os.path.realpath(folder / base))


def find_base(folder: Path) -> Path | None:
    """The folder of the base of the adapter in a folder; None if it holds no adapter.

    Raises:
        ValueError: if the base isn't there, has other weights now, or is an adapter itself.
    """
    base = base_of(folder)
    if base is None:
        return None
    try:
        found = find_named(base) if isinstance(base, str) else base
        if is_adapter(found):
            raise ValueError("that is an adapter itself, where a whole model is expected")
        check_files(found, FILES)
        digest = _read(folder).get("digest")
        if digest is not None and digest != digest_weights(found / FILES[1]):
            raise ValueError("it has other weights now than those of the adapter's training")
    except (OSError, ValueError) as error:
        raise ValueError(f"{folder}: an adapter of {base}: {error}") from error
    return found


def _read(folder: Path) -> dict[str, Any]:
    path = folder / "config.json"
    return read_fields(path) if path.is_file() else {}


def _way(home: Path, folder: Path) -> str:
    try:
        way = Path(os.path.relpath(folder.resolve(), home.resolve())).as_posix()
    except ValueError:  # on Windows there is no way to another drive
        return str(folder.resolve())
    return way if way.split("/")[0] in (".", "..") else f"./{way}"
