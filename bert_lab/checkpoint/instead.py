"""Recognise what is stored where a checkpoint is expected, and say what to do with it."""

from collections.abc import Iterable
from fnmatch import fnmatch
from glob import glob
from pathlib import Path
from typing import NamedTuple

_CONVERT = "from_pretrained, then save_pretrained"
_ORIGIN = "take the model that it was made from"
_PICKLED = (
    "Such files are pickled: reading one runs whatever code its author put into it, so it is "
    f"refused. Whoever trusts it can convert it with transformers: {_CONVERT}"
)
_POINTER = "a pointer of Git LFS and not the file itself; git lfs pull in its folder fetches that"


class Form(NamedTuple):
    """A model format that isn't read here: its files, its name, what to do with it."""

    patterns: tuple[str, ...]
    name: str
    remedy: str


# In this order: of several forms the first is the easiest to convert.
FORMS = (
    Form(
        ("adapter_config.json", "adapter_model.*"),
        "an adapter of PEFT",
        "Merge it into its base with peft: merge_and_unload, then save_pretrained",
    ),
    Form(("openvino_*", "*.mlpackage", "*.mlmodel", "*.tflite"), "a model to run alone", _ORIGIN),
    Form(
        ("*.safetensors.index.json", "model-*-of-*.safetensors"),
        "sharded safetensors, weights in several files",
        "Put all of them into a folder, with model.safetensors.index.json and config.json, and "
        "give that",
    ),
    Form(
        ("*.bin", "*.bin.index.json", "*.pt", "*.pth", "*.ckpt", "*.pkl"),
        "",  # they are known by their files' names
        _PICKLED,
    ),
    Form(
        ("*.h5", "*.keras", "*.ckpt.index", "*.ckpt.meta", "*.ckpt.data-*", "saved_model.pb"),
        "a TensorFlow checkpoint",
        f"Convert it with transformers before version 5: {_CONVERT} (from_tf=True)",
    ),
    Form(
        ("*.msgpack",),
        "a Flax checkpoint",
        f"Convert it with transformers before version 5: {_CONVERT} (from_flax=True)",
    ),
    Form(("*.onnx", "onnx"), "an ONNX model, to run alone", f"Instead {_ORIGIN}"),
    Form(("*.gguf", "*.ggml"), "a GGUF model of llama.cpp", f"Instead {_ORIGIN}"),
    Form(("*.zip", "*.tar", "*.tar.*", "*.tgz"), "an archive", "Unpack it, and give its folder"),
    Form(
        ("*.safetensors",),
        "weights under another name",
        "If they are the model's, call the file model.safetensors; load_packed of "
        "bert_lab.checkpoint reads what a page saved",
    ),
)
# How files begin that have another's name.
_STARTS = {
    b"version https://git-lfs": _POINTER,
    b"<!doctype": "a web page; fetch the file itself",
    b"<html": "a web page; fetch the file itself",
    b"PK\x03\x04": f"PyTorch weights or another archive. {_PICKLED}",
    b"\x80": f"PyTorch weights. {_PICKLED}",
    b"\x89HDF": f"{FORMS[4].name}. {FORMS[4].remedy}",
    b"GGUF": f"{FORMS[7].name}. {FORMS[7].remedy}",
    b"\x1f\x8b": "an archive (gzip); unpack it first",
}


def other_form(names: Iterable[str]) -> str:
    """A sentence about the model format that these files have; "" if it is unknown."""
    names = sorted(name.rpartition("/")[2] for name in names)
    names = [name for name in names if not name.startswith(".")]  # as macOS' companions `._NAME`
    for form in FORMS:
        for name in names:
            if any(fnmatch(name, pattern) for pattern in form.patterns):
                return f"found {name}{form.name and ', ' + form.name}. {form.remedy}"
    return ""


def other_content(path: Path) -> str:
    """What a file holds instead of what its name says; "" if nothing known."""
    with path.open("rb") as file:
        return content_of(file.read(64))


def content_of(start: bytes) -> str:
    """`other_content` for a file that begins with these bytes."""
    if not start:
        return "an empty file; fetch it again"
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip(b" \r\n").lower()
    return next((kind for begin, kind in _STARTS.items() if start.startswith(begin.lower())), "")


def nearby(folder: Path) -> str:
    """The path of a checkpoint just above or below a folder without one; "" if none."""
    below = sorted(
        folder / Path(name).parent
        for pattern in ("*/config.json", "snapshots/*/config.json")  # the latter: the hub's cache
        for name in glob(pattern, root_dir=folder)
    )
    if below:
        more = f" or another of {len(below)}" if len(below) > 1 else ""
        return f"its folder {below[0].relative_to(folder)} holds one: give {below[0]}{more}"
    if (folder / "unfinished").is_dir():
        return "a training is unfinished in it: the command that began it goes on"
    if (folder.parent / "config.json").is_file():
        return f"the folder that it is in holds one: give {folder.parent}"
    return ""
