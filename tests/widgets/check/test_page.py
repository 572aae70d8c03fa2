"""Check in a browser: by keyboard and by mouse; it remembers, links, and never moves."""

from benchmarks.pages import served
from bert_lab.look.widgets import Check
from tests.helpers.in_browser import page_of

WORDS = {"question": "Which one, of `T` tokens?", "because": "For that is how it is."}
WRONG = {"`<mask>`": "No word at all.", "a longer one": "Rather long. " * 12}
STEPS = {"one": "", "two": "one is missing.", "three": "two is missing.", "four": "see three."}
CHECKS = {
    "choice": Check.choice(**WORDS, label="a-choice", right="this one", wrong=WRONG),
    "number": Check.number(
        **WORDS,
        label="a-number",
        answer=76.8,
        near={512: "That is all."},
        unit="tokens",
        tolerance=0.3,
        hint="Think of shares.",
    ),
    "order": Check.order(**WORDS, label="an-order", steps=STEPS),
}


def reply(page):
    return page.locator("output").inner_text()


def steps(page):
    return page.locator(".bw-steps li > span:nth-child(2)").evaluate_all(
        "all => all.map((el) => el.firstChild.textContent)"
    )


def test_a_choice_by_keyboard(open_widget):
    page = open_widget(CHECKS["choice"])
    texts = [part["text"].strip("`") for part in CHECKS["choice"].parts]
    assert reply(page) == ""
    tried = []
    for text in texts:
        page.keyboard.press("Tab")
        button = page.locator(":focus")
        assert text in button.inner_text()
        page.keyboard.press("Enter")
        assert button.evaluate("el => el === document.activeElement")
        right = text == "this one"
        tried.append("right" if right else "not this one")
        assert reply(page).startswith("Right. For that" if right else "Not quite. ")
        names = page.locator(".bw-choice .bw-unseen").all_inner_texts()
        assert [name.strip(", ") for name in names if name] == tried
    page.get_by_role("button", name="Start again").press("Enter")
    assert reply(page) == ""
    assert page.locator(".bw-true, .bw-false").count() == 0
    assert page.evaluate("document.activeElement.className") == "bw-choice"


def test_a_number_by_keyboard(open_widget):
    page = open_widget(CHECKS["number"])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert reply(page) == "Type a number first."
    answers = {
        "512": "Not quite. That is all.",
        "60": "Not quite. Too small. Think of shares.",
        "1,000": "Not quite. Too large. Think of shares.",
        "many": "“many” is no number. Digits will do: 12,288 or 0.5 or 1/8.",
        "77 tokens": "Right: 76.8\u00a0tokens. For that is how it is.",
    }
    for typed, answer in answers.items():
        page.locator("input").fill(typed)
        page.keyboard.press("Enter")
        assert reply(page) == answer
        invalid = page.locator("input").get_attribute("aria-invalid")
        assert invalid == ("true" if typed == "many" else "false")
    page.locator("input").fill(" ")  # an answer that was right before is none any more
    page.keyboard.press("Enter")
    assert reply(page) == "Type a number first."
    page.get_by_role("button", name="Start again").click()
    assert page.evaluate("[document.activeElement.tagName, document.activeElement.value]") == [
        "INPUT",
        "",
    ]
    page.get_by_role("button", name="Show the answer").click()
    assert reply(page) == "The answer: 76.8\u00a0tokens. For that is how it is."


def test_an_order_by_keyboard(open_widget):
    page = open_widget(CHECKS["order"])
    before = steps(page)
    assert before[0] != "one"
    page.get_by_role("button", name="Check").press("Enter")
    assert f"“{before[0]}” comes too early" in reply(page)
    assert page.locator(".bw-false").inner_text().split("\n")[0] == "✗"
    for place, step in enumerate(STEPS):  # each goes up by itself; the focus goes with it
        button = page.get_by_role("button", name=f"Move up: {step}", exact=True)
        button.focus()
        for _ in range(steps(page).index(step) - place):
            page.keyboard.press("Enter")
        name = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert name == f"Move up: {step}"
    assert steps(page) == list(STEPS)
    assert page.locator(".bw-false").count() == 0  # what was said held for another order
    page.get_by_role("button", name="Move up: one", exact=True).press("Enter")  # the top of all
    assert steps(page) == list(STEPS)
    page.get_by_role("button", name="Check").press("Enter")
    assert reply(page) == "Right. For that is how it is."


def test_it_remembers_where_it_may(new_page, folder):
    html = page_of(["check"], CHECKS["choice"].static_html())
    (folder / "page.html").write_text(html, "utf-8")
    page = new_page()
    with served(folder) as site:  # from file:// Chromium forgets now and then
        page.goto(f"{site}/page.html")
        page.wait_for_selector("[data-afm-ready]")
        page.get_by_role("button", name="this one").click()
        answer = reply(page)
        assert answer.startswith("Right")
        page.reload()
        page.wait_for_selector("[data-afm-ready]")
        assert reply(page) == answer
        page.get_by_role("button", name="Start again").click()
        page.reload()
        page.wait_for_selector("[data-afm-ready]")
        assert reply(page) == ""
