"""A widget that is closed leaves nothing behind: listeners, elements, workers, memory."""

import pytest

from bert_lab.look.page_trainer import parts
from tests.browser.test_links import widgets  # noqa: F401  (a fixture)
from tests.browser.test_outside import KINDS, all_widgets, book, empty, given  # noqa: F401

FEW, MANY = 10, 50
LOAD = """async (given) => {
  const { parts } = given.state;
  if (parts?.code) parts.kernels = new DataView(outside.bytesOf(parts.kernels).buffer);
  globalThis.given = given;
  globalThis.loaded = await outside.load(given);
}"""
# What the reader is at when it is closed: an element, and what the pointer does there.
CYCLE = """([times, at, does]) => outside.cycle(loaded, given, times, async (el) => {
  if (!at) return;
  el.querySelector(at).dispatchEvent(new PointerEvent(does, { bubbles: true }));
  await outside.settle(1);
})"""
AT = {
    "alive": [".alive-words button", "pointerover"],
    "input": [".ib-held", "pointerdown"],
    "microscope": [".mic-word", "pointerover"],
}
# Pressed, and closed while the worker is busy.
WORKERS = """() => {
  globalThis.workers = 0;
  globalThis.Worker = class extends Worker {
    constructor(...args) { super(...args); workers++; }
    terminate() { super.terminate(); workers--; }
  };
}"""
PRESS = """([times]) => outside.cycle(loaded, given, times, async (el) => {
  el.querySelector(".run-go").click();
  await outside.settle();
  if (workers !== 1) throw new Error(`${workers} workers instead of one`);
})"""


def measured(session):
    """Counts of objects that a page can leak, after garbage collection."""
    for _ in range(2):  # what is finished by the first is free for the second
        session.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    names = ("JSEventListeners", "Nodes", "JSHeapUsedSize")
    return [found[name] for name in names]


def growth(page, one, cycle, *during):
    """The growth of what `measured` counts, from the 10th to the 50th time."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate(LOAD, one)
    counts, done = [], 0
    for times in (FEW, MANY):
        assert page.evaluate(cycle, [times - done, *during]) == 0  # timers and frames
        done = times
        counts.append(measured(session))
    return [after - before for before, after in zip(*counts, strict=True)]


def assert_flat(listeners, nodes, heap):
    """One leaked listener each time would make 40; compiled code takes memory, too."""
    assert (listeners, nodes) == (0, 0)
    assert heap < 250_000


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "train"])
def test_fifty_times_opened_and_closed(empty, all_widgets, kind):  # noqa: F811
    assert_flat(*growth(empty, given(all_widgets[kind]), CYCLE, *AT.get(kind, [None, None])))


def test_training_ends_with_its_widget(empty, all_widgets):  # noqa: F811
    one = given(all_widgets["train"])
    one = one | {"state": all_widgets["train"]._static_state() | {"parts": parts()}}
    empty.evaluate(WORKERS)
    assert_flat(*growth(empty, one, PRESS))
    assert empty.evaluate("workers") == 0


EMPTIED = """async () => {
  const { el, drawn } = outside.render(loaded, given);
  await outside.settle();
  const before = el.childElementCount;
  (await drawn)();
  return [before, el.childNodes.length];
}"""


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_host_keeps_of_a_closed_widget_is_empty(empty, all_widgets, kind):  # noqa: F811
    """JupyterLab keeps every view's element: its 6,800 nodes would leak each time."""
    empty.evaluate(LOAD, given(all_widgets[kind]))
    assert empty.evaluate(EMPTIED) == [1, 0]


EARLY = """async (given) => {
  const { default: widget } = await outside.load(given), life = new AbortController();
  const model = outside.modelOf({ ...given.state, yours: {} }), el = document.createElement("main");
  const drawn = widget.render({ model, el, signal: life.signal });
  await outside.settle();
  const before = model.listeners().length;
  life.abort();
  await Promise.race([drawn, outside.settle()]);
  return [before, model.listeners(), el.childElementCount];
}"""


@pytest.mark.parametrize("kind", ["alive", "attention", "context", "input", "microscope"])
def test_closed_before_its_model_has_come(empty, all_widgets, kind):  # noqa: F811
    before, *after = empty.evaluate(EARLY, given(all_widgets[kind]))
    assert before > 0
    assert after == [[], 0]
