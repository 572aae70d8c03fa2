"""book.version: one number for wheel, book and citation; the rocket leads to its notebooks."""

from types import SimpleNamespace

import pytest
import yaml

from book.version import _tell, reference, version, words
from tests.helpers.paths import ROOT


def test_the_citation_has_the_number_of_the_wheel():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == version()
    released = reference(version(), "main") != "main"
    assert ("date-released" in citation) == released


@pytest.mark.parametrize(
    ("number", "leads", "footer"),
    [
        ("0.2.0", "notebooks-v0.2.0", "Version 0.2.0"),
        ("0.2.0.dev0", "notebooks-trunk", "Version 0.2.0.dev0, on the way to 0.2.0"),
    ],
)
def test_a_page_says_its_version_and_leads_to_it(monkeypatch, number, leads, footer):
    monkeypatch.setattr("book.version.version", lambda: number)
    config = SimpleNamespace(html_theme_options={"repository_branch": "trunk"})
    _tell(None, config)
    assert config.html_theme_options == {"repository_branch": leads, "extra_footer": footer}
    assert config.release == number
    assert words(number) == footer
