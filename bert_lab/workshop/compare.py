"""Compare the reader's numbers with the right ones, and with those of known mistakes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.texts import join_parts, texts

ABSOLUTE, RELATIVE = 2e-5, 1e-4  # float32, added up in another order
Suspects = Mapping[str, Callable[[], Any]]


def expect_tensor(value: Any, what: str, shape: tuple[int, ...], like: Tensor) -> Tensor:
    """The value, if it is a tensor of this shape, with the dtype and device of `like`."""
    if not isinstance(value, Tensor):
        raise Wrong("no-tensor", what=what, found=_kind(value))
    if tuple(value.shape) != shape:
        raise Wrong("shape", what=what, found=tuple(value.shape), expected=shape)
    if value.dtype != like.dtype:
        raise Wrong("dtype", what=what, found=value.dtype, expected=like.dtype)
    if value.device != like.device:
        raise Wrong("device", what=what, found=value.device, expected=like.device)
    return value


def expect_tuple(value: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    """The value, if it is a tuple with one item for each name."""
    if not isinstance(value, (tuple, list)):
        raise Wrong("no-tuple", names=", ".join(names), number=len(names), found=_kind(value))
    if len(value) != len(names):
        raise Wrong("tuple-length", names=", ".join(names), number=len(names), found=len(value))
    return tuple(value)


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


def same(found: Tensor, expected: Tensor) -> bool:
    """Equal up to rounding."""
    if found.shape != expected.shape:
        return False
    if not expected.is_floating_point():
        return bool((found == expected).all())
    return torch.allclose(found, expected, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True)


def compare(
    found: Tensor,
    expected: Tensor,
    axes: tuple[str, ...],
    suspects: Suspects | None = None,
    *,
    what: str = "",
    about: Callable[[tuple[int, ...]], dict[str, Any]] = lambda place: {},
    broken: Iterable[tuple[str, bool]] = (),
) -> None:
    """Raise `Wrong` unless both agree, with the mistake's name if a suspect gives this value.

    Args:
        found, expected: tensors of one shape.
        axes: what each axis counts, such as "query".
        suspects: mistake -> the numbers that it gives; the first that fits is named.
        what: the name of what is compared.
        about: more fields of the sentence, by the first place that differs.
        broken: properties (their sentences' keys) that the numbers break, if no suspect fits.
    """
    if same(found, expected):
        return
    off = ~torch.isclose(found, expected, rtol=RELATIVE, atol=ABSOLUTE)
    place = tuple(off.nonzero()[0].tolist())
    fields = {"what": what, "place": describe_index(place, axes)} | format_distinct(
        found[place], expected[place]
    )
    fields |= about(place)
    for key, suspect in (suspects or {}).items():
        if same(found, _tensor(suspect(), found)):
            raise Wrong(key, **fields)
    for key, is_broken in broken:
        if is_broken:
            raise Wrong(key, **fields)
    if bool(found.isnan().any() if found.is_floating_point() else False):
        raise Wrong("nan", **fields)
    raise Wrong("different", **fields)


def _tensor(value: Any, like: Tensor) -> Tensor:
    return value if isinstance(value, Tensor) else torch.as_tensor(value, dtype=like.dtype)


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
