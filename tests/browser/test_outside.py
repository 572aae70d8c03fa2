"""Untrusted input and closed views: what is drawn anyway, and what is left behind."""

import base64

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.single_file import packed
from bert_lab.look.widgets.base import DIST
from tests.helpers.every_widget import CHANGES, every_widget
from tests.helpers.javascript import TESTING, bundled

FILES = (("esm", "js"), ("css", "css"))
KINDS = [kind for kind in CHANGES if kind not in ("by-hand", "check:many", "masking")]


def given(kind):
    widget = every_widget()[kind]
    weights = getattr(widget, "weights", b"")
    files = {key: (DIST / f"{widget._name}.{end}").read_text("utf-8") for key, end in FILES}
    own = widget._static_state()
    return files | {"state": own, "weights": base64.b64encode(weights).decode() or None}


@pytest.fixture(scope="module")
def book():
    return load_mini_bert()


@pytest.fixture(scope="module")
def small(book, build_model):
    """A model of one block and two heads, with the book's words."""
    sizes = {"num_hiddens": 32, "ffn_num_hiddens": 48, "num_heads": 2, "num_blks": 1}
    switches = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.2, "max_len": 64}
    return packed(build_model(vocab_size=761, **sizes, **switches), book[1])


@pytest.fixture
def empty(new_page, tmp_path):
    """A page without a widget host, with the helpers loaded."""
    (tmp_path / "empty.html").write_text("<!doctype html><title>-</title><body></body>", "utf-8")
    page = new_page()
    page.goto((tmp_path / "empty.html").as_uri())
    page.add_script_tag(content=(TESTING / "outside.js").read_text("utf-8"))
    return page


ENDED = """async (given) => {
  const { model, el, end } = await outside.mount(given);
  const before = model.listeners().length;
  await end();
  return [before, model.listeners(), el.childNodes.length];
}"""


def test_a_closed_widget_hears_nothing_and_leaves_nothing(empty):
    """JupyterLab keeps every view's element, and what is left in it."""
    for kind in KINDS:
        before, *after = empty.evaluate(ENDED, given(kind))
        assert before > 0, kind
        assert after == [[], 0], kind


CUT = """async ([given, other]) => {
  const { model, el } = await outside.mount(given), book = model.get("weights"), texts = [];
  const weights = new DataView(outside.bytesOf(other).buffer);
  const small = { weights, yours: { since: 1 } };
  for (const values of [{ cut: [[1, 3, -1, -1]] }, small, { weights: book, yours: {} }]) {
    model.set(values);
    await outside.redrawn();
    texts.push(el.textContent);
  }
  return texts;
}"""


def test_a_cut_that_another_model_lacks_is_left_out_until_the_book_s_is_back(empty, small):
    texts = empty.evaluate(CUT, [given("alive"), base64.b64encode(small).decode()])
    cut, lost = "Head 4 of block 2 is switched off", "One cut is left out"
    assert [cut in text for text in texts] == [True, False, True]
    assert [lost in text for text in texts] == [False, True, False]


FOLLOWED = """async () => {
  const { subscribed } = own, el = document.createElement("div");
  const model = outside.modelOf({ yours: {} });
  let number = 0;
  const render = async ({ el }) => {
    const mine = number++, view = document.createElement("section");
    view.className = "bert-widget";
    view.append(`view ${mine}`);
    if (mine === 1) throw new Error("it can't be drawn");
    el.append(view);
  };
  const end = await subscribed(render).render({ model, el }), texts = [];
  for (const yours of [{ since: 1 }, {}]) {
    model.set("yours", yours);
    await outside.settle();
    texts.push(el.textContent);
  }
  end();
  return { texts, left: model.listeners() };
}"""


def test_a_drawing_that_fails_leaves_the_old_one_and_a_sentence(empty):
    empty.add_script_tag(content=bundled("user_model/subscribe.ts", "own"))
    found = empty.evaluate(FOLLOWED)
    assert found["texts"][0].startswith("This BERT could not be drawn here.")
    assert "view 0" in found["texts"][0]
    assert "view 2" in found["texts"][1]
    assert "could not" not in found["texts"][1]
    assert found["left"] == []
    assert [text for text in empty.complaints if "it can't be drawn" in text]  # for us
    empty.complaints.clear()
