"""Generate TypeScript interfaces from the widgets' traits (`make web`)."""

import inspect
import json
from collections.abc import Iterable, Mapping

import traitlets as t

from bert_lab.look import widgets
from bert_lab.look.widgets.base import Number, Record, Widget
from book.bundles import WEB

FILE = WEB / "shared" / "traits.ts"
_HEAD = "// Written by `make web` from the traits in bert_lab/look/widgets: change them there.\n"
_SIMPLE = {
    t.Bool: "boolean",
    t.Int: "number",
    t.Float: "number",
    Number: "number",
    t.Unicode: "string",
    t.Bytes: "ArrayBufferView<ArrayBuffer>",  # what anywidget hands over is a DataView
}


def declarations() -> str:
    """An interface for each widget class with own traits, after those that it extends."""
    exported = (getattr(widgets, name) for name in widgets.__all__)
    classes = dict.fromkeys(
        base
        for widget in exported
        if inspect.isclass(widget)
        for base in reversed(widget.__mro__)
        if own_traits(base)
    )
    return "\n".join([_HEAD, *map(_interface, classes)])


def own_traits(cls: type) -> dict[str, t.TraitType]:
    """The synchronised traits that this widget class itself defines."""
    mine = vars(cls).items() if issubclass(cls, Widget) else ()
    return {
        name: trait
        for name, trait in mine
        if isinstance(trait, t.TraitType) and trait.metadata.get("sync")
    }


def _interface(cls: type[Widget]) -> str:
    extends = ", ".join(base.__name__ for base in _bases(cls))
    first, *_ = (inspect.getdoc(cls) or "").splitlines()
    head = f"export interface {cls.__name__}" + f" extends {extends}" * bool(extends)
    # a page without a kernel hands them over later, or never
    late = {name for name, trait in own_traits(cls).items() if trait.metadata.get("kernel_only")}
    return f"/** {first} */\n{head} {_members(own_traits(cls), late)}\n"


def _bases(cls: type) -> list[type]:
    """The nearest base classes that have an interface."""
    return [
        found
        for base in cls.__bases__
        for found in ([base] if own_traits(base) else _bases(base))
    ]  # fmt: skip


def _members(traits: Mapping[str, t.TraitType], may: Iterable[str]) -> str:
    lines = []
    for name, trait in traits.items():
        lines += [f"/** {trait.help} */"] * bool(trait.help)
        lines.append(f"{name}{'?' * (name in may)}: {typescript(trait)};")
    text = "\n".join(lines).replace("\n", "\n  ")
    return f"{{\n  {text}\n}}"


def typescript(trait: t.TraitType) -> str:
    """The TypeScript type of a trait's values.

    Raises:
        TypeError: for a trait that doesn't say what its values are, or holds.
    """
    return _type(trait) + " | null" * trait.allow_none


def _type(trait: t.TraitType) -> str:
    if described := trait.metadata.get("described"):
        return 'import("../{}").{}'.format(*described.split("#"))
    match trait:
        case Record(needs=needs, may=may):
            return _record(needs, may)
        case t.Enum(values=values):
            return _either(map(_literal, values or ()))
        case t.Union(trait_types=traits):
            return _either(map(typescript, traits))
        case t.Dict(_value_trait=t.TraitType() as value):
            return f"Record<string, {typescript(value)}>"
        case t.Tuple(_traits=[*traits]) if traits:
            return f"[{', '.join(map(typescript, traits))}]"
        case t.List(_trait=t.TraitType() as item, _minlen=least, _maxlen=most):
            one = typescript(item)
            return f"[{', '.join([one] * least)}]" if least == most else _list(one)
    for kind, name in _SIMPLE.items():
        if isinstance(trait, kind):
            return name
    raise TypeError(f"expected a trait that says what it holds, got {trait} ({trait.name})")


def _record(needs: Mapping[str, t.TraitType], may: Mapping[str, t.TraitType]) -> str:
    one, *others = {*needs.values(), *may.values()}
    if others or (needs and may):
        return _members(needs | may, may)
    all_alike = f"Record<{_either(map(_literal, needs | may))}, {typescript(one)}>"
    return f"Partial<{all_alike}>" if may else all_alike


def _list(one: str) -> str:
    return f"({one})[]" if "|" in one else f"{one}[]"


def _literal(value: str) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _either(types: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(types))
