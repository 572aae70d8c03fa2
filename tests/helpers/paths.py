"""Where the project is, and where real data lie if there are any."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Public data sets, which the project does not ship: see chapters/building.md, "Versions".
DATA = Path(os.environ.get("BERT_BOOK_DATA", ROOT.parent / "shared" / "data"))
