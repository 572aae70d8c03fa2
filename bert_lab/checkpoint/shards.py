"""Weights in one file, or in several with an index of which tensor is where (`ch-original`)."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bert_lab.checkpoint.files import prefix_errors, read_fields
from bert_lab.checkpoint.weights import open_weights

WHOLE = "model.safetensors"
INDEX = f"{WHOLE}.index.json"


class Shards:
    """Several open safetensors files as one."""

    def __init__(self, file_of: dict[str, Any]):
        self.file_of = file_of

    def keys(self) -> list[str]:
        return list(self.file_of)

    def get_slice(self, name: str) -> Any:
        return self.file_of[name].get_slice(name)

    def get_tensor(self, name: str) -> Any:
        return self.file_of[name].get_tensor(name)


def weight_files(folder: Path) -> tuple[str, ...]:
    """The names of the files that have a checkpoint's weights: one, or what its index names.

    Raises:
        ValueError: for an index that is none, or names files elsewhere.
    """
    if (folder / WHOLE).is_file() or not (folder / INDEX).is_file():
        return (WHOLE,)
    return tuple(sorted({*_weight_map(folder).values()}))


def _weight_map(folder: Path) -> dict[str, str]:
    with prefix_errors(folder / INDEX):
        table = read_fields(folder / INDEX).get("weight_map")
        found = table if isinstance(table, dict) else {}
        named = [isinstance(one, str) and Path(one).name == one for one in found.values()]
        if not named or not all(named):
            raise ValueError("expected a weight_map from tensors to files beside it")
        return found


@contextmanager
def open_folder(folder: Path) -> Iterator[Any]:
    """The open weights of a folder, whole or in shards; raises as `open_weights` does."""
    files = weight_files(folder)
    if files == (WHOLE,):
        with open_weights(folder / WHOLE) as file:
            yield file
        return
    from safetensors import safe_open

    for name in files:
        with open_weights(folder / name):
            pass  # says what is wrong with it
    with ExitStack() as stack, prefix_errors(folder / INDEX):
        opened = {name: stack.enter_context(safe_open(folder / name, "pt")) for name in files}
        table = _weight_map(folder)
        if lost := [one for one, name in table.items() if one not in opened[name].keys()]:  # noqa: SIM118
            raise ValueError(f"expected {lost[0]} in {table[lost[0]]}, found none")
        yield Shards({tensor: opened[name] for tensor, name in table.items()})
