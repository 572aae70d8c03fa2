"""The widgets' traits: described in Python, typed for the JavaScript, and all used there."""

import json
import re
import shutil
from collections import defaultdict

import pytest
import traitlets as t

from bert_lab.look import widgets
from bert_lab.look.widgets.base import Number, Record
from book import house, traits
from tests.helpers.javascript import WEB, run_node
from tests.helpers.paths import ROOT

WIDGETS = [getattr(widgets, name) for name in widgets.__all__ if name != "opening"]
MODULES = house.modules(ROOT)
HOST = ["host/index.ts"]
TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
BOTH = """{
  /** 1 */
  a: number;
  b?: boolean;
}"""
READER = """
import {{ type Model, onTrait, read, update }} from "{web}/shared/lifecycle.ts";
import type {{ MaskingLab }} from "{web}/shared/traits.ts";
export function reader(lab: Model<MaskingLab>, signal: AbortSignal) {{
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


def complaints(root, renamed):
    """{module: names that tsc speaks of} once these (class, trait) are called otherwise."""
    lines, cls = [], ""
    for line in traits.FILE.read_text("utf-8").splitlines():
        if line.startswith("export interface"):
            cls = line.split()[2]
        name = re.match(r"  (\w+)\??:", line)
        lines.append(f"  no_{line[2:]}" if name and (cls, name[1]) in renamed else line)
    (root / "web/shared/traits.ts").write_text("\n".join(lines), "utf-8")
    named = defaultdict(set)
    done = run_node(str(TSC), "-p", str(root), "--noErrorTruncation")
    for error in re.split(r"^(?=\S)", done.stdout, flags=re.M):
        if module := re.match(r"(?:\S*/)?(?:web|bert_lab/look)/(\S+)\(", error):
            named[module[1]] |= set(re.findall(r"['\"](\w+)['\"]", error))
    return named


@pytest.fixture(scope="module", autouse=True)
def _tables():
    """What TypeScript knows of tables of words is written anew."""
    assert run_node(str(WEB / "words/types.js")).returncode == 0


def test_every_trait_is_used(tmp_path):
    for name in ("web", "bert_lab/look/widgets"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.js", "*.py"))
    for name in ("package.json", "tsconfig.json"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    users = defaultdict(set)  # of each trait: the modules that may use it
    for widget in WIDGETS:
        for base in widget.__mro__:
            for name in traits.own_traits(base):
                users[base.__name__, name] |= loaded(f"widgets/{widget._name}/index.ts", *HOST)
    left, before = set(users), None
    while left and left != before:  # of several in one place tsc may name the first alone
        named, before = complaints(tmp_path, left), left
        left = {
            (cls, name) for cls, name in left if not any(name in named[m] for m in users[cls, name])
        }
    assert left == set()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('const rate: number = lab.get("rate"); update(lab, { rate });', ""),
        ('lab.get("nonsense");', "'\"nonsense\"' is not assignable"),
        ('const rate: string = lab.get("rate");', "'number' is not assignable"),
        ('lab.set("rate", "high");', "'string' is not assignable"),
        ('lab.get("shares").swap;', "'swap' does not exist"),
        ("update(lab, { nonsense: 1 });", "'nonsense' does not exist"),
        ('onTrait(lab, ["nonsense"], () => {}, signal);', "'\"nonsense\"' is not assignable"),
    ],
)
def test_tsc_refuses_what_no_trait_is(tmp_path, line, complaint):
    (tmp_path / "reader.ts").write_text(READER.format(web=WEB.as_posix(), line=line), "utf-8")
    config = {"extends": (ROOT / "tsconfig.json").as_posix(), "include": ["reader.ts"]}
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
        (t.List(t.Union([Number(), t.Unicode()])), "(number | string)[]"),
        (t.List(t.Int(), minlen=3, maxlen=3), "[number, number, number]"),
        (t.Dict(t.List(t.Tuple(t.Int(), t.Bool()))), "Record<string, [number, boolean][]>"),
        (Record({"a": t.Int(help="1")}, {"b": t.Bool()}), BOTH),
        (Record(dict.fromkeys("ab", t.Int())), 'Record<"a" | "b", number>'),
        (t.Dict().tag(described="a/b.ts#C"), 'import("../a/b.ts").C'),
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
    numbers = t.List(t.Union([Number(), t.Unicode()], allow_none=True))


@pytest.mark.parametrize("value", [{"a": 1}, {"a": 1, "b": ["x"]}])
def test_a_record_has_its_names(value):
    assert Holder(record=value).record == value


@pytest.mark.parametrize("value", [{}, {"b": []}, {"a": 1, "c": 2}, {"a": "1"}, {"a": 1, "b": [2]}])
def test_a_record_has_no_other_names_or_values(value):
    holder = Holder()
    with pytest.raises(t.TraitError):
        holder.record = value
    assert holder.record == {"a": 0}


def test_a_number_stays_what_it_is():
    assert json.dumps(Holder(numbers=[4, 4.0, "4", None]).numbers) == '[4, 4.0, "4", null]'
    with pytest.raises(t.TraitError):
        Holder(numbers=[[4]])
