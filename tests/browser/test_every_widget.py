"""What holds for every widget: all of them on one page, as in the book, from file://."""

import pytest

from tests.helpers.browser_cases import (
    AXE,
    HOSTILE,
    STILL,
    VIOLATIONS,
    as_in_the_book,
    assert_grows,
    assert_harmless,
    assert_usable,
    widgets_ready,
)
from tests.helpers.every_widget import CHANGES, every_widget
from tests.helpers.in_browser import page_of

BUTTON = "Copy a link to this state"
OPEN = "document.querySelectorAll('main details').forEach((el) => { el.open = true; })"
FRAMES = """() => { globalThis.frames = 0; const ask = requestAnimationFrame;
  globalThis.requestAnimationFrame = (draw) => { frames += 1; return ask(draw); }; }"""
HEIGHTS = """() => Object.fromEntries([...document.querySelectorAll("[data-afm]")].map((el) =>
  [el.dataset.afm, el.firstElementChild.offsetHeight]))"""
# The nth example of each widget is pressed, but for sentences of one's own.
PRESS = """(n) => [...document.querySelectorAll("[data-afm]")]
  .map((el) => el.querySelectorAll(".bw-examples button")[n])
  .filter((one) => one && one.textContent !== "my own").map((one) => one.click()).length"""
READ = "document.querySelector('li.pg-lane').textContent.includes('the model')"  # the game's pairs
LINKED = [name for name in CHANGES if name not in ("bug", "check:many", "masking", "pairs")]
TYPE = """(text) => document.querySelectorAll("main input[type=text], main textarea")
  .forEach((el) => { el.value = text; el.dispatchEvent(new Event("input", { bubbles: true })); })"""


@pytest.fixture
def address(folder):
    """Of the page with one widget of each kind."""
    shown = every_widget().values()
    html = page_of([one._name for one in shown], "".join(one.static_html() for one in shown))
    (folder / "page.html").write_text(html, "utf-8")
    return (folder / "page.html").as_uri()


@pytest.fixture
def see(new_page, address):
    """A function: that page, drawn; and what it has asked for."""

    def see(fragment="", width=1280, **options):
        page, requests = new_page(width=width, **options), []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(address + fragment)
        if options.get("java_script_enabled", True):
            widgets_ready(page)
            page.wait_for_selector(".lab-panel .bw-answer:visible")
            page.wait_for_function(f"() => {READ}")
        assert all(url.startswith(("file:", "data:", "blob:")) for url in requests), requests
        return page

    return see


def element(page, name):
    return page.locator(f"[data-afm={every_widget()[name]._name}]")


def contents(page, name):
    """The widget's texts and inputs, without the button's answer."""
    el = element(page, name)
    row = el.locator(".bw-row", has=page.get_by_role("button", name=BUTTON)).inner_text()
    texts = [text.replace(row, "") for text in el.locator(".bert-widget > *").all_inner_texts()]
    inputs = el.locator(".bert-widget :is(input, select)")
    return texts, inputs.evaluate_all("all => all.map((el) => [el.value, el.checked])")


def test_a_link_brings_back_what_was_seen(see):
    page, links, seen = see(), [], {}
    before = {name: contents(page, name) for name in LINKED}
    for name in LINKED:
        CHANGES[name](element(page, name))
        page.mouse.move(0, 0)
    page.wait_for_timeout(600)  # announcements wait for a pause
    for name in LINKED:
        button = element(page, name).get_by_role("button", name=BUTTON)
        button.press("Enter")
        assert button.evaluate("el => el === document.activeElement")
        element(page, name).get_by_text("address bar holds it").wait_for()
        links.append(page.evaluate("location.hash")[1:])
        assert links[-1].startswith(f"{name}="), name
        assert "%7B" not in links[-1], "as legible as it can be"
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(600)
    for name in LINKED:
        seen[name] = contents(page, name)
        assert seen[name] != before[name], name
    again = see("#" + "&".join(links))
    again.wait_for_timeout(600)
    for name in LINKED:
        assert contents(again, name) == seen[name], name
    assert again.title() == "A widget"
    assert again.locator("img").count() == 0


def test_a_link_that_is_none_changes_nothing(see):
    page = see()
    before = contents(page, "reach")[1]
    for text in (
        "position:-96",
        "position:'4'",
        "[" * 5_000,
        "%",
        "%ff%fe",
        "<img src=x onerror=a>",
    ):
        page.evaluate("hash => { location.hash = hash }", f"#reach={text}")
        page.get_by_text("it has changed nothing").evaluate("el => { el.textContent = '' }")
    assert contents(page, "reach")[1] == before


@pytest.mark.parametrize(("width", "theme"), [(800, "light"), (360, "dark")])
def test_everyone_can_use_them(see, width, theme):
    """As they stand there, and with something pressed in each and all doors open."""
    page = see(width=width, theme=theme, reduced_motion="reduce")  # nothing is seen half-way
    page.evaluate(AXE.read_text("utf-8"))
    assert_usable(page, width)
    page.evaluate(STILL)
    assert page.evaluate(VIOLATIONS) == []
    if width == 800:  # a phone's doors stand elsewhere
        for name, change in CHANGES.items():
            change(element(page, name))
    else:
        assert page.evaluate(PRESS, 1)
    page.evaluate(OPEN)
    assert_usable(page, width)
    page.evaluate(STILL)
    assert page.evaluate(VIOLATIONS) == []


# Of each control in sight what a tap on its middle hits, where that is neither it nor its label.
COVERED = """async () => {
  const wrong = [], all = "button, input, select, textarea, summary, a";
  for (const el of document.querySelectorAll(`.bert-widget :is(${all})`)) {
    if (!el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    await new Promise((done) => setTimeout(done));
    const { left, top, width, height } = el.getClientRects()[0];
    if (width < 2 || height < 2) continue; // for a screen reader alone
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if ([el, ...(el.labels ?? [])].some((one) => one.contains(hit))) continue;
    wrong.push([el, hit].map((one) => one?.outerHTML.slice(0, 90)).join(" is under "));
  }
  return wrong;
}"""


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_under_a_finger_each_control_is_what_a_tap_hits(see, width):
    page = see(width=width, has_touch=True, reduced_motion="reduce")
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert page.evaluate(COVERED) == []
    page.evaluate(OPEN)
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize(("width", "inner", "most"), [(1280, 688, 700), (390, 358, 800)])
def test_one_screen_and_no_example_moves_what_stands_below(see, width, inner, most):
    page, n = see(width=width), 0
    as_in_the_book(page, inner)
    page.wait_for_timeout(400)
    first = page.evaluate(HEIGHTS)
    # The pencil's numbers are one sheet, on which a swipe moves the page.
    assert {name for name, height in first.items() if height > most} <= {"by_hand"}
    while page.evaluate(PRESS, n):
        page.wait_for_timeout(500)
        assert page.evaluate(HEIGHTS) == first, n
        n += 1
    assert n > 2


def test_any_text_stays_text(see):
    page = see(width=360)
    page.evaluate(OPEN)
    for text in HOSTILE:
        page.evaluate(TYPE, text)
        page.wait_for_timeout(400)
        assert_harmless(page, 360)


HEBREW = "שלום, BERT 2.0 (טוב)!"
# Fields and texts whose Hebrew would run as the words around it do.
ASTRAY = """() => {
  const typed = "main :is(input[lang], textarea:read-write)",
    fields = [...document.querySelectorAll(typed)],
    nodes = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT),
    strong = /[א-ת]/,
    wrong = fields.filter((el) => strong.test(el.value) && !el.matches(":dir(rtl)"));
  let right = fields.length - wrong.length;
  while (nodes.nextNode()) {
    const { data, parentElement: el } = nodes.currentNode;
    if (!strong.test(data) || el.localName === "script") continue;
    if (el.closest("[dir=auto]") || data.includes("\\u2068")) right += 1;
    else wrong.push(el);
  }
  return [right, wrong.map((el) => el.outerHTML)];
}"""


def test_what_runs_from_right_to_left_is_let_run_so(see):
    page = see()
    page.evaluate(OPEN)
    page.evaluate(TYPE, HEBREW)
    page.get_by_label("A new sentence for this").press("Enter")
    page.wait_for_timeout(600)
    right, wrong = page.evaluate(ASTRAY)
    assert wrong == []
    assert right > 30


# What keys that an input method takes change in two fields of each widget: Safari's say 229.
TAKEN = """async () => {
  const wrong = [], rest = (ms) => new Promise((done) => setTimeout(done, ms)),
    seen = (el, widget) => [widget.innerText, el.value, el === document.activeElement];
  for (const widget of document.querySelectorAll("[data-afm]"))
    for (const el of [...widget.querySelectorAll("input[type=text]")].slice(0, 2)) {
      el.value = "かな";
      el.dispatchEvent(new Event("input", { bubbles: true }));
      el.focus();
      await rest(500);
      for (const key of ["Enter", "ArrowDown", "Escape"])
        for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
          const before = seen(el, widget);
          el.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...how }));
          await rest(20);
          if (String(seen(el, widget)) !== String(before)) wrong.push([el.ariaLabel, key, how]);
        }
    }
  return wrong;
}"""


def test_an_input_method_has_its_keys_to_itself(see):
    page = see()
    CHANGES["by-hand"](element(page, "by-hand"))
    page.evaluate(OPEN)
    assert page.evaluate(TAKEN) == []


def test_letters_of_twice_the_size_stay_within_the_page(see):
    """With all doors open: what is too wide scrolls in its own box."""
    page = see(width=352)
    page.evaluate(OPEN)
    assert_grows(page, 352)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_at_rest_nothing_asks_for_a_frame(see, motion):
    page = see(reduced_motion=motion)
    page.wait_for_timeout(1000)  # what comes in has come
    page.evaluate(FRAMES)
    page.wait_for_timeout(500)
    assert page.evaluate("frames") == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_on_paper_and_without_scripts_there_is_something_to_read(see):
    page = see()
    page.emulate_media(media="print")
    for name in every_widget():
        assert len(element(page, name).inner_text()) > 15, name
    page = see(java_script_enabled=False)
    for name in every_widget():
        assert len(element(page, name).inner_text()) > 15, name
        assert element(page, name).locator("button, input").count() == 0


NO_SIMD = "This browser has no WebAssembly with SIMD"
SETTLED = (
    "document.querySelectorAll('[data-afm]:not([data-afm-ready]):not(:has(> p))').length === 0"
)


def test_without_webassembly_what_needs_it_stays_as_stored_with_one_sentence(new_page, address):
    page = new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(address)
    page.wait_for_function(SETTLED)
    texts = {name: element(page, name).inner_text() for name in every_widget()}
    stays = [name for name, text in texts.items() if NO_SIMD in text]
    assert all(texts[name].count(NO_SIMD) == 1 and len(texts[name]) > 250 for name in stays)
    assert {"alive", "context", "input", "masking", "microscope", "pairs", "train"} <= {*stays}
