"""The system's Chromium, driven by Playwright; its warnings are errors."""

import pytest

from book.policy import guarded
from book.widgets import scripts, scripts_of
from tests.helpers.needs import need
from tools.chromium import chromium

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A widget</title>
<meta name="viewport" content="width=device-width">
{}<script async src="widgets.js"></script>
</head><body><main><h1>A widget</h1>{}</main></body></html>"""


# The time that pictures are drawn by, which may be put forward. It runs faster: what moves is drawn
# as it is for a reader, only less often.
FASTER = 8
CLOCK = """(() => {
  const now = performance.now.bind(performance), ask = requestAnimationFrame;
  let ahead = 0;
  performance.now = () => RATE * now() + ahead;
  globalThis.requestAnimationFrame = (draw) => ask((time) => draw(RATE * time + ahead));
  globalThis.putForward = (ms) => new Promise((done) => { ahead += ms; ask(() => ask(done)); });
})();"""


def page_of(names, widgets_html):
    """A page with these kinds of widgets, with the book's links to scripts and its policy."""
    links = [f'<script async src="{file}"></script>' for file in scripts_of(names)]
    return guarded(PAGE.format("".join(links), widgets_html))


@pytest.fixture(scope="session")
def browser():
    """Chromium, started once; its own sandbox is off, since containers allow none."""
    need("browser")
    with chromium() as browser:
        yield browser


@pytest.fixture
def new_page(browser):
    """A function: an empty page. Errors and warnings on its console fail the test."""
    contexts, complaints = [], []

    def note(message):
        if message.type in ("error", "warning"):  # the theme's script logs what it does
            complaints.append(message.text)

    def make(width=800, theme="light", **options):
        size = {"width": width, "height": 900}
        context = browser.new_context(viewport=size, color_scheme=theme, **options)
        context.set_default_timeout(120_000)  # milliseconds: a busy machine is no fault
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.complaints = complaints
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """A folder with all scripts that pages with widgets load."""
    folder = tmp_path_factory.mktemp("scripts")
    made = scripts()
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")
    yield folder
    for name, text in made.items():
        assert (folder / name).read_text("utf-8") == text, (
            "a test has written through a link of its folder"
        )


@pytest.fixture
def folder(written, tmp_path):
    """A folder for the pages of one test, which may delete scripts from it."""
    for script in written.iterdir():
        (tmp_path / script.name).symlink_to(script)
    return tmp_path


@pytest.fixture
def open_widget(new_page, folder):
    """A function: a page with one widget as in the book, with its policy, from file://.

    Its clock runs at `rate` times the usual one.
    """

    def show(widget, fragment="", rate=FASTER, **options):
        path = folder / "page.html"
        path.write_text(page_of([widget._name], widget.static_html()), "utf-8")
        page = new_page(**options)
        page.add_init_script(CLOCK.replace("RATE", str(rate)))
        page.goto(path.as_uri() + fragment)
        page.wait_for_selector("[data-afm-ready]")
        return page

    return show


@pytest.fixture
def see(open_widget):
    """A function: the page of a widget that draws a pass, drawn and at rest."""

    def see(widget, fragment="", **options):
        page = open_widget(widget, fragment, **{"width": 1280} | options)
        page.evaluate("putForward(900)")  # its entry takes 700 ms
        return page

    return see
