"""One page of each language; weekly all of them."""

import pytest
import yaml

from book.languages import SOURCE, languages
from tests.helpers.browser_cases import ALL_RULES, AXE, VIOLATIONS, widgets_ready
from tests.helpers.paths import SITE
from tools.languages import run

OTHERS = [code for code in languages() if code != SOURCE]
PAGE = "chapters/04-attention"
PACKAGES = "chapters/api"  # autodoc's: another way into a page than Markdown
SLANTED = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let text; (text = texts.nextNode()); )
    if (/[\\u3040-\\u30ff\\u3400-\\u9fff]/.test(text.data) &&
        getComputedStyle(text.parentElement).fontStyle !== "normal") found.push(text.data);
  return found;
}"""


def built(folder, code, name):
    """Build this page and that of the packages, in this language; returns where the first is."""
    contents = {"format": "jb-book", "root": name, "chapters": [{"file": PACKAGES}]}
    (folder / "toc.yml").write_text(yaml.safe_dump(contents), "utf-8")
    run(code, folder, "--toc", str(folder / "toc.yml"), "-qq")
    return folder / f"_build/html/{name}.html"


def is_for_everyone(page):
    assert page.evaluate(SLANTED) == []
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS, ALL_RULES) == []
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("code", OTHERS)
def test_a_translated_page_is_for_everyone_and_its_widgets_work(tmp_path, new_page, code):
    made = built(tmp_path, code, PAGE)
    page = new_page(width=1280)
    page.goto(made.as_uri())
    widgets_ready(page)
    assert page.evaluate("document.documentElement.lang") == languages()[code]["tag"]
    english = page.locator(".languages a", has_text="English").get_attribute("href")
    assert english.endswith(f"/{PAGE}.html")
    assert "all tokens" not in page.content()  # a drawing's label
    is_for_everyone(page)


@pytest.mark.weekly
@pytest.mark.needs("languages")
@pytest.mark.parametrize("code", OTHERS)
def test_every_translated_page_is_for_everyone(new_page, code):
    for path in sorted((SITE / languages()[code]["folder"]).rglob("chapters/*.html")):
        page = new_page(width=1280, reduced_motion="reduce")  # nothing is seen half-way
        page.goto(path.as_uri())
        if "data-afm=" in path.read_text("utf-8"):
            widgets_ready(page)
        page.wait_for_load_state("networkidle")
        is_for_everyone(page)
        page.close()
