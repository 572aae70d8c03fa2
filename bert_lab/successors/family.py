"""The family tree: what became of BERT, and who changed what (`ch-after`)."""

import tomllib
from importlib import resources
from typing import NamedTuple


class Relative(NamedTuple):
    """A model: its name, the month of its paper, and what it changed against its `parent`.

    `section`: the label where `ch-after` tells of it; `featured`: told in full.
    """

    name: str
    since: str
    change: str
    parent: str = ""
    section: str = ""
    featured: bool = False


def family() -> list[Relative]:
    """BERT and what became of it, each after its parent. See `ch-after`."""
    path = resources.files("bert_lab") / "assets" / "family.toml"
    models = tomllib.loads(path.read_text("utf-8"))
    return [Relative(name, **facts) for name, facts in models.items()]
