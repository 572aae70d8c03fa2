"""The reader's own BERT in a browser: in all widgets, on the next page, and back again."""

import base64

import pytest

from bert_lab.checkpoint import load_mini_bert, load_packed
from bert_lab.checkpoint.single_file import packed
from bert_lab.checkpoint.snapshots import load_state
from bert_lab.look.widgets import (
    AttentionMicroscope,
    BertAlive,
    ContextProbe,
    InputBuilder,
    MaskingLab,
    TrainingRun,
    WriteWithIt,
)
from book.widgets import scripts
from tests.helpers.browser_cases import eventually, percent
from tests.helpers.close import near
from tests.helpers.in_browser import page_of

TEXT = "i went to the bank to deposit cash"
BRIEF = {"steps": 40, "every": 40, "stories": 60, "batch": 8}  # a run of a second
# What TrainingRun does: it doesn't follow, and sends what was trained.
GROUND = '<div data-afm="ground"><script type="application/json">{}</script></div>'
MOUNT = """() => bertWidgets.push({ name: "ground", css: "", needs: [],
  define(require, module) {
    const render = ({ model }) => {
      globalThis.ground = { model, ...require("user_model/keep.ts") };
    };
    module.exports.default = { showsOwn: () => false, render };
  } })"""
ADOPT = """text => ground.model.send({ adopt: true }, undefined,
  [Uint8Array.from(atob(text), (c) => c.charCodeAt(0))])"""


@pytest.fixture(scope="module")
def book():
    return load_mini_bert()


@pytest.fixture(scope="module")
def mine(book):
    """Another model: the mini-BERT's snapshot after some updates."""
    return load_state(book[0].config, 936).half().float(), book[1]


@pytest.fixture
def write(tmp_path):
    """A function: a page of the book with these widgets; its address."""
    for name, text in scripts().items():
        (tmp_path / name).write_text(text, "utf-8")

    def write(file, *widgets):
        html = "".join(widget.static_html() for widget in widgets) + GROUND
        (tmp_path / file).write_text(page_of([w._name for w in widgets], html), "utf-8")
        return (tmp_path / file).as_uri()

    return write


def opened(page, address):
    page.goto(address)
    page.evaluate(MOUNT)
    page.wait_for_function(
        "() => document.querySelectorAll('[data-afm]:not([data-afm-ready])').length === 0"
    )
    return page


def adopt(page, mine):
    page.evaluate(ADOPT, base64.b64encode(packed(*mine)).decode())


def guess(page, kind=".bert-alive"):
    return page.locator(f"{kind} .bw-answer:not(.bw-verdict)").first.locator(".bw-number")


def best(model):
    return percent(max(BertAlive(*model, TEXT, hidden=[5]).guesses[0].values()))


def line(page, kind):
    return page.locator(f".{kind} .bw-yours")


def test_it_goes_into_all_widgets_of_all_pages_and_back(write, new_page, book, mine):
    alive, builder = BertAlive(*book, TEXT, hidden=[5]), InputBuilder(*book, TEXT)
    page = opened(new_page(width=1280), write("one.html", alive, builder))
    assert eventually(lambda: guess(page).inner_text() == best(book))
    page.locator(".input-builder summary").click()
    page.locator(".input-builder input[type=text]").first.fill("the river")
    page.locator(".input-builder summary").click()
    height = page.locator(".input-builder").evaluate("el => el.offsetHeight")
    adopt(page, mine)
    assert eventually(lambda: guess(page).inner_text() == best(mine)), guess(page).inner_text()
    assert page.locator(".input-builder").evaluate("el => el.offsetHeight") == height
    for kind in ("bert-alive", "input-builder"):
        assert (
            line(page, kind)
            .inner_text()
            .startswith(
                "You are looking at your BERT, trained just now. The text speaks of the book’s."
            )
        )
    assert page.locator(".input-builder input[type=text]").first.input_value() == "the river"
    assert page.locator(".alive-training").count() == 0  # the training of the book's run
    assert page.locator(".bw-link button").count() == 2
    label = page.locator(".bert-alive").get_attribute("aria-label")
    assert label == "What happens between a text and a guess?"

    newborn = BertAlive(*book, TEXT, hidden=[5], lit=["training"], compact=True, step=0)
    page = opened(page, write("two.html", alive, newborn))
    assert page.locator(".alive-training").count() == 1  # the book's own run
    assert line(page, "bert-alive").count() == 1
    share = page.locator(".alive-answers .bw-number").first
    assert eventually(lambda: share.inner_text() == best(mine))
    button = line(page, "bert-alive").get_by_role("button", name="Back to the book’s")
    button.focus()
    page.keyboard.press("Enter")
    assert eventually(lambda: share.inner_text() == best(book))
    assert line(page, "bert-alive").inner_text() == "This is the book’s BERT again."
    assert page.evaluate("document.activeElement.className") == "bw-yours"
    page = opened(page, write("one.html", alive))
    assert eventually(lambda: guess(page).inner_text() == best(book))
    assert not line(page, "bert-alive").is_visible()


def test_another_size(write, new_page, book, build_model):
    """One block of size 32: widgets are redrawn."""
    switches = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.2, "max_len": 64}
    sizes = {"num_hiddens": 32, "ffn_num_hiddens": 48, "num_heads": 2, "num_blks": 1}
    small = build_model(vocab_size=761, **sizes, **switches).half().float(), book[1]
    pair = "a crane is flying", "a crane driver came"
    probe = ContextProbe(*book, *pair)
    lab = MaskingLab("a crane is flying", book[1], book[0])
    scope = AttentionMicroscope(*book, TEXT, step=3, head=3, query=5)
    alive = BertAlive(*book, TEXT)
    page = opened(new_page(width=1280), write("three.html", probe, lab, alive, scope))
    adopt(page, small)
    assert eventually(lambda: line(page, "context-probe").is_visible())
    theirs = ContextProbe(*small, *pair).cosines
    cells = page.locator(".context-probe tbody tr td").all_text_contents()
    assert [float(cell.replace("−", "-")) for cell in cells] == near(theirs, digits=2)
    assert line(page, "masking-lab").is_visible()
    assert page.locator(".alive-column").count() == 4
    assert line(page, "attention-microscope").is_visible()
    row = AttentionMicroscope(*small, TEXT).attention_weights[1, 5].tolist()  # its last head
    shares = page.locator(".attention-microscope .mic-number:visible").all_inner_texts()
    assert shares[1::2] == [percent(share) for share in row]  # beside the scores
    assert (
        page.get_by_role("slider", name="Divided by").get_attribute("aria-valuetext")[:3] == "√16"
    )


def test_who_trains_with_any_share_hidden_lets_it_write(write, new_page):
    """A run of a second: the lower row is the reader's."""
    run = TrainingRun()
    run.recipe = BRIEF | {"masking": {"rate": 1, "least": 0.05, "mask": 1, "swap": 0}}
    page = opened(new_page(width=1280), write("six.html", run))
    page.get_by_text("Change it", exact=True).click()
    assert page.get_by_label("Words to guess").input_value() == "1"
    page.locator(".run-go").click()
    page.get_by_role("button", name="See it in every picture of the book").wait_for()
    write("12-after-bert.html", WriteWithIt())
    page.get_by_role("button", name="Let it write").click()
    page.wait_for_url("**/12-after-bert.html#sec-writing")
    yours = page.get_by_role("group", name="Your BERT")
    yours.wait_for()
    page.get_by_role("button", name="Write", exact=True).click()
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    page.get_by_role("button", name="Write", exact=True).wait_for()
    assert yours.locator(".ww-gap").count() == 0
    assert line(page, "write-with-it").is_visible()


def test_what_the_reader_trains_is_saved_and_goes_on_to_a_page_of_its_own(
    write, new_page, book, tmp_path
):
    """A run of a second: Python computes the page's numbers from the file that it saves."""
    run = TrainingRun()
    run.recipe = BRIEF
    address = write("four.html", run, BertAlive(*book, TEXT, hidden=[5]))
    page = opened(new_page(width=1280), address)
    page.locator(".run-go").click()
    see = page.get_by_role("button", name="See it in every picture of the book")
    see.wait_for()
    page.get_by_text("Change it", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save your BERT").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    mine = load_packed(path)
    write("own-sentence.html", BertAlive(*book, TEXT, hidden=[5]))
    see.click()
    page.wait_for_url("**/own-sentence.html")
    assert eventually(lambda: guess(page).inner_text() == best(mine)), guess(page).inner_text()
    assert line(page, "bert-alive").is_visible()
