"""One look at the reader's numbers beside the right ones, and the first number that differs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.texts import join_parts, texts

ABSOLUTE, RELATIVE = 2e-5, 1e-4  # float32, added up in another order


@dataclass(frozen=True)
class Look:
    """What the reader's code gave, `found`, beside what is right, `expected`.

    Args:
        what: its name in a message, such as "the output".
        found, expected: tensors, or lists.
        axes: what each axis counts, such as "query"; () if no place is to be told.
        case: what is special about the input; "" if nothing is.
        tolerance: how far numbers may lie apart.
        unnamed: of what was found, the key of the message if no known mistake gives it.
        details: of the place that differs, further fields of a message.
    """

    what: str
    found: Any
    expected: Any
    axes: tuple[str, ...] = ()
    case: str = ""
    tolerance: float = ABSOLUTE
    unnamed: Callable[[Any], str] = lambda found: "different"
    details: Callable[[tuple[int, ...]], dict[str, Any]] = lambda place: {}

    def agrees(self) -> bool:
        return self.gives(self.expected)

    def gives(self, other: Any) -> bool:
        """Whether the other is what was found, up to rounding."""
        return alike(self.found, other, self.tolerance)

    def wrong(self, key: str = "") -> Wrong:
        """The known mistake of this key, or what can be told of an unknown one."""
        try:
            wrong = self._told(key)
        except Wrong as form:
            wrong = Wrong(key or form.key, **form.fields)
        if self.case:
            wrong.fields["case"] = self.case
        return wrong

    def _told(self, key: str) -> Wrong:
        if isinstance(self.expected, list):
            return self._told_of_list(key)
        found = expect_tensor(self.found, self.what, tuple(self.expected.shape), self.expected)
        off = ~torch.isclose(found, self.expected, rtol=RELATIVE, atol=self.tolerance)
        place = tuple(off.nonzero()[0].tolist())
        fields = {"what": self.what, **format_distinct(found[place], self.expected[place])}
        if self.axes or not place:
            fields["place"] = describe_index(place, self.axes)
        if not key:
            is_nan = found.is_floating_point() and bool(found.isnan().any())
            key = self.unnamed(found)
            key = "nan" if is_nan and key == "different" else key
        return Wrong(key, **fields | self.details(place))

    def _told_of_list(self, key: str) -> Wrong:
        key = key or self.unnamed(self.found)
        key = "" if key == "different" else key
        if len(self.found) != len(self.expected):
            sizes = {"found": len(self.found), "expected": len(self.expected)}
            return Wrong(key or "list-length", what=self.what, **sizes)
        pairs = zip(self.found, self.expected, strict=True)
        place = next(i for i, (found, expected) in enumerate(pairs) if found != expected)
        return Wrong(
            key or "different-list",
            what=self.what,
            place=describe_index((place,), self.axes),
            found=self.found[place],
            expected=self.expected[place],
        )


def alike(found: Any, other: Any, tolerance: float = ABSOLUTE) -> bool:
    """Whether two results are the same, up to rounding."""
    if isinstance(found, Tensor) and isinstance(other, Tensor):
        if (found.shape, found.dtype, found.device) != (other.shape, other.dtype, other.device):
            return False
        return torch.allclose(found, other, rtol=RELATIVE, atol=tolerance, equal_nan=True)
    if isinstance(found, list | tuple) and isinstance(other, list | tuple):
        pairs = zip(found, other, strict=False)
        return len(found) == len(other) and all(alike(a, b, tolerance) for a, b in pairs)
    return type(found) is type(other) and bool(found == other)


def expect_tensor(value: Any, what: str, shape: tuple[int, ...], like: Tensor) -> Tensor:
    """The value, if it is a tensor of this shape, with the dtype of `like`."""
    if not isinstance(value, Tensor):
        raise Wrong("no-tensor", what=what, found=_kind(value))
    if tuple(value.shape) != shape:
        raise Wrong("shape", what=what, found=tuple(value.shape), expected=shape)
    if value.dtype != like.dtype:
        raise Wrong("dtype", what=what, found=value.dtype, expected=like.dtype)
    return value


def expect_tuple(value: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    """The value, if it is a tuple with one item for each name."""
    if not isinstance(value, tuple | list):
        raise Wrong("no-tuple", names=", ".join(names), number=len(names), found=_kind(value))
    if len(value) != len(names):
        raise Wrong("tuple-length", names=", ".join(names), number=len(names), found=len(value))
    return tuple(value)


def expect_type(value: Any, what: str, kind: Any, expected: str) -> Any:
    """The value, if it is of this type; `expected` are the words for it."""
    if not isinstance(value, kind):
        raise Wrong("type", what=what, expected=expected, found=_kind(value))
    return value


@contextmanager
def case(name: str) -> Iterator[None]:
    """Context manager: the input with which a mistake shows; "" if it shows with any."""
    try:
        yield
    except Wrong as wrong:
        if name:
            wrong.fields.setdefault("case", name)
        raise


def _kind(value: Any) -> str:
    return "None" if value is None else type(value).__name__


def describe_index(place: tuple[int, ...], axes: tuple[str, ...]) -> str:
    """ "sequence 1, query 0, key 2"."""
    names = texts("judge")["axes"]
    return join_parts("at", (names[axis].format(i) for axis, i in zip(axes, place, strict=True)))


def format_distinct(found: Tensor, expected: Tensor) -> dict[str, str]:
    """Two numbers with as many digits as it takes to tell them apart."""
    pairs = ((format_number(found, n), format_number(expected, n)) for n in range(4, 10))
    distinct = next((pair for pair in pairs if pair[0] != pair[1]), None)
    first, second = distinct or (repr(found.item()), repr(expected.item()))
    return {"found": first, "expected": second}


def format_number(value: Tensor | float, digits: int = 4) -> str:
    """A number as it is shown: an integer, or with this many digits."""
    value = float(value) if not isinstance(value, Tensor) else value.item()
    return (
        str(value) if isinstance(value, int | bool) else f"{round(value, digits) + 0.0:.{digits}f}"
    )
