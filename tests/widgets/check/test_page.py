"""Check in a browser: by keyboard and by mouse; it remembers, links, and never moves."""

import pytest

from benchmarks.pages import served
from bert_lab.look.widgets import Check
from tests.helpers.browser_cases import AXE, HOSTILE, VIOLATIONS, assert_harmless, assert_usable
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
every_kind = pytest.mark.parametrize("kind", CHECKS)


def reply(page):
    return page.locator("output").inner_text()


def solve(page, kind):
    if kind == "choice":
        page.get_by_role("button", name="this one").click()
    elif kind == "number":
        page.get_by_label("Your number, tokens").fill("76.8")
        page.get_by_role("button", name="Check").click()
    else:
        page.get_by_role("button", name="Show the answer").click()
        page.get_by_role("button", name="Check").click()


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


def test_arrows_that_lead_nowhere_can_still_be_seen(open_widget):
    """Contrast of 4.5 and more; axe leaves out what is disabled."""
    contrast = """(el) => {
      const { color, opacity } = getComputedStyle(el), ground = getComputedStyle(el.closest(
        ".bert-widget")).backgroundColor;
      const light = (text) => text.match(/[\\d.]+/g).slice(0, 3)
        .map((c) => ((c / 255 + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const [a, b] = [light(color), light(ground)].sort((x, y) => y - x);
      return opacity * (a + 0.05) / (b + 0.05); }"""
    for theme in ("light", "dark"):
        page = open_widget(CHECKS["order"], theme=theme)
        dim = page.locator(".bw-steps [aria-disabled=true]")
        assert dim.count() == 2
        assert dim.first.evaluate(contrast) > 4.5


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


def test_a_step_is_dragged(open_widget):
    page = open_widget(CHECKS["order"])
    rows, before = page.locator(".bw-steps li"), steps(page)
    page.mouse.move(0, 0)
    rows.nth(0).hover(position={"x": 60, "y": 10})
    page.mouse.down()
    box = rows.nth(2).bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 20, steps=6)
    assert page.locator(".bw-held").count() == 1
    page.mouse.up()
    after = [before[1], before[2], before[0], before[3]]
    assert steps(page) == after
    assert reply(page) == f"“{before[0]}” is now step 3 of 4."
    page.mouse.move(box["x"] + 60, 0)  # let go is let go
    assert steps(page) == after
    assert page.locator(".bw-held").count() == 0


@every_kind
def test_it_remembers_where_it_may(new_page, folder, kind):
    html = page_of(["check"], CHECKS[kind].static_html())
    (folder / "page.html").write_text(html, "utf-8")
    page = new_page()
    with served(folder) as site:  # from file:// Chromium forgets now and then
        page.goto(f"{site}/page.html")
        page.wait_for_selector("[data-afm-ready]")
        solve(page, kind)
        answer = reply(page)
        assert answer.startswith("Right")
        page.reload()
        page.wait_for_selector("[data-afm-ready]")
        assert reply(page) == answer
        page.get_by_role("button", name="Start again").click()
        page.reload()
        page.wait_for_selector("[data-afm-ready]")
        assert reply(page) == ""


@every_kind
def test_a_browser_that_keeps_nothing_is_no_hindrance(new_page, folder, kind):
    path = folder / "page.html"
    path.write_text(page_of(["check"], CHECKS[kind].static_html()), "utf-8")
    page = new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })"
    )
    page.goto(path.as_uri())
    page.wait_for_selector("[data-afm-ready]")
    solve(page, kind)
    assert reply(page).startswith("Right")


@every_kind
@pytest.mark.parametrize(("width", "most"), [(360, 460), (390, 440), (752, 340)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_small_never_moves_and_is_for_everyone(open_widget, kind, width, most, theme):
    page = open_widget(CHECKS[kind], width=width, theme=theme)
    height = page.locator(".check").evaluate("el => el.getBoundingClientRect().height")
    assert height <= most
    page.evaluate(AXE.read_text("utf-8"))
    assert_usable(page, width)
    assert page.evaluate(VIOLATIONS) == []
    for button in page.locator(".check button:visible").all():
        if button.inner_text() != "Copy a link to this state":
            button.click(force=True)  # one that can't help now, too
            now = page.locator(".check").evaluate("el => el.getBoundingClientRect().height")
            assert now == pytest.approx(height, abs=1), button.inner_text()
    solve(page, kind)
    assert_usable(page, width)
    page.wait_for_timeout(200)  # colours change slowly
    assert page.evaluate(VIOLATIONS) == []


@pytest.mark.parametrize("bad", HOSTILE)
def test_hostile_words_stay_words(new_page, folder, bad):
    wrong, steps = {f"{bad} w": bad, "b": bad}, {f"{bad} {i}": bad for i in "abc"}
    checks = (
        Check.choice(bad, label="a-choice", right=bad, wrong=wrong, because=bad),
        Check.order(bad, label="an-order", steps=steps, because=bad),
        Check.number(bad, label="a-number", answer=3, near={4: bad}, because=bad, unit=bad[:20]),
    )
    path = folder / "page.html"
    path.write_text(page_of(["check"], "".join(one.static_html() for one in checks)), "utf-8")
    page = new_page(width=360)
    page.goto(path.as_uri())
    page.wait_for_function("() => document.querySelectorAll('[data-afm-ready]').length === 3")
    for button in page.locator(".bw-choice").all():
        button.click()
        assert_harmless(page, 360)
    page.locator("[data-afm]").nth(1).get_by_role("button", name="Check").click()
    assert_harmless(page, 360)
    for typed in (bad, "4", "3"):
        page.locator("input").fill(typed)
        page.keyboard.press("Enter")
        assert_harmless(page, 360)


def test_a_link_names_its_check_and_one_without_a_name_is_the_firsts(new_page, folder):
    both = CHECKS["number"].static_html() + CHECKS["choice"].static_html()
    path = folder / "page.html"
    path.write_text(page_of(["check"], both), "utf-8")
    wrong = CHECKS["choice"].solution[0] - 1

    def answers(fragment):
        page = new_page()
        page.goto(path.as_uri() + fragment)
        page.wait_for_function("() => document.querySelectorAll('[data-afm-ready]').length === 2")
        return page.locator("output").all_inner_texts()

    number, choice = answers(f'#check:a-choice={{"answer":[{wrong % 3}]}}')
    assert number == ""
    assert choice.startswith("Not quite.")
    number, choice = answers('#check={"answer":["512"]}')
    assert number == "Not quite. That is all."
    assert choice == ""
    assert answers('#check:another={"answer":["512"]}') == ["", ""]
