"""TeachIt in a browser: recorded runs, sentences of one's own, and a BERT that learns them."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

import bert_lab.ask.__main__ as ask
from benchmarks.pages import served
from bert_lab.finetuning.stored import load_classes
from bert_lab.look.widgets import TeachIt
from book.released import packed_file
from tests.helpers.browser_cases import HOSTILE, assert_harmless, assert_usable
from tests.helpers.in_browser import page_of

KEPT = """{"classes": ["rain", "bread"],
 "texts": ["It is pouring.", "Take an umbrella.", "The sky is grey.", "Wet streets again.",
           "Knead the dough.", "A crust of rye.", "Bake it for an hour.", "Two rolls, please."],
 "labels": [0, 0, 0, 0, 1, 1, 1, 1]}"""

# Workers of learners end as `fate` says: "broken", with an error, or "silent", at their first word.
# The first worker reads for them.
FATE = """globalThis.fate = "";
(() => {
  const Own = Worker;
  let workers = 0;
  globalThis.Worker = class extends Own {
    constructor(address) {
      super(address);
      if (!workers++) globalThis.reading = this;
      else if (fate === "silent") this.addEventListener("message", this.terminate);
      if (fate !== "broken") return;
      setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "no memory" })));
    }
  };
})();"""


def scores(page):
    return page.locator(".ti-score").all_inner_texts()


def verdicts(page):
    return [one.replace("\xa0", " ") for one in page.locator(".ti-said").all_inner_texts()]


def says(page):
    return page.locator(".ti-status").inner_text()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_the_recorded_runs_are_shown_pass_by_pass(open_widget):
    page = open_widget(TeachIt())
    assert scores(page) == ["5 of 9", "7 of 9", "7 of 9", "2 of 9"]
    page.get_by_text("After 10 passes the fine-tuned BERT sorts 7 of 9").wait_for()
    assert not page.get_by_label("Look at a sentence").is_visible()
    page.locator(".ti-plane .ti-out").first.click()  # a press on a sentence opens its door
    page.get_by_label("Look at a sentence").select_option("There is a fee that I don't understand.")
    assert page.locator(".ti-chosen").count() == 4
    assert verdicts(page)[2] == "billing >99 % ✓"
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    page.get_by_text("every sentence is in the middle").wait_for()
    assert scores(page) == ["? of 9"] * 4
    press(page, "Play")
    page.get_by_text("pass 10 of 10").wait_for()
    press(page, "the news")
    page.get_by_text("Careful: length alone, no word read, sorts 100\xa0%").wait_for()
    assert scores(page) == ["6 of 6", "4 of 6", "5 of 6", "6 of 6"]
    page.get_by_text("Numbers").click()
    assert page.locator("table td").nth(2).inner_text() == "6 of 6"
    crossed = page.locator("table").nth(1)
    assert crossed.locator("tr").nth(4).locator("td").all_inner_texts() == [
        "28 of 28",
        "88\xa0% to 100\xa0%",
        "15 of 28",
    ]
    page.get_by_text("A coin would have 14 of 28 right").wait_for()


def test_sentences_of_one_s_own_by_keyboard_paste_and_file(open_widget):
    page = open_widget(TeachIt())
    press(page, "my own")
    field = page.get_by_label("A new sentence for this")
    field.fill("The first of all")
    field.press("Enter")
    assert says(page) == "One sentence added."
    field.evaluate(
        """(el) => { const data = new DataTransfer();
        data.setData("text", "Second\\nThird\\nSecond");
        el.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, cancelable: true})); }"""
    )
    assert says(page) == "2 sentences added. One was there already."
    page.get_by_role("button", name="Second").focus()
    page.keyboard.press("ArrowRight")
    assert says(page) == "Moved to “that”."
    columns = page.locator(".ti-own .ti-sentences")
    assert columns.nth(1).locator("button").all_inner_texts() == ["Second"]
    page.keyboard.press("Delete")
    assert says(page) == "Removed: Second"
    page.locator(".ti-own").evaluate("el => el.scrollIntoView({ block: 'center' })")
    page.get_by_role("button", name="Third").drag_to(page.locator(".ti-own .ti-column").nth(1))
    assert columns.nth(1).locator("button").all_inner_texts() == ["Third"]
    file = {
        "name": "all.csv",
        "mimeType": "text/csv",
        "buffer": "mood;text\nok;Café\nok;Tea".encode(),
    }
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("2 sentences added from all.csv.").wait_for()
    assert page.locator(".ti-own .ti-head input").count() == 3
    assert page.locator(".ti-own .ti-head input").nth(2).input_value() == "ok"
    page.reload()
    page.wait_for_selector("[data-afm-ready]")
    press(page, "my own")
    assert page.locator(".ti-own .ti-sentences button").all_inner_texts() == [
        "The first of all",
        "Third",
        "Café",
        "Tea",
    ]
    page.get_by_label("Name of class 1").fill("tea")
    page.get_by_label("Name of class 1").press("Tab")
    assert page.get_by_label("A new sentence for tea").is_visible()
    page.get_by_label("Name of class 1").fill(HOSTILE[2])
    page.get_by_label("Name of class 1").press("Tab")
    assert_harmless(page, 800)


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (360, "dark")])
def test_it_can_be_used(open_widget, width, theme):
    page = open_widget(TeachIt(), width=width, theme=theme)
    page.get_by_text("The fine-tuned one overfits: since pass 5").wait_for()
    assert_usable(page, width)
    press(page, "my own")
    assert_usable(page, width)
    if width < 600:  # the chips' row has no room for all, and is as near its beginning as can be
        press(page, "the news")
        row = page.locator(".bw-examples")
        page.wait_for_function("row => row.scrollLeft > 0", arg=row.element_handle())
        page.set_viewport_size({"width": 590, "height": 900})
        page.wait_for_function("row => row.scrollLeft === 0", arg=row.element_handle())
        assert row.evaluate("row => row.scrollWidth > row.clientWidth")
        assert_usable(page, 590)
    page.emulate_media(media="print")
    assert not page.get_by_role("slider").is_visible()


def test_a_link_carries_sentences_only_if_it_is_asked_to(open_widget):
    page = open_widget(TeachIt())
    put = f"localStorage.setItem('bert-teach', `{KEPT}`)"
    page.evaluate(put)
    page.reload()
    press(page, "my own")
    press(page, "Copy a link to this state")
    assert "pouring" not in page.url
    page.get_by_text("Keep it", exact=True).click()
    assert page.get_by_role("button", name="Save a notebook").is_disabled()
    press(page, "Copy a link with these sentences")
    page.get_by_text("Whoever opens").wait_for()
    address = "navigator.clipboard.readText().catch(() => location.href)"
    link = page.url if "pouring" in page.url else page.evaluate(address)
    fragment = link[link.index("#") :]
    assert "pouring" in fragment
    # Elsewhere it brings them; what another reader has is not touched.
    other = KEPT.replace("It is pouring.", "Mine").replace("\n", " ")
    page.evaluate(f"localStorage.setItem('bert-teach', `{other}`)")
    page = open_widget(TeachIt(), fragment)
    page.evaluate(f"localStorage.setItem('bert-teach', `{other}`)")
    page.reload()
    page.get_by_text("Yours are still here").wait_for()
    buttons = page.locator(".ti-own .ti-sentences button")
    assert buttons.first.inner_text() == "It is pouring."
    buttons.first.press("ArrowRight")
    assert page.evaluate("localStorage.getItem('bert-teach')") == other
    # What is no such thing changes nothing.
    for odd in ('{"classes":["a"],"texts":[],"labels":[]}', '{"texts":[1]}', "%", "9" * 9000):
        page = open_widget(TeachIt(), f"#classes={quote(odd, safe='%')}")
        page.get_by_text("The link brought sentences that can’t be read").wait_for()
        assert (
            page.get_by_role("button", name="a shop’s mail").get_attribute("aria-pressed") == "true"
        )


@pytest.fixture
def taught(folder):
    """The address of a page that brings all that teaching needs."""
    (folder / "page.html").write_text(page_of(["teach_it"], TeachIt().static_html()), "utf-8")
    (folder / packed_file().name).symlink_to(packed_file())
    with served(folder) as address:
        yield f"{address}/page.html"


def test_with_a_full_store_it_still_learns(new_page, taught):
    page = new_page()
    few = '{"classes": ["rain", "bread"], "texts": ["Rain.", "Wet.", "Rye."], "labels": [0, 0, 1]}'
    page.add_init_script(f"localStorage.setItem('bert-teach', `{few}`)")
    page.goto(taught)
    press(page, "my own")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    field = page.get_by_label("A new sentence for bread")
    field.fill("Rolls.")
    field.press("Enter")
    assert "One sentence added. This browser can’t keep them" in says(page)
    page.get_by_role("button", name="Teach it here").click()
    page.get_by_text("All four have learned").wait_for()
    assert page.get_by_role("button", name="Rolls.").is_visible()
    page.get_by_label("Or type a new one").fill("Rainy")
    page.locator(".ti-verdict:nth-child(3)", has_text="rain").wait_for()


def test_without_webassembly_the_recorded_runs_stay(new_page, taught):
    page = new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(taught)
    page.get_by_role("button", name="Teach it here").click()
    page.get_by_text("This browser has no WebAssembly with SIMD").wait_for()
    assert len(scores(page)) == 4


def test_a_released_bert_learns_them_here(new_page, folder, taught, capsys, monkeypatch):
    page, fetched = new_page(), []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1][:5]))
    page.add_init_script(f"localStorage.setItem('bert-teach', `{KEPT}`)")
    page.add_init_script(FATE)
    page.goto(taught)
    press(page, "my own")
    door = page.locator("summary", has_text="Look at a sentence")
    door.click()
    page.get_by_label("Or type a new one").fill("Nobody knows yet")
    door.click()  # it opens again when there is somebody to ask
    assert "press “Teach it”" in says(page)
    assert not {"teach", "real-"} & set(fetched)
    page.get_by_text("How they learn").click()
    page.get_by_label("sentences to learn from").select_option("2 of each class")
    page.get_by_role("button", name="Teach it here").click()
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    page.get_by_text("All four have learned").wait_for()
    assert {"teach", "real-"} <= set(fetched)
    assert page.get_by_text("pass 10 of 10").is_visible()
    assert all(score.endswith("of 4") for score in scores(page))
    assert page.locator(".ti-wrong:not(.ti-out)").count() <= 2  # the twin's, perhaps
    page.get_by_label("Or type a new one").fill("A thunderstorm is coming")
    page.get_by_text("single word decides").or_(page.get_by_text("BERT would say")).wait_for()
    assert [one.split()[0] for one in verdicts(page)[1:3]] == ["rain", "rain"]
    page.get_by_text("Numbers").click()
    press(page, "Cross-validate")
    page.get_by_text("Cross-validated.").wait_for()
    right = page.locator("table").nth(1).locator("tr td:nth-of-type(1)").all_inner_texts()
    assert len(right) == 4
    assert all(one.endswith(" of 8") for one in right)
    assert not page.get_by_role("button", name="Cross-validate").is_visible()
    # What it has learned answers in Python as in the page.
    said = verdicts(page)[2]
    bars = page.locator(".ti-verdict:nth-child(3) .ti-bar span")
    shares = bars.evaluate_all("all => all.map((one) => Number(one.style.flexGrow))")
    page.get_by_text("Keep it", exact=True).click()
    with page.expect_download() as download:
        press(page, "Save what it has learned")
    download.value.save_as(folder / "my-classes.safetensors")
    asked = [str(folder / "my-classes.safetensors"), "A thunderstorm is coming"]
    kept = load_classes(asked[0])
    found = dict(kept.ask(asked[1]))
    assert [found["rain"], found["bread"]] == pytest.approx(shares, abs=1e-4)
    assert said in (f"rain {found['rain']:.0%}".replace("%", " %"), "rain >99 %")
    monkeypatch.setattr(ask, "load_classes", lambda _: kept)  # it takes seconds
    ask.main(asked)
    assert capsys.readouterr().out.split() == [
        *(f"{found['rain']:.1%}", "rain"),
        *(f"{found['bread']:.1%}", "bread"),
    ]
    # The notebook has the same sentences, and keeps the same back.
    with page.expect_download() as download:
        press(page, "Save a notebook")
    cells = json.loads(Path(download.value.path()).read_text("utf-8"))["cells"]
    names = {}
    exec("".join(cells[1]["source"]), names)
    given = json.loads(KEPT)
    assert [row[2] for row in names["ROWS"]] == given["texts"]
    assert [row[0] for row in names["ROWS"]] == given["labels"]
    assert [len(names["learn"]), len(names["new"])] == [4, 4]
    # A second press stops, and what it has learned by then is still there.
    press(page, "Teach it now")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("Stopped.").wait_for()
    # A worker that dies, with a word or without, is no end; a tab in the background is none.
    page.evaluate("fate = 'broken'")
    press(page, "Teach it now")
    page.get_by_text("A learner broke off: no memory").wait_for()
    page.evaluate("fate = 'silent'")
    press(page, "Teach it now")
    page.get_by_text("A learner broke off: the browser has ended it").wait_for()
    page.evaluate("""() => {
      fate = "";
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
      globalThis.requestAnimationFrame = () => 0;
    }""")
    press(page, "Teach it now")
    page.get_by_text("All four have learned").wait_for()
    assert page.locator(".ti-own .ti-sentences button").count() == 8
    # What it has learned of three classes is not drawn among two.
    press(page, "Add a class")
    for text in ("Tea", "Milk"):
        page.get_by_label("A new sentence for class 3").fill(text)
        page.get_by_label("A new sentence for class 3").press("Enter")
    press(page, "Teach it now")
    page.get_by_text("All four have learned").wait_for()
    press(page, "Remove class 3")
    press(page, "Teach it now")
    page.get_by_text("All four have learned").wait_for()
    page.evaluate("reading.terminate()")
    press(page, "Teach it now")
    page.get_by_text("The model stopped in this browser.").wait_for()
    assert page.locator(".ti-own .ti-sentences button").count() == 8
