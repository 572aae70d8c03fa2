"""What `pip install bert-core[notebooks]` may change: nothing that Colab has already."""

import tomllib
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.helpers.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}


def wanted(extra):
    """{name: specifier} of the requirements of an extra, those it refers to included."""
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


@pytest.mark.parametrize("version", ["2.5.0", "2.5.1+cu124", "2.9.0+cpu", "2.13.0"])
def test_an_installed_torch_is_kept(version):
    assert wanted("")["torch"].contains(version)


@pytest.mark.parametrize("version", ["7.6.0", "7.7.1", "8.1.9"])
def test_installed_ipywidgets_are_kept(version):
    assert wanted("notebooks")["ipywidgets"].contains(version)
    (needed,) = (r for r in map(Requirement, requires("anywidget")) if r.name == "ipywidgets")
    assert needed.specifier.contains(version)


def test_pins_satisfy_the_bounds():
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert {spec.operator for pin in pins for spec in pin.specifier} == {"=="}
    versions = {canonicalize_name(pin.name): str(pin.specifier)[2:] for pin in pins}
    assert len(versions) == len(pins)
    for extra in EXTRAS:
        for name, specifier in wanted(extra).items():
            assert specifier.contains(versions[name]), name


def test_every_pin_says_who_needs_it():
    previous = "#"
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            assert previous, f"{line}: expected a comment above it or above its group"
        previous = line
