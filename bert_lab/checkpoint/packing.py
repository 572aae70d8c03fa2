"""A checkpoint as one file, for a page that runs the model itself, and back.

The book is built without torch, so it runs this file by path and imports nothing of the package.
`single_file.py` reads such a file.
"""

import json
import struct
from pathlib import Path

VERSION = "1"  # a reader refuses any other


def pack(weights: bytes, config: dict, vocab: dict[str, int]) -> bytes:
    """A safetensors file with configuration and vocabulary in its header.

    Args:
        weights: a safetensors file in half precision, as `save_checkpoint` writes it, or with
            bytes, as `pack_small` does.
        config: the fields of `BERTConfig`.
        vocab: {token: id}, ids 0 to V - 1.

    Returns:
        Length of the header (8 bytes, little-endian), JSON header, tensors in alphabetical order,
        those of bytes last; in its `__metadata__` are `config` and `vocab`, as JSON, and the form's
        `version`. Equal models give equal bytes, whichever version of the library wrote
        `weights`.

    Raises:
        ValueError: for weights in another precision.

    `unpack` in `web/bert/packed.ts` and `load_packed` read it.
    """
    tensors = read_header(weights)
    tensors.pop("__metadata__", None)
    start = header_end(weights)
    words = _json(sorted(vocab, key=lambda word: vocab[word]))
    metadata = {"config": _json(config), "version": VERSION, "vocab": words}
    header: dict[str, dict] = {"__metadata__": metadata}
    payload = b""
    for name, tensor in sorted(tensors.items(), key=lambda item: (item[1]["dtype"], item[0])):
        if (dtype := tensor["dtype"]) not in ("F16", "I8"):
            raise ValueError(f"{name}: expected half precision (F16) or bytes (I8), got {dtype}")
        first, end = (start + offset for offset in tensor["data_offsets"])
        offsets = [len(payload), len(payload) + end - first]
        header[name] = {"dtype": dtype, "shape": tensor["shape"], "data_offsets": offsets}
        payload += weights[first:end]
    text = _json(header).encode()
    return struct.pack("<Q", len(text)) + text + payload


def pack_folder(folder: Path) -> bytes:
    """`pack` for a checkpoint on disk, read without safetensors and tokenizers."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    tokenizer = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    return pack((folder / "model.safetensors").read_bytes(), config, tokenizer["model"]["vocab"])


def header_end(weights: bytes) -> int:
    """The offset at which the tensors of a safetensors file begin."""
    return 8 + struct.unpack("<Q", weights[:8])[0]


def read_header(weights: bytes) -> dict:
    """The header of a safetensors file: {tensor name: dtype, shape, data_offsets}."""
    return json.loads(weights[8 : header_end(weights)])


def _json(value) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
