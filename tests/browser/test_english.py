"""BertAlive with the released BERT: loads on request, stays, and agrees with PyTorch."""

import re

import pytest

from benchmarks.pages import served
from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive
from book.released import packed_file
from tests.helpers.browser_cases import (
    AXE,
    HOSTILE,
    VIOLATIONS,
    assert_harmless,
    assert_usable,
    percent,
)
from tests.helpers.in_browser import page_of
from tests.helpers.released_bert import page_bert, released_bert, traced

TEXT = "The tokenizers cut antidisestablishmentarianism."
TOKENS = "[...document.querySelectorAll('.english-token')].map((el) => el.textContent)"


@pytest.fixture
def site(folder):
    """A folder with a page of the picture and the model's file."""
    widget = BertAlive(*load_mini_bert(), text=TEXT)
    (folder / "page.html").write_text(page_of(["bert_alive"], widget.static_html()), "utf-8")
    (folder / packed_file().name).symlink_to(packed_file())
    return folder


def choose(page, name):
    page.get_by_role("group", name="Which BERT reads").get_by_role("button", name=name).click()


def read_in(page, encoded):
    """Assert that the picture shows this text, with PyTorch's attention of its second piece."""
    shown = [re.sub("^##(?=.)", "\u2010", token) for token in encoded.tokens]
    page.wait_for_function(f"(tokens) => ({TOKENS}).join() === tokens.join()", arg=shown)
    page.locator(".english-token").nth(2).focus()
    shares = traced(page_bert(), encoded.ids).attention_weights[-1][0, :, 2].mean(0)  # last block
    announced = f"“{shown[int(shares.argmax())]}” {percent(shares.max())}"
    page.get_by_text(announced).wait_for()


def test_it_comes_when_asked_for_and_again_by_itself(new_page, site):
    page, fetched = new_page(375), []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
    with served(site) as address:
        page.goto(f"{address}/page.html")
        page.locator(".alive-word").first.wait_for()
        choose(page, "MiniLM")
        size = round(packed_file().stat().st_size / 1e6)
        load = page.get_by_role("button", name=f"Load MiniLM ({size} MB)")
        load.wait_for()
        assert not [name for name in fetched if name.startswith("real")]
        opacity = "getComputedStyle(document.querySelector('.alive-picture')).opacity"
        page.wait_for_function(f"() => {opacity} === '0.35'")  # of another model
        load.click()
        read_in(page, released_bert()[1].encode(TEXT))
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate(VIOLATIONS) == []
        assert_usable(page, 375)
        choose(page, "small BERT")
        page.locator(".alive-word").first.wait_for()
        choose(page, "MiniLM")
        page.locator(".english-token").first.wait_for()
        page.reload()
        read_in(page, released_bert()[1].encode(TEXT))
        assert fetched.count(packed_file().name) == 1


def test_from_a_file_it_is_picked_and_words_are_hidden(new_page, site):
    page = new_page(900, "dark")
    page.goto((site / "page.html").as_uri())
    page.locator(".alive-word").first.wait_for()
    choose(page, "MiniLM")
    picker = page.locator(".bw-pick input")
    picker.set_input_files(site / "widgets.js")
    page.get_by_role("alert").get_by_text("widgets.js is not the model’s file").wait_for()
    assert picker.input_value() == ""  # a browser tells no change where the same file is picked
    picker.set_input_files(packed_file())
    read_in(page, released_bert()[1].encode(TEXT))
    page.locator(".english input").first.fill("A crane, a nest.")
    page.locator(".english-token", has_text="nest").click()
    page.locator(".english-gaps .bw-right").wait_for()  # its rank beside the guesses
    assert re.fullmatch(
        r"(\d+\. )?nest", page.locator(".english-gaps .bw-right .bw-guess").inner_text()
    )
    page.locator(".english-token .bw-mask").click()
    page.keyboard.press("Escape")  # what is read is no longer said
    least = page.locator(".english-say", has_text="Hidden one by one, ")
    least.wait_for()
    ((odd, rank),) = re.findall(r"“(\w+)” fits least \(guess (\d+)\)", least.inner_text())
    page.locator(".english-token:has(.bw-odd-word)").click()
    page.locator(f".english-gaps .bw-right:has-text('{rank}. {odd}')").wait_for()
    page.locator(".english-token .bw-mask").click()
    page.locator(".english-token", has_text="nest").click()
    choose(page, "small BERT")
    hidden = page.locator(".alive-mask")
    hidden.wait_for()  # the same word
    assert hidden.get_attribute("aria-label") == "<mask>, which hides nest"
    hidden.click()
    page.locator(".alive-mask").wait_for(state="detached")
    choose(page, "MiniLM")
    page.get_by_role("button", name="two texts").click()
    page.get_by_text("the two texts have a cosine of 0.4").wait_for()
    shown = page.locator(".english-name").all_inner_texts()
    assert shown == ["block 2, head 9", "block 4, head 12"]
    page.locator(".english input").nth(1).fill("")
    page.locator(".english input").first.fill("昨 去")
    page.get_by_text("2 pieces are [UNK], ").wait_for()
    for text in (*HOSTILE, "word " * 2000):
        page.locator(".english input").first.fill(text)
    page.get_by_text("the picture has room for 64 pieces").wait_for()
    assert_harmless(page, 900)
