"""A link to a section that has moved: with a script it leads there, without one to a line on it."""

import pytest

from tests.book.test_moved import PAGES
from tests.helpers.small_book import build


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Of the page where the section stood."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "moved.yml").write_text("chapters/01-one:\n  sec-old: sec-proof\n", "utf-8")
    status, said = build(folder, PAGES)
    assert status == 0, said
    return (folder / "_build/html/chapters/01-one.html").as_uri()


@pytest.mark.parametrize("start", ["opened", "followed"])
def test_an_old_link_leads_to_the_new_place(new_page, address, start):
    page = new_page()
    page.goto(f"{address}#sec-old" if start == "opened" else address)
    if start == "followed":
        page.evaluate("location.hash = 'sec-old'")
    page.wait_for_url("**/a-one.html#sec-proof")


def test_without_scripts_a_line_says_where_it_went(new_page, address):
    page = new_page(java_script_enabled=False)
    page.goto(address)
    line = page.get_by_text("This part has moved: The proof.")
    assert not line.is_visible()
    page.goto(f"{address}#sec-old")
    assert line.is_visible()
    line.get_by_role("link").click()
    page.wait_for_url("**/a-one.html#sec-proof")
