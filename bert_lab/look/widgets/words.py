"""Messages of the tables, words.toml, as HTML for pages in which no script runs.

In HTML each stands in an element of its own, with its place in the tables and its facts as
attributes, so that the build of the book finds it and says it in another language.
"""

import html
import json
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent


class Message(NamedTuple):
    """A text for readers; `attributes` say where it comes from, in the HTML that `element` makes.

    `place`: in the tables, "masking_lab.fallback.caption"; `facts` stand in its braces.
    """

    place: str
    facts: dict[str, str]

    def __str__(self) -> str:
        name, *path = self.place.split(".")
        found: Any = _table(name)
        for key in path:
            found = found[int(key) if isinstance(found, list) else key]
        return found.format(**self.facts)

    @property
    def attributes(self) -> str:
        facts = json.dumps(self.facts, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return f' data-say="{html.escape(self.place)}"' + (
            f' data-facts="{html.escape(facts)}"' if self.facts else ""
        )


class Own(NamedTuple):
    """A text that one notebook gives to its widget: a `trait` of it, or a place in one, "near.0.1".

    Between backticks it is code.
    """

    trait: str
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def attributes(self) -> str:
        return f' data-own="{self.trait}"'


@cache
def _table(name: str) -> dict[str, Any]:
    folder = HERE if name == "widgets" else HERE / name
    return tomllib.loads((folder / "words.toml").read_text("utf-8"))


def say(place: str, **facts: object) -> Message:
    """The message at this place of the tables; facts as a reader sees them."""
    return Message(place, {name: str(fact) for name, fact in facts.items()})


def heads(name: str) -> list[Message]:
    """The heads of the columns of this widget's table."""
    found = _table(name)["fallback"]["heads"]
    return [say(f"{name}.fallback.heads.{number}") for number in range(len(found))]


def element(tag: str, content: object) -> str:
    """An element with a text, escaped; `tag` may bring attributes, "th scope='row'"."""
    own = content.attributes if isinstance(content, (Message, Own)) else ""
    text = marked(content.text) if isinstance(content, Own) else html.escape(str(content), False)
    return f"<{tag}{own}>{text}</{tag.split()[0]}>"


def marked(text: str) -> str:
    """HTML of a text, with `code` and *stress*; no line begins with %."""
    text = html.escape(text).replace(" %", "\u00a0%")
    return re.sub(r"\*(\w[^*`]*)\*", r"<em>\1</em>", re.sub("`([^`]+)`", r"<code>\1</code>", text))


def percent(share: float) -> str:
    """A share, 0 to 1, in whole percents."""
    return f"{100 * share:.0f} %"


def listed(shares: Iterable[tuple[str, float]]) -> str:
    """Words with their shares, one after another."""
    return ", ".join(f"{word} {percent(share)}" for word, share in shares)
