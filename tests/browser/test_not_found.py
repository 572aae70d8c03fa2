"""The page 404.html as a host serves it: complete, and helpful."""

from urllib.parse import urlsplit

import pytest

from tests.helpers.browser_cases import AXE, VIOLATIONS
from tests.helpers.paths import SITE
from tests.pages.test_pages import BASE

pytestmark = pytest.mark.needs("book")


PLACE = "chapters/old/deep/masked-words.html"


def test_a_wrong_address_leads_to_the_search(new_page):
    def answer(route):  # the book at its address: what is not there is 404.html
        file = SITE / urlsplit(route.request.url.removeprefix(BASE)).path
        found = route.request.url.startswith(BASE) and file.is_file()
        route.fulfill(path=file if found else SITE / "404.html")  # a status would be a complaint

    page = new_page(width=1280)
    page.route("**/*", answer)
    page.goto(BASE + PLACE)
    assert page.title().startswith("This page is not here")
    assert page.evaluate("document.styleSheets[0].cssRules.length > 100")
    field = page.locator(".bd-search-container input[name=q]")
    assert field.input_value() == "masked words"
    first = page.locator("#search-results a").first  # what may be meant is listed at once
    assert first.get_attribute("href").startswith("/bert-book/chapters/")
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    field.fill("attention")
    field.press("Enter")
    page.locator("#search-results li a").first.wait_for()
    assert page.url.startswith(f"{BASE}search.html?q=attention")
    page.go_back()
    page.get_by_role("link", name="the first page").click()
    page.wait_for_url(f"{BASE}intro.html")
