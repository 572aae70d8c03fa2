"""TeachIt in a browser: recorded runs, sentences of one's own, and a BERT that learns them."""

import json
from pathlib import Path

import pytest

from benchmarks.pages import served
from bert_lab.finetuning.stored import load_classes
from bert_lab.look.widgets import TeachIt
from book.released import packed_file
from tests.helpers.browser_cases import HOSTILE, assert_harmless
from tests.helpers.in_browser import page_of

KEPT = """{"classes": ["rain", "bread"],
 "texts": ["It is pouring.", "Take an umbrella.", "The sky is grey.", "Wet streets again.",
           "Knead the dough.", "A crust of rye.", "Bake it for an hour.", "Two rolls, please."],
 "labels": [0, 0, 0, 0, 1, 1, 1, 1]}"""


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
    page.keyboard.press("End")
    page.get_by_text("pass 10 of 10").wait_for()
    press(page, "the news")
    page.get_by_text("Careful: length alone, no word read, sorts 100\xa0%").wait_for()
    assert scores(page) == ["6 of 6", "4 of 6", "5 of 6", "6 of 6"]
    page.get_by_text("Numbers").click()
    assert page.locator("table td").nth(2).inner_text() == "6 of 6"


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


@pytest.fixture
def taught(folder):
    """The address of a page that brings all that teaching needs."""
    (folder / "page.html").write_text(page_of(["teach_it"], TeachIt().static_html()), "utf-8")
    (folder / packed_file().name).symlink_to(packed_file())
    with served(folder) as address:
        yield f"{address}/page.html"


def test_without_webassembly_the_recorded_runs_stay(new_page, taught):
    page = new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(taught)
    page.get_by_role("button", name="Teach it here").click()
    page.get_by_text("This browser has no WebAssembly with SIMD").wait_for()
    assert len(scores(page)) == 4


def test_a_released_bert_learns_them_here(new_page, folder, taught):
    """One training by two sentences of each class, and what becomes of it."""
    page, fetched = new_page(), []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1][:5]))
    page.add_init_script(f"localStorage.setItem('bert-teach', `{KEPT}`)")
    page.goto(taught)
    press(page, "my own")
    assert not {"teach", "real-"} & set(fetched)
    page.get_by_text("How they learn").click()
    page.get_by_label("sentences to learn from").select_option("2 of each class")
    page.get_by_role("button", name="Teach it here").click()
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    page.get_by_text("All four have learned").wait_for()
    assert {"teach", "real-"} <= set(fetched)
    assert page.get_by_text("pass 10 of 10").is_visible()
    assert all(score.endswith("of 4") for score in scores(page))
    page.get_by_label("Or type a new one").fill("A thunderstorm is coming")
    page.get_by_text("single word decides").or_(page.get_by_text("BERT would say")).wait_for()
    assert [one.split()[0] for one in verdicts(page)[1:3]] == ["rain", "rain"]
    # What it has learned answers in Python as in the page.
    bars = page.locator(".ti-verdict:nth-child(3) .ti-bar span")
    shares = bars.evaluate_all("all => all.map((one) => Number(one.style.flexGrow))")
    page.get_by_text("Keep it", exact=True).click()
    with page.expect_download() as download:
        press(page, "Save what it has learned")
    download.value.save_as(folder / "my-classes.safetensors")
    kept = load_classes(folder / "my-classes.safetensors")
    found = dict(kept.ask("A thunderstorm is coming"))
    assert [found["rain"], found["bread"]] == pytest.approx(shares, abs=1e-4)
    # The notebook has the same sentences, and keeps the same back.
    with page.expect_download() as download:
        press(page, "Save a notebook")
    cells = json.loads(Path(download.value.path()).read_text("utf-8"))["cells"]
    names = {}
    exec("".join(cells[1]["source"]), names)
    assert [row[2] for row in names["ROWS"]] == json.loads(KEPT)["texts"]
    assert [len(names["learn"]), len(names["new"])] == [4, 4]
    # A second press stops, and what it has learned by then is still there.
    press(page, "Teach it now")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("Stopped.").wait_for()
    assert page.locator(".ti-own .ti-sentences button").count() == 8
