"""Widgets that read English: the reader's own sentences, with PyTorch's numbers."""

import json
import re

import pytest
import torch

from benchmarks.pages import served
from bert_lab.search.vectors import embed
from book.released import packed_file
from tests.helpers.browser_cases import AXE, VIOLATIONS
from tests.helpers.paths import SITE
from tests.helpers.released_bert import page_bert, released_bert


def read_english(page):
    """Turn the switch and pick the model's file, since a page on file:// can't fetch."""
    group = page.get_by_role("group", name="Which BERT reads")
    group.get_by_role("button", name="MiniLM").click()
    page.set_input_files("input[type=file]", packed_file())


@pytest.mark.needs("book")
def test_the_chapter_on_search_asks_this_book(new_page):
    with served(SITE) as address:
        page = new_page(width=1280)
        page.goto(f"{address}/chapters/11-in-practice.html")
        page.get_by_label("Ask this book").fill("my text is too long for the model")
        page.get_by_role("button", name="Ask", exact=True).click()
        page.get_by_text("by words “").wait_for()
        links = page.locator(".ms-row a").evaluate_all("all => all.map((el) => el.href)")
        assert len(links) == 8
        assert any(link.endswith("recipes.html#sec-recipes-long") for link in links)
        page.get_by_label("Ask this book").fill("上下文")
        page.get_by_role("button", name="Ask", exact=True).click()
        page.get_by_role("alert").filter(has_text="learned English alone").wait_for()
        page.get_by_role("button", name="80/10/10").click()
        assert page.locator(".ms-row a").count() == 0


@pytest.mark.needs("book")
def test_the_search_page_finds_by_meaning_once_asked(new_page):
    page = new_page(width=1280)
    page.goto(
        (SITE / "search.html").as_uri() + "?q=Which+softmax+weights+does+a+%5BSEP%5D+token+get"
    )
    page.locator("#search-results a").first.wait_for()
    fetched = "performance.getEntriesByType('resource').map((one) => one.name).join()"
    assert not re.search(r"/(real|library)\b", page.evaluate(fetched))  # nobody has asked
    read_english(page)
    left = (SITE / "_static/library.js").read_text("utf-8")
    library = json.loads(left[left.index("] = ") + 4 : -2])
    addresses = library["addresses"]
    numbers = torch.tensor([ord(letter) - ord("@") for letter in library["vectors"]])
    vectors = library["step"] * numbers.view(len(addresses), -1)
    question = "Which softmax weights does a [SEP] token get"
    meant = vectors @ embed(page_bert(), released_bert()[1], [question])[0]
    best = meant.argsort(descending=True, stable=True)[:4].tolist()
    links = page.get_by_role("list", name="by meaning").get_by_role("link")
    links.first.wait_for()
    shown = links.evaluate_all("all => all.map((el) => el.getAttribute('href'))")
    assert shown == [f"./{addresses[i]}" for i in best]
    page.get_by_text(f"“{links.first.inner_text()}” comes nearest in meaning.").wait_for()
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    page.get_by_role("button", name="by words alone").click()
    links.first.wait_for(state="detached")
