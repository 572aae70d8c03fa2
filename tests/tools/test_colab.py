"""tools.colab: cells name a release's tag, else the branch; written once, at the top."""

import pytest

from tests.helpers.paths import ROOT
from tools.colab import source

URL = "https://github.com/owner/name"


@pytest.mark.parametrize(("number", "leads"), [("0.2.0", "v0.2.0"), ("0.2.0.dev0", "main")])
def test_a_release_leads_to_its_tag(number, leads):
    url, reference = source(number)
    assert reference == leads
    assert f"url: {url}\n" in (ROOT / "_config.yml").read_text("utf-8")
