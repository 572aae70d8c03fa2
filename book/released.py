"""The released BERT as the file that a page fetches, packed once and cached.

The book is built without torch, so a process of its own packs it.
"""

import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

from book.kept import write_whole

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "_build" / "released"
PACKER = "bert_lab.checkpoint.quantised"
# What the bytes follow from: the packer, and of the model the digests that it is held to.
SOURCES = tuple(
    ROOT / "bert_lab" / "checkpoint" / f"{name}.py"
    for name in ("quantised", "packing", "snapshots", "released")
)
FILLER = ROOT / "bert_lab" / "assets" / "gap-filler" / "adapter.safetensors"


@cache
def packed_file() -> Path:
    """The file, named by its digest; `.bin`, since servers may decompress `.gz`.

    Raises:
        RuntimeError: if it can't be packed, in the packer's words.
    """
    sources = [*SOURCES, *filter(Path.is_file, [FILLER])]
    made_from = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    folder = KEPT / made_from
    for path in folder.glob("real-*.bin"):
        if path.name == _name(path.read_bytes()):
            return path
    done = subprocess.run(
        [sys.executable, "-m", PACKER], cwd=ROOT, capture_output=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    path = folder / _name(done.stdout)
    write_whole(path, done.stdout)
    return path


def _name(content: bytes) -> str:
    return f"real-{sha256(content).hexdigest()[:12]}.bin"
