"""How the reference names its tensors, and how the numbers are laid out in each.

See `ch-original`.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import torch
from torch import Tensor

from bert_lab.checkpoint.weights import first_three

HEADS = ("hidden", "mlm", "nsp")  # what a checkpoint may lack: the pooler and both heads
_POSITIONS = "encoder.pos_embedding"


@dataclass(frozen=True)
class Names:
    """The tensor names of one model family, ours -> theirs.

    Args:
        prefix: how the names of an encoder begin; files of an encoder alone leave it out.
        parameters: parameters by their whole names.
        modules: modules with a weight, a bias or both.
        blocks: how the names of a block begin, before its number.
        block_modules: the modules within a block. Several of ours may have one name of theirs: in
            the file their rows lie one below the other.
        after_blocks: modules of our last block that stand behind all blocks there.
        copies: tensors that some writers store a second time, with the one that they repeat.
        unlearned: tensors of older files that were never learned.
        first_position: how many rows of their table of positions stand before ours.
    """

    prefix: str
    parameters: dict[str, str]
    modules: dict[str, str]
    blocks: str
    block_modules: dict[str, str]
    after_blocks: dict[str, str] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    unlearned: tuple[str, ...] = ()
    first_position: int = 0

    def mapping(self, ours: Iterable[str]) -> dict[str, str]:
        """Our parameter names -> the reference's; heads that it lacks are left out.

        Raises KeyError for a parameter of the encoder that it hasn't.
        """
        return {
            name: self._translate(name)
            for name in ours
            if not name.startswith(HEADS) or name in self.parameters or self._module(name)
        }

    def _module(self, ours: str) -> str | None:
        return self.modules.get(ours.rpartition(".")[0])

    def _translate(self, ours: str) -> str:
        if ours in self.parameters:
            return self.parameters[ours]
        module, _, kind = ours.rpartition(".")
        if module in self.modules:
            return f"{self.modules[module]}.{kind}"
        _, _, number, inner = module.split(".", 3)  # encoder.blks.NUMBER.INNER
        while "attention.attention" in inner:  # one wrapped in another
            inner = inner.replace("attention.attention", "attention")
        if inner in self.after_blocks:
            return f"{self.after_blocks[inner]}.{kind}"
        return f"{self.blocks}.{number}.{self.block_modules[inner]}.{kind}"

    def canonical(self, name: str) -> str:
        """A file's tensor name, as current versions of the library spell it."""
        tables = self.parameters, self.modules, self.after_blocks, {"": self.blocks}
        own = [theirs for table in tables for theirs in table.values()]
        bare = [n.removeprefix(self.prefix) for n in own if n.startswith(self.prefix)]
        if name.split(".")[0] in {n.split(".")[0] for n in bare}:
            name = self.prefix + name
        for old, new in ((".gamma", ".weight"), (".beta", ".bias")):
            if name.endswith(old):
                name = name.removesuffix(old) + new
        return name

    def shapes(self, ours: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        """The stored shapes of our parameters, by the reference's names."""
        found: dict[str, tuple[int, ...]] = {}
        for name, theirs in self.mapping(ours).items():
            rows, *rest = ours[name][1:] if name == _POSITIONS else ours[name]
            before = found[theirs][0] if theirs in found else self._before(name)
            found[theirs] = (before + rows, *rest)
        return found

    def to_reference(self, ours: dict[str, Tensor]) -> dict[str, Tensor]:
        """Our parameters in the reference's layout, by its names."""
        rows: dict[str, list[Tensor]] = {}
        for name, theirs in self.mapping(ours).items():
            tensor = to_reference(name, ours[name])
            if before := self._before(name):
                tensor = torch.cat([tensor.new_zeros(before, tensor.shape[1]), tensor])
            rows.setdefault(theirs, []).append(tensor)
        return {theirs: torch.cat(parts) for theirs, parts in rows.items()}

    def from_reference(self, ours: Iterable[str], stored: dict[str, Tensor]) -> dict[str, Tensor]:
        """The inverse of `to_reference`, for whatever is stored."""
        found = {name: theirs for name, theirs in self.mapping(ours).items() if theirs in stored}
        count = Counter(found.values())
        rows = {theirs: iter(_parts(stored[theirs], num)) for theirs, num in count.items()}
        return {
            name: from_reference(name, next(rows[theirs])[self._before(name) :])
            for name, theirs in found.items()
        }

    def match(
        self, ours: Iterable[str], stored: dict[str, Tensor]
    ) -> tuple[dict[str, Tensor], tuple[str, ...]]:
        """The tensors of a model by the reference's names, and those of `HEADS` that it lacks.

        Args:
            ours: the model's parameters.
            stored: by the names in its files; an encoder without heads may lack the prefix, and a
                layer norm may have the first releases' `gamma` and `beta`.

        Raises:
            ValueError: for a tensor too many in a part that the model has, one that is missing
                where the rest of its encoder or head is there, and a copy that differs.
        """
        wanted, found = self.mapping(ours), {self.canonical(name): t for name, t in stored.items()}
        absent = tuple(
            head
            for head in HEADS
            if not any(
                name in found for ours, name in wanted.items() if ours.startswith(f"{head}.")
            )
        )
        expected = {name for ours, name in wanted.items() if not ours.startswith(absent)}
        known = {*expected, *self.copies, *self.unlearned}
        parts = {name.split(".")[0] for name in known}
        missing = [name for name in dict.fromkeys(wanted.values()) if name in expected - {*found}]
        unknown = [name for name in found if name not in known]
        if missing or any(name.split(".")[0] in parts for name in unknown):
            raise ValueError(f"missing: {first_three(missing)}; too many: {first_three(unknown)}")
        for copy, of in self.copies.items():
            if copy in found and not found[copy].equal(found[of]):
                raise ValueError(f"{copy}: expected the numbers of {of}, to which it is tied")
        return {name: found[name] for name in expected}, absent

    def _before(self, ours: str) -> int:
        return self.first_position if ours == _POSITIONS else 0


def to_reference(ours: str, tensor: Tensor) -> Tensor:
    """Our parameter in the reference's layout; of the NSP head class 0 is "is next" there."""
    if ours == _POSITIONS:
        return tensor[0]  # (max_len, D)
    return tensor.flip(0) if ours.startswith("nsp.") else tensor


def from_reference(ours: str, tensor: Tensor) -> Tensor:
    """The inverse of `to_reference`."""
    if ours == _POSITIONS:
        return tensor[None]  # (1, max_len, D)
    return tensor.flip(0) if ours.startswith("nsp.") else tensor


def _parts(tensor: Tensor, num: int) -> list[Tensor]:
    """Equal chunks of the rows, each with its own memory."""
    return [tensor] if num == 1 else [part.clone() for part in tensor.chunk(num)]
