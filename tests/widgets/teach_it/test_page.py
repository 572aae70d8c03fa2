"""TeachIt in a browser: sentences of one's own, and a BERT that learns them."""

import pytest

from benchmarks.pages import served
from bert_lab.look.widgets import TeachIt
from book.released import packed_file
from tests.helpers.browser_cases import HOSTILE, assert_harmless
from tests.helpers.in_browser import page_of

KEPT = """{"classes": ["rain", "bread"],
 "texts": ["It is pouring.", "Take an umbrella.", "The sky is grey 😭", "Wet streets again.",
           "Knead the dough.", "A crust of rye.", "Bake it for an hour.", "Two rolls, please."],
 "labels": [0, 0, 0, 0, 1, 1, 1, 1]}"""
MAILS = ["Hello, my parcel is lost.", "Hi, nobody rang.", "Hello, it came late."]
PASTE = """(el, text) => { const data = new DataTransfer(); data.setData("text", text);
  el.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, cancelable: true})); }"""


def status(page):
    return page.locator(".ti-status [role=status]").inner_text()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def column(page, number):
    return page.locator(".ti-sentences").nth(number).locator("button").all_inner_texts()


def test_sentences_by_keyboard_paste_and_file(open_widget):
    page = open_widget(TeachIt())
    field = page.get_by_label("A new sentence for this")
    field.fill("The first of all")
    field.press("Enter")
    assert status(page) == "One sentence added."
    # Commas make no table, and what is pasted into a class belongs to it.
    field.evaluate(PASTE, "\n".join([*MAILS, MAILS[0]]))
    assert status(page) == "3 sentences added. One was there already."
    assert column(page, 0) == ["The first of all", *MAILS]
    press(page, "Undo")
    assert column(page, 0) == ["The first of all"]
    # A table is asked about, and taken as the reader says.
    rows = 'message,team\n"Hi, 2","billing"\n"Oh, no","damage"\n"Eh, 3","billing"\n"Ah","damage"'
    field.evaluate(PASTE, rows)
    page.get_by_text("Two columns: is the second the class?").wait_for()
    assert page.get_by_text("Hi, 2 → billing").is_visible()
    assert column(page, 0) == ["The first of all"]
    press(page, "Leave it")
    field.evaluate(PASTE, rows)
    page.get_by_label("Column of the classes").select_option("none: all go to “this”")
    press(page, "Take it so")
    assert column(page, 0) == ["The first of all", "Hi, 2", "Oh, no", "Eh, 3", "Ah"]
    press(page, "Undo")
    page.get_by_role("button", name="The first of all").focus()
    page.keyboard.press("ArrowRight")
    assert status(page) == "Moved to “that”."
    assert column(page, 1) == ["The first of all"]
    page.keyboard.press("Delete")
    assert status(page) == "Removed: The first of all"
    for name, content in {
        "sheet.xlsx": b"PK\x03\x04\x14\0",
        "image.png": b"\x89PNG\r\n\x1a\n\0\0",
        "all.csv": "mood;text\nok;Café\nok;Tea\nno;Milk\nno;Sand".encode(),
    }.items():
        file = {"name": name, "mimeType": "text/csv", "buffer": content}
        page.locator("input[type=file]").set_input_files(file)
        if name != "all.csv":
            page.get_by_text(f"{name} is a workbook, a picture or a PDF").wait_for()
    press(page, "Take it so")
    page.get_by_text("4 sentences added from all.csv.").wait_for()
    assert page.get_by_label("Name of class 1").input_value() == "ok"
    page.get_by_text("“ok” has 2 sentences.").wait_for()
    assert page.get_by_role("button", name="Teach it").is_disabled()
    file = {"name": "old.txt", "mimeType": "text/plain", "buffer": "Tea\nCafés".encode("cp1252")}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("old.txt isn’t UTF-8, so it was read as windows-1252: “Cafés”.").wait_for()
    press(page, "Undo")
    page.reload()
    page.wait_for_selector("[data-afm-ready]")
    assert column(page, 0) == ["Café", "Tea"]
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


def test_a_released_bert_learns_them_here(new_page, taught):
    page, fetched = new_page(), []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1][:5]))
    page.add_init_script(f"localStorage.setItem('bert-teach', `{KEPT}`)")
    page.goto(taught)
    page.get_by_text("Your 8 sentences are still here").wait_for()
    assert not {"teach", "real-"} & set(fetched)
    page.get_by_role("button", name="Teach it").click()
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    page.get_by_text("Learned in").wait_for()
    assert {"teach", "real-"} <= set(fetched)
    page.get_by_text("Of 2 sentences that it had never seen, BERT sorts").wait_for()
    assert page.locator(".ti-squares span").count() == 6
    page.get_by_text("It can’t read “😭”").wait_for()
    page.get_by_label("A new sentence", exact=True).fill("A 🦜")
    page.get_by_text("It can’t read “🦜”").wait_for()
    page.get_by_label("A new sentence", exact=True).fill("A thunderstorm is coming")
    page.get_by_text("whichever word").or_(page.get_by_text("it would say")).wait_for()
    bars = page.locator(".ti-try .bw-answer .bw-number").all_inner_texts()
    rain, bread = (float(one.strip("<>%\u00a0 ")) for one in bars[:2])
    assert rain > 60 > 40 > bread
    assert page.get_by_text("It can’t read").count() == 0
    field = page.get_by_label("A new sentence for rain")
    field.fill("A wet dog")
    field.press("Enter")
    page.get_by_text("The sentences have changed since").wait_for()
    press(page, "Teach it")
    press(page, "Stop")
    page.get_by_text("Stopped.").wait_for()


@pytest.mark.weekly
def test_without_webassembly_it_says_so(new_page, taught):
    page = new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.add_init_script(f"localStorage.setItem('bert-teach', `{KEPT}`)")
    page.goto(taught)
    page.get_by_role("button", name="Teach it").click()
    page.get_by_text("This browser has no WebAssembly with SIMD").wait_for()
