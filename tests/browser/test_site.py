"""The built book in a browser, opened as a file: quiet, alone, and no wider than a phone."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build/html"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [TOC["root"], *(c["file"] for part in TOC["parts"] for c in part["chapters"])]


@pytest.mark.skipif(not SITE.is_dir(), reason="no built book: run `make pages`")
@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1300, "light")])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_asks_nobody_and_complains_of_nothing(new_page, chapter, width, theme):
    page = new_page(width=width, theme=theme)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((SITE / f"{chapter}.html").as_uri())
    for widget in page.locator("[data-afm]").all():
        page.wait_for_function("el => 'afmReady' in el.dataset", arg=widget.element_handle())
    page.wait_for_load_state("networkidle")
    assert not [url for url in requests if not url.startswith(("file:", "blob:", "data:"))]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wanted = '"checkpoint":"mini-bert"' in (SITE / f"{chapter}.html").read_text("utf-8")
    assert wanted == any("mini-bert.js" in url for url in requests)
