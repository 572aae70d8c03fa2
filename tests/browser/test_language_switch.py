"""Widgets that read English: the reader's own sentences, with PyTorch's numbers."""

import json
import re

import pytest
import torch

from benchmarks.pages import served
from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import AttentionMicroscope
from bert_lab.search.vectors import embed
from book.released import packed_file
from tests.helpers.browser_cases import AXE, VIOLATIONS, percent
from tests.helpers.paths import SITE
from tests.helpers.released_bert import page_bert, released_bert, traced


def read_english(page):
    """Turn the switch and pick the model's file, since a page on file:// can't fetch."""
    group = page.get_by_role("group", name="Which BERT reads")
    group.get_by_role("button", name="MiniLM").click()
    page.set_input_files("input[type=file]", packed_file())
    page.wait_for_selector(".bw-english")


def trace_of(text):
    encoding = released_bert()[1].encode(text)
    return encoding.tokens, traced(page_bert(), encoding.ids)


def test_the_microscope_asks_in_english(open_widget):
    toy = AttentionMicroscope(*load_mini_bert(), "a crane built a nest", step=4, query=2)
    page = open_widget(toy, reduced_motion="reduce")
    read_english(page)
    text = "The snowboarders outmanoeuvred us!"
    page.get_by_label("Text").fill(text)
    page.get_by_role("radio", name="Block 2").check(force=True)
    page.get_by_role("radio", name="Head 9").check(force=True)
    tokens, trace = trace_of(text)
    words = page.locator(".mic-word")
    words.nth(4).wait_for()
    words.nth(2).click()
    shown = [token.replace("##", "\u2010") for token in tokens]
    assert words.locator(".bw-token").all_inner_texts() == shown
    page.mouse.move(0, 0)

    def assert_shares(row):
        for t, (token, share) in enumerate(zip(shown, row.tolist(), strict=True)):
            end = f"share {percent(share)}" if share else "closed"
            page.wait_for_function(
                "([t, end]) => document.querySelectorAll('.mic-word')[t].ariaLabel.endsWith(end)",
                arg=[t, end],
            )
            assert words.nth(t).get_attribute("aria-label").startswith(token)

    assert_shares(trace.attention_weights[1][0, 8, 2])
    page.get_by_role("button", name="small BERT").click()
    page.wait_for_selector(".attention-microscope:not(.bw-english)")
    assert page.get_by_label("Text").input_value() == "a crane built a nest"


@pytest.mark.needs("book")
def test_the_chapter_on_search_asks_this_book(new_page):
    with served(SITE) as address:
        page = new_page(width=1280)
        page.goto(f"{address}/chapters/11-in-practice.html")
        page.get_by_label("Ask this book").fill("my article has 2,000 words")
        page.get_by_role("button", name="Ask", exact=True).click()
        page.get_by_text("by words “").wait_for()
        links = page.locator(".ms-row a").evaluate_all("all => all.map((el) => el.href)")
        assert len(links) == 8
        assert any(link.endswith("recipes.html#sec-recipes-long") for link in links)
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
