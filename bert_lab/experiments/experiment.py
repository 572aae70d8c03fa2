"""What an experiment is: its inputs, its parts, and the record that they make together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

Key = tuple[str | int, ...]  # of a part: names and seeds


@dataclass(frozen=True)
class Experiment:
    """Base of all experiments.

    A class says in its attributes its `name`, which is its record's, too; `about`, in one line,
    what it finds out; and `needs`, what it must be `given` because the package does not carry it,
    by name with a word on each. Where `partly` is True, what is finished can be published before
    all of it is: the record then holds its parts, names those that are `missing`, and a later run
    goes on from it.

    Args:
        given: for each name in `needs` where that lies.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    needs: ClassVar[dict[str, str]] = {}
    partly: ClassVar[bool] = False

    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """That runs it; where things lie says nothing."""
        given = "".join(f" --{name} DIR" for name in self.needs)
        return f"python -m bert_lab.experiments run {self.name}{given}"

    def inputs(self) -> dict[str, Any]:
        """All that the package says of what decides the result: options, and digests of files.

        Whoever changes one of them makes the record outdated.
        """
        raise NotImplementedError

    def given_inputs(self) -> dict[str, str]:
        """What decides the result of all that is `given`, as digests.

        Raises FileNotFoundError or ValueError if it is not what it should be.
        """
        return {}

    def rounds(self) -> list[list[Key]]:
        """The keys of the parts; those of a round may be run at once, after the rounds before."""
        return [[(self.name,)]]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        """One part: what JSON can hold. All parts share the `folder`, for what they pass on."""
        raise NotImplementedError

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        """What the parts found -> the record; with a single part, what that found.

        Where the experiment is published `partly`, of the parts that there are.
        """
        (record,) = found.values()
        return record
