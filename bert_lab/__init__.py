"""What the book does with `bert_core`: text, training, history, measures, pictures, workshop.

A folder imports only from the layers below it, which pyproject.toml lists for import-linter; each
one's docstring says what it is for.
"""

import sys
from os import path

# `python -m` puts the current folder first, and a reader's `random.py` or `torch.py` there would be
# taken for the library. Python calls itself "-m" for as long as it looks the command up.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    _here = path.abspath(sys.path[0])
    if _here != path.dirname(path.dirname(path.abspath(__file__))):
        sys.path.pop(0)
