"""An experiment that takes no time, for tests; in a module, where other processes find it."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import torch

from bert_lab.experiments.experiment import Experiment


@dataclass(frozen=True)
class Trial(Experiment):
    """Adds up the lengths of words; some words do something else.

    Each part leaves a file in `begun`, by which a test sees what was run, and how often.
    """

    name: ClassVar = "trial"
    about: ClassVar = "how long words are"
    words: tuple[str, ...] = ("crane", "bank", "bat")
    factor: int = 1
    given: dict = field(default_factory=dict)

    def inputs(self):
        return {"factor": self.factor, "words": self.words}

    def rounds(self):
        return [[("read", word) for word in self.words], [("sum", 0)]]

    def run(self, key, folder):
        what, word = key
        (folder / "begun").mkdir(exist_ok=True)
        with (folder / "begun" / f"{what} {word}".replace("/", "_")).open("a") as file:
            file.write("begun\n")
        if what == "sum":
            return {"sum": sum(map(len, self.words)) * self.factor}
        if word == "fails":
            raise ValueError("no such word")
        if word == "dies":
            os._exit(3)
        if word.startswith("lasts"):
            time.sleep(60)
        return {"length": len(word) * self.factor, "threads": torch.get_num_threads()}

    def summarise(self, found):
        lengths = {key[1]: part["length"] for key, part in found.items() if key[0] == "read"}
        assert sum(lengths.values()) == found["sum", 0]["sum"]
        return {"lengths": lengths, "third": 1 / 3}


class Given(Trial):
    """The same with the words of a file."""

    name: ClassVar = "given"
    needs: ClassVar = {"data": "folder with words.txt"}

    def given_inputs(self):
        return {"data": (Path(self.given["data"]) / "words.txt").read_text("utf-8")}


@dataclass(frozen=True)
class Partly(Given):
    """One that is published before all is there: its record has the lengths there are."""

    name: ClassVar = "partly"
    words: tuple[str, ...] = ("crane", "fails", "bat")
    partly: ClassVar = True

    def summarise(self, found):
        return {"lengths": {key[1]: part["length"] for key, part in found.items() if key[1]}}
