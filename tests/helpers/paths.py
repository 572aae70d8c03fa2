"""Paths of the project, its built pages, and real data if available."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / os.environ.get("BUILT", ".") / "_build"  # of `make book`
SITE = BUILT / "html"
# Public data sets, which the project does not ship: see chapters/building.md, "Versions".
DATA = Path(os.environ.get("BERT_BOOK_DATA", ROOT.parent / "shared" / "data"))
