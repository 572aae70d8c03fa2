"""The widgets' traits: described in Python, typed for the JavaScript, and all used there."""

import json
import re

import pytest
import traitlets as t

from bert_lab.look import widgets
from bert_lab.look.widgets.base import Record
from book import house, traits
from tests.helpers.javascript import WEB, run_node

MODULES = house.modules(WEB)
WIDGETS = [getattr(widgets, name) for name in widgets.__all__ if name != "opening"]
TSC = WEB / "node_modules" / "typescript" / "bin" / "tsc"
BOTH = """{
  /** 1 */
  a: number;
  b?: boolean;
}"""
NAMED = re.compile(r'"(\w+)"|[{,] (\w+)[:,]')  # as a text, or the name in an object
READER = """
/** @import {{ Model }} from "{web}/shared/lifecycle.js" */
/** @import {{ MaskingLab }} from "{web}/shared/traits.js" */
import {{ onTrait, read, update }} from "{web}/shared/lifecycle.js";
/** @param {{Model<MaskingLab>}} lab @param {{AbortSignal}} signal */
export function reader(lab, signal) {{
  const {{ seed }} = read(lab, ["seed"]);
  {line}
  return seed;
}}
"""


def test_types_are_those_of_python():
    assert traits.FILE.read_text("utf-8") == traits.declarations()


def loaded(*modules):
    """Modules of web/ and all that they import."""
    found, new = set(), set(modules)
    while new:
        found |= new
        new = {one for name in new for one in MODULES[name]} - found
    return found


@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: widget.__name__)
def test_every_trait_is_used(widget):
    files = loaded(f"widgets/{widget._name}/index.js", "host/index.js")
    text = "".join((WEB / file).read_text("utf-8") for file in files)
    known = {name for base in widget.__mro__ for name in traits.own_traits(base)}
    assert known - {name for pair in NAMED.findall(text) for name in pair} == set()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('/** @type {number} */ const rate = lab.get("rate"); update(lab, { rate });', ""),
        ('lab.get("nonsense");', "'\"nonsense\"' is not assignable"),
        ('/** @type {string} */ const rate = lab.get("rate");', "'number' is not assignable"),
        ('lab.set("rate", "high");', "'string' is not assignable"),
        ('lab.get("shares").swap;', "'swap' does not exist"),
        ("update(lab, { nonsense: 1 });", "'nonsense' does not exist"),
        ('onTrait(lab, ["nonsense"], () => {}, signal);', "'\"nonsense\"' is not assignable"),
    ],
)
def test_tsc_refuses_what_no_trait_is(tmp_path, line, complaint):
    (tmp_path / "reader.js").write_text(READER.format(web=WEB.as_posix(), line=line), "utf-8")
    config = {"extends": (WEB / "tsconfig.json").as_posix(), "include": ["reader.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), "utf-8")
    done = run_node(str(TSC), "-p", str(tmp_path))
    assert bool(done.returncode) == bool(complaint), done.stdout
    assert complaint in done.stdout


@pytest.mark.parametrize(
    ("trait", "type_"),
    [
        (t.Int(allow_none=True), "number | null"),
        (t.CBytes(), "ArrayBufferView<ArrayBuffer>"),
        (t.Enum(["<mask>", "a b"]), '"<mask>" | "a b"'),
        (t.List(t.Union([t.Int(), t.Float(), t.Unicode()])), "(number | string)[]"),
        (t.List(t.Int(), minlen=3, maxlen=3), "[number, number, number]"),
        (t.Dict(t.List(t.Tuple(t.Int(), t.Bool()))), "Record<string, [number, boolean][]>"),
        (Record({"a": t.Int(help="1")}, {"b": t.Bool()}), BOTH),
        (Record(dict.fromkeys("ab", t.Int())), 'Record<"a" | "b", number>'),
        (t.Dict().tag(described="a/b.js#C"), 'import("../a/b.js").C'),
    ],
)  # fmt: skip
def test_traits_as_types(trait, type_):
    assert traits.typescript(trait) == type_


@pytest.mark.parametrize("trait", [t.Dict(), t.List(), t.Tuple(), t.List(t.Dict()), t.Any()])
def test_a_trait_says_what_it_holds(trait):
    with pytest.raises(TypeError, match="expected a trait that says what it holds, got"):
        traits.typescript(trait)


class Holder(t.HasTraits):
    """What has such a trait."""

    record = Record({"a": t.Int()}, {"b": t.List(t.Unicode())}, default_value={"a": 0})


@pytest.mark.parametrize("value", [{"a": 1}, {"a": 1, "b": ["x"]}])
def test_a_record_has_its_names(value):
    assert Holder(record=value).record == value


@pytest.mark.parametrize("value", [{}, {"b": []}, {"a": 1, "c": 2}, {"a": "1"}, {"a": 1, "b": [2]}])
def test_a_record_has_no_other_names_or_values(value):
    holder = Holder()
    with pytest.raises(t.TraitError):
        holder.record = value
    assert holder.record == {"a": 0}
