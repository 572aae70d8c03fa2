"""All words of the workshop: in `assets/workshop`, a file for each stage and one for the judge."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

FOLDER = resources.files("bert_lab") / "assets" / "workshop"


@cache
def texts(name: str) -> dict[str, Any]:
    """What `assets/workshop/NAME.toml` says."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def say(key: str, **fields: object) -> str:
    """A sentence of `judge.toml` with its fields filled in."""
    return texts("judge")["says"][key].format(**fields)
