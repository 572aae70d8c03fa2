"""Generate what the page knows of released files from the package's own tables (`make web`)."""

import json

from bert_lab.checkpoint.families.bert import BERT, tensor_names
from bert_lab.checkpoint.families.registry import FAMILIES, OTHERS, STARTS
from book.bundles import WEB

FILE = WEB / "original" / "spelled.json"


def spelled() -> str:
    """BERT's sizes and what it can't vary, its parameters (of one block) and what some files store
    beside them (with what it repeats, if anything), and by what other families are known."""
    fields, names = BERT.fields, BERT.names
    sizes = [name for name, value in vars(fields.base).items() if isinstance(value, int)]
    tables = {
        "sizes": {ours: theirs for ours, theirs in fields.table.items() if ours in sizes},
        "fixed": fields.fixed | {"hidden_act": "gelu"},  # the page's kernels have no other
        "parameters": tensor_names(1),
        "spare": names.copies | dict.fromkeys(names.unlearned),
        "families": OTHERS | {one.fields.fixed["model_type"]: one.name for one in FAMILIES},
        "starts": {
            start: name for starts, name in STARTS.items() if name != BERT.name for start in starts
        },
    }
    return json.dumps(tables, indent=2, allow_nan=False) + "\n"
