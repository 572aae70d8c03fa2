"""Match a model's parameters with the tensor names of a file."""

from collections.abc import Iterable
from typing import NamedTuple

from bert_lab.checkpoint.families.names import HEADS, Names
from bert_lab.checkpoint.weights import first_three


class Match(NamedTuple):
    """Which tensors of a file belong to a model.

    `found`: the reference's name -> the file's name for it. `repeated`: of what the file has twice,
    the second name -> the first, None where that is not there. `absent`: those of `HEADS` that are
    not there at all.
    """

    found: dict[str, str]
    repeated: dict[str, str | None]
    absent: tuple[str, ...]


def find_tensors(names: Names, ours: Iterable[str], stored: list[str], model: str) -> Match:
    """Find each parameter of a model among the names of a file.

    Args:
        names: those of its kind.
        ours: its parameters.
        stored: the names in the file; an encoder without heads may lack the prefix, and a layer
            norm may have the first releases' `gamma` and `beta`.
        model: what it is, in words.

    Raises:
        ValueError: for a tensor that such a model doesn't have, or one that is missing where the
            rest of its encoder or head is there.
    """
    wanted = names.mapping(ours)
    found = {names.canonical(name): name for name in stored}
    absent = tuple(
        head
        for head in HEADS
        if not any(name in found for ours, name in wanted.items() if ours.startswith(f"{head}."))
    )
    expected = {name for ours, name in wanted.items() if not ours.startswith(absent)}
    repeated = {found[copy]: found.get(of) for copy, of in names.copies.items() if copy in found}
    missing = [name for name in dict.fromkeys(wanted.values()) if name in expected - found.keys()]
    known = {*expected, *names.copies, *names.unlearned}
    unknown = [name for canonical, name in found.items() if canonical not in known]
    if missing or unknown:
        raise ValueError(
            f"expected the tensors of {model}; "
            f"missing: {first_three(missing)}; not one of them: {first_three(unknown)}"
        )
    return Match({name: found[name] for name in expected}, repeated, absent)
