"""The family tree: what became of BERT, and who changed what (`ch-after`)."""

import tomllib
from importlib import resources
from typing import NamedTuple


class Relative(NamedTuple):
    """A model: its name, the month of its paper, and what it changed against its `parent`.

    `parameters`, without heads of pretraining, are of the size called `size`, or of the base size.
    What is not known is 0 or empty. `section`: the label where `ch-after` tells of it; `featured`:
    told in full, its table has the others. `arxiv` is the number of the paper, or `page` the
    address of the authors' page.
    """

    name: str
    since: str
    change: str
    arxiv: str = ""
    page: str = ""
    parent: str = ""
    size: str = ""
    parameters: int = 0
    section: str = ""
    featured: bool = False

    @property
    def source(self) -> str:
        """The URL of the paper, or of its authors' page."""
        return self.page or f"https://arxiv.org/abs/{self.arxiv}"


def family() -> list[Relative]:
    """BERT and what became of it, each after its parent. See `ch-after`."""
    path = resources.files("bert_lab") / "assets" / "family.toml"
    models = tomllib.loads(path.read_text("utf-8"))
    return [Relative(name, **facts) for name, facts in models.items()]
