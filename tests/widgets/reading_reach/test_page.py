"""ReadingReach in a browser: by pointing, by keyboard, with any text, on a phone."""

from bert_lab.look.widgets import ReadingReach

TEXT = "i went to the bank to deposit cash"


def shown(page):
    """For each network the positions whose words are lit."""
    lit = """svg => [...svg.querySelectorAll('rect')]
      .flatMap((rect, i) => rect.classList.contains('rr-read') ? [i] : [])"""
    return [svg.evaluate(lit) for svg in page.locator("[data-network] svg").all()]


def expected(text, position):
    return list(ReadingReach(text, position).reads.values())


def row(page, place):
    """The middle of a row of BERT's flow."""
    box = page.locator("[data-network='BERT'] rect").nth(place).bounding_box()
    return box["x"] + 60, box["y"] + box["height"] / 2


def test_focus_by_keyboard_chooses(open_widget):
    page = open_widget(ReadingReach(TEXT, 4))
    assert shown(page) == expected(TEXT, 4)
    for _ in range(10):  # examples, then the words
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "radio":
            break
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "bank, word 5"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "to, word 6"
    assert shown(page) == expected(TEXT, 5)
    page.wait_for_timeout(400)
    output = page.locator("output").first.inner_text()
    assert output == (
        "For “to”, BERT reads all 8 words. GPT reads the first 6. "
        "ELMo has two networks: one reads 6, the other 3."
    )
    assert page.locator(".rr-tally").all_inner_texts() == [
        "reads 6 of 8", "reads 3 of 8", "reads 6 of 8", "reads 8 of 8"
    ]  # fmt: skip


def test_pointing_shows_for_as_long_as_it_lasts(open_widget):
    page = open_widget(ReadingReach(TEXT, 4))
    page.mouse.move(*row(page, 1))
    assert shown(page) == expected(TEXT, 1)
    page.wait_for_timeout(400)
    assert page.locator("output").first.inner_text().startswith("For “went”, ")
    page.mouse.move(1, 1)
    assert shown(page) == expected(TEXT, 4)
    page.locator("label", has_text="deposit").click()
    page.mouse.move(1, 1)
    assert shown(page) == expected(TEXT, 6)
    page.mouse.click(*row(page, 2))  # the flow is pressed as the word is
    page.keyboard.press("Escape")
    page.mouse.move(1, 1)
    assert shown(page) == expected(TEXT, 2)
    assert page.get_by_label("to, word 3").is_checked()


def test_the_readers_own_sentence(open_widget):
    page = open_widget(ReadingReach(TEXT, 7))
    page.get_by_text("Your own sentence").click()
    page.get_by_label("Text", exact=True).fill("one two three")
    assert shown(page) == expected("one two three", 7)
    page.get_by_label("Text", exact=True).fill(" ")
    assert page.get_by_role("status").first.inner_text() == "Type a sentence."
    assert not page.locator(".rr-picture").is_visible()
    page.get_by_label("Text", exact=True).fill("word " * 30)
    assert "first 24 words" in page.get_by_role("status").first.inner_text()
    assert shown(page) == expected("word " * 30, 7)
    page.get_by_role("button", name="first word").click()
    assert shown(page) == expected(TEXT, 0)
