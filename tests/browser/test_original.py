"""A reader drops the files of a BERT into the page: asked, read, kept, there again, removed."""

import pytest
import torch

from benchmarks.pages import served
from bert_lab.ask import guess
from bert_lab.ask.guesses import follows
from bert_lab.checkpoint import load_bert
from bert_lab.look.widgets import DropBox
from tests.helpers.browser_cases import AXE, VIOLATIONS, assert_usable, percent
from tests.helpers.in_browser import page_of
from tests.helpers.spelled import write

TEXT, SECOND = "The crane went [MASK].", "Paris, bank."
INSIDE = """() => [...document.querySelectorAll(".english-gaps li")].map((line) => {
  const { width, bottom } = line.querySelector(".bw-number").getBoundingClientRect();
  return width > 0 && bottom <= line.getBoundingClientRect().bottom;
})"""
KEPT = """async () => {
  const folder = await navigator.storage.getDirectory(), names = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}"""
PRIVATE = (
    "navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))"
)


@pytest.fixture
def site(folder):
    (folder / "bert").mkdir()
    (folder / "page.html").write_text(page_of(["drop_box"], DropBox().static_html()), "utf-8")
    return folder


def test_files_are_dropped_kept_and_removed(new_page, site):
    bert = site / "bert"
    write(bert, "sharded", hidden_size=64, num_attention_heads=4, initializer_range=0.05)
    (bert / "tokenizer_config.json").unlink()  # nothing says whether it is cased
    paths = sorted(bert.iterdir())
    weights = [path for path in paths if "safetensors" in path.name]
    page = new_page(390)
    with served(site) as address:
        page.goto(f"{address}/page.html")
        panel = page.get_by_role("group", name="Bring the original")
        panel.get_by_text("Where do I get them?").click()
        picker = panel.locator("input[type=file]")
        picker.set_input_files(site / "widgets.js")
        panel.get_by_text("widgets.js is none of the files").wait_for()
        picker.set_input_files(weights)
        panel.get_by_text("Still missing: config.json, tokenizer.json or vocab.txt").wait_for()
        picker.set_input_files([path for path in paths if path not in weights])
        asked = panel.get_by_role("button", name="uncased")
        asked.wait_for()
        assert page.evaluate("scrollY") == 0  # the question is in sight, with all links folded out
        assert asked.bounding_box()["y"] < page.viewport_size["height"]
        asked.click()
        panel.get_by_text("Your BERT is here: 3 blocks of 4 heads, D = 64").wait_for()
        fields = page.locator(".english input")
        fields.nth(0).fill(TEXT)
        fields.nth(1).fill(SECOND)
        model, tokenizer = load_bert(bert, generator=torch.Generator())
        yes = follows(model, tokenizer, TEXT, SECOND)
        page.get_by_text(f"follows the first: {percent(yes)}").wait_for()
        ((best, *_),) = guess(model, tokenizer, TEXT, second=SECOND)
        word = best.token.replace("##", "\u2010")
        page.get_by_text(f"Your BERT fills it: “{word}” {percent(best.probability)}").wait_for()
        assert page.evaluate(INSIDE) == [True] * 5  # its guesses are letters: all have room
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate(VIOLATIONS) == []
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert_usable(page, width)
        assert page.evaluate(KEPT) == []
        panel.get_by_role("button", name="Keep it on this device").click()
        panel.get_by_text("It is kept on this device").wait_for()
        page.reload()
        page.get_by_text(f"Your BERT fills it: “{word}” {percent(best.probability)}").wait_for()
        panel.get_by_role("button", name="Remove it").click()
        panel.get_by_text("nothing of it is left on this device").wait_for()
        assert page.evaluate(KEPT) == []


def drop(page, path):
    """Let go of a file or a folder anywhere on the page."""
    x, y = (page.locator("h1").first.bounding_box()[axis] for axis in "xy")
    client = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        client.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})


@pytest.mark.parametrize("where", ["private window", "file"])
def test_where_nothing_can_be_kept_it_works(new_page, site, where):
    bert = site / "bert"
    write(bert, "as today")
    (bert / "pytorch_model.bin").write_bytes(b"\x80\x02}q")  # as at the hub
    page = new_page(900, "dark")
    page.add_init_script(PRIVATE if where == "private window" else "")
    with served(site) as address:
        page.goto(f"{address}/page.html" if where != "file" else (site / "page.html").as_uri())
        panel = page.get_by_role("group", name="Bring the original")
        panel.wait_for()
        drop(page, bert)
        if where == "file":
            panel.get_by_text("This page may not look into a folder").wait_for()
            panel.locator("input[type=file]").set_input_files([*bert.glob("[!p]*")])
        panel.get_by_text("Here nothing can be kept").wait_for()
        page.get_by_text("pieces, read in").wait_for()
        assert panel.get_by_role("button", name="Keep it on this device").count() == 0
        page.reload()
        panel.wait_for()
        assert page.locator(".english").count() == 0
