"""Write tools/colab.txt: what Colab has installed, from the list that it publishes."""

import re
import urllib.request
from datetime import date
from pathlib import Path

from bert_lab.training_loop.command import Command, call

COLAB = Path(__file__).with_name("colab.txt")
PUBLISHED = "https://raw.githubusercontent.com/googlecolab/backend-info/main/pip-freeze.txt"
FREEZE = re.compile(r"([\w.-]+)(?:==| @ https://\S+/[\w.]+-)([\w.]+)(?:\+\w+|%2B\S+|-\S+)?")
# What torch brings in its build with CUDA, and what installs: a build of its own gets its own.
NOT_COLABS = re.compile(r"nvidia|cuda|triton|pip$|setuptools$")
HEAD = """\
# What Colab has installed, by the list that it publishes; as of {day}.
# Written by `make published`, from {address}
"""


def published(freeze: str, day: date) -> str:
    """The text of tools/colab.txt, from the output of `pip freeze` in Colab."""
    found = map(FREEZE.fullmatch, freeze.splitlines())
    lines = [f"{each[1]}=={each[2]}\n" for each in found if each and not NOT_COLABS.match(each[1])]
    if not any(line.startswith("torch==") for line in lines):
        raise ValueError(f"expected what Colab has installed, torch too, at {PUBLISHED}")
    return HEAD.format(day=day, address=PUBLISHED) + "".join(lines)


def main(arguments: list[str] | None = None) -> None:
    command = Command("tools.versions", __doc__)
    command.parse_args(arguments)
    with command.mistakes():
        with urllib.request.urlopen(PUBLISHED, timeout=60) as answer:
            text = published(answer.read().decode(), date.today())
        COLAB.write_text(text, "utf-8")


if __name__ == "__main__":
    call(main)
