"""The scripts as modules: what they define."""

import importlib.util

import pytest

from tests.helpers.paths import ROOT


@pytest.fixture(scope="session")
def sort():
    return defined("sort")


@pytest.fixture(scope="session")
def find():
    return defined("find")


def defined(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"examples/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
