"""Bounds accept Colab's versions; pins and constraints name every version."""

import tomllib
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.helpers.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}


def wanted(extra):
    """{name: specifier} of the requirements of an extra, including nested extras."""
    found = {}
    for requirement in map(Requirement, EXTRAS[extra]):
        if requirement.name == PROJECT["name"]:
            for other in requirement.extras:
                found |= wanted(other)
        else:
            found[canonicalize_name(requirement.name)] = requirement.specifier
    return found


def test_the_core_needs_torch_alone():
    assert set(wanted("")) == {"torch"}


@pytest.mark.parametrize("extra", EXTRAS)
def test_lower_bounds_only(extra):
    assert {spec.operator for specifier in wanted(extra).values() for spec in specifier} == {">="}


@pytest.mark.parametrize("version", ["2.6.0", "2.6.0+cu124", "2.9.0+cpu", "2.13.0"])
def test_an_installed_torch_is_kept(version):
    assert wanted("")["torch"].contains(version)


@pytest.mark.parametrize("version", ["7.7.1", "8.1.9"])  # Colab's and the newest
def test_installed_ipywidgets_are_kept(version):
    assert wanted("notebooks")["ipywidgets"].contains(version)
    (needed,) = (r for r in map(Requirement, requires("anywidget")) if r.name == "ipywidgets")
    assert needed.specifier.contains(version)


def named(file):
    """The requirements in a file of pins or constraints."""
    lines = (ROOT / file).read_text("utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def test_pins_satisfy_the_bounds():
    pins = named("requirements.txt")
    assert {spec.operator for pin in pins for spec in pin.specifier} == {"=="}
    versions = {canonicalize_name(pin.name): str(pin.specifier)[2:] for pin in pins}
    assert len(versions) == len(pins)
    for extra in EXTRAS:
        for name, specifier in wanted(extra).items():
            assert specifier.contains(versions[name]), name


def brought():
    """Names of the pins' dependencies on this machine, by their metadata."""
    waiting, seen = named("requirements.txt"), set()
    while waiting:
        pin = waiting.pop()
        for extra in ("", *pin.extras):
            try:
                needed = map(Requirement, requires(pin.name) or [])
            except PackageNotFoundError:  # what only another build of torch needs
                continue
            for other in needed:
                key = (canonicalize_name(other.name), *sorted(other.extras))
                if (
                    not other.marker or other.marker.evaluate({"extra": extra})
                ) and key not in seen:
                    seen.add(key)
                    waiting.append(other)
    return {name for name, *_ in seen}


def test_what_the_pins_bring_is_held_by_one_line_each():
    held = named("constraints.txt")
    assert {spec.operator for line in held for spec in line.specifier} == {"=="}
    assert not [line for line in held if line.url or "+" in str(line.specifier)], "no build's own"
    names = [canonicalize_name(line.name) for line in held]
    assert len(names) == len(set(names))
    pinned = {canonicalize_name(pin.name) for pin in named("requirements.txt")}
    assert pinned.isdisjoint(names), "a version stands in one place: run `make lock`"
    assert brought() - pinned <= set(names), "run `make lock`"
