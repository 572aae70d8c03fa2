"""The built pages: light, complete, and without third-party requests."""

import gzip
import html
import json
import re
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
import yaml
from fontTools.ttLib import TTFont

from book.blank_workshop import BLANK, SOLVED
from book.bundles import build
from book.version import plain_branch
from book.widgets import scripts_of
from tests.helpers.paths import ROOT, SITE
from tests.pages.conftest import CHAPTERS
from tools.colab import source

CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
BASE = CONFIG["html"]["baseurl"]
FOLDER = urlsplit(BASE).path
WEIGHT = 244_000  # bytes on the wire, 9,000 of them what computes the networks
REQUESTS = {"link": "href", "script": "src", "img": "src", "source": "src", "iframe": "src"}
CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
LATER = {"async", "defer"}
MATH = re.compile(r"<math.*?</math>", re.DOTALL)


def _requests(page):
    """Addresses that a browser fetches to render the page."""
    elsewhere = {
        "alternate",
        "canonical",
        "index",
        "search",
        "next",
        "prev",
    }  # links to pages, for machines
    fetched = [(tag, a) for tag, a in page.elements if a.get("rel") not in elsewhere]
    return [a[REQUESTS[tag]] for tag, a in fetched if tag in REQUESTS and a.get(REQUESTS[tag])]


def _local(page, address):
    """The local file of an address; 404.html has absolute paths."""
    path = unquote(urlsplit(address).path)
    folder = SITE if path.startswith(FOLDER) else page.path.parent
    return (folder / path.removeprefix(FOLDER)).resolve()


def _stylesheets(page):
    return [_local(page, a["href"]) for a in page.all("link") if a.get("rel") == "stylesheet"]


def test_a_page_asks_nobody_else(page):
    assert not [address for address in _requests(page) if urlsplit(address).netloc]
    assert not [code for code in page.inline if re.search(r"https?:|import\(", code)]
    for sheet in _stylesheets(page):
        urls = ["".join(pair) for pair in CSS_URL.findall(sheet.read_text("utf-8"))]
        assert not [url for url in urls if re.match(r"(https?:)?//", url)], sheet


def test_a_page_says_first_what_may_run_in_it(page):
    places = [
        i
        for i, (_, a) in enumerate(page.elements)
        if a.get("http-equiv") == "Content-Security-Policy"
    ]
    assert len(places) == 1
    before = {tag for tag, _ in page.elements[: places[0]]}
    assert before <= {"html", "head", "meta"}
    policy = page.elements[places[0]][1]["content"]
    scripts = re.search(r"script-src ([^;]*)", policy)[1].split()
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*"} & set(scripts)


def test_everything_a_page_asks_for_is_there(page):
    assert not [address for address in _requests(page) if not _local(page, address).exists()]


def test_no_script_for_icons_formulas_search_or_kernels(chapter):
    scripts = " ".join(attributes.get("src", "") for attributes in chapter.all("script"))
    assert not re.search("fontawesome|mathjax|searchindex|thebe|require", scripts, re.IGNORECASE)
    assert "THEBE" not in chapter.html


def test_one_style_sheet_and_no_script_come_before_the_text(chapter):
    """Each one is a render-blocking request."""
    assert len(_stylesheets(chapter)) == 1
    waiting = [a["src"] for a in chapter.all("script") if "src" in a and not a.keys() & LATER]
    assert not waiting
    assert chapter.html.count("const DOCUMENTATION_OPTIONS = {") == 1


def test_a_model_is_asked_for_before_anything_waits_and_by_one_address(chapter):
    links = [a["src"] for a in chapter.all("script") if "mini-bert" in a.get("src", "")]
    if '"checkpoint":"mini-bert"' not in chapter.html:
        return
    # and the state of its training that a picture opens with
    names = ["mini-bert", *["mini-bert-0"] * ('"lit":["training"]' in chapter.html)]
    assert chapter.html.index(links[-1]) < chapter.html.index("DOCUMENTATION_OPTIONS")
    host = (SITE / "_static/widgets.js").read_text("utf-8")
    addresses = dict(re.findall(r'"(mini-bert[-\d]*)":"([^"]*)"', host))
    # the ones that a widget would ask for
    assert [link.rpartition("/")[2] for link in links] == [addresses[name] for name in names]


def test_a_style_sheet_finds_its_files(chapter):
    (sheet,) = _stylesheets(chapter)
    addresses = [a for pair in CSS_URL.findall(sheet.read_text("utf-8")) for a in pair if a]
    files = [a for a in addresses if not a.startswith(("data:", "%23"))]
    assert any("icons/solid.woff2" in a for a in files)
    # the theme's full icon fonts are named, but the pages' subset stands in for them
    assert not [a for a in files if not (sheet.parent / a).is_file()]


def test_a_page_is_light(chapter):
    assets = {_local(chapter, a) for a in _requests(chapter) if "_images" not in a}
    # shared by the chapters, with a limit of its own, and a state of its training
    assets -= {SITE / "_static/mini-bert.js", SITE / "_static/mini-bert-0.js"}
    assets |= {SITE / "_static/icons/solid.woff2", SITE / "_static/icons/brands.woff2"}
    if "<math" in chapter.html:
        assets.add(SITE / "_static/maths/math.woff2")
    assets.add(chapter.path)
    sizes = {path.name: _on_the_wire(path.read_bytes()) for path in assets}
    assert sum(sizes.values()) < WEIGHT, sorted(sizes.items(), key=lambda item: -item[1])


def _on_the_wire(content):
    return len(gzip.compress(content, 6))


def test_every_picture_has_words(chapter):
    pictures = [a for a in chapter.all("img") if "logo__image" not in a.get("class", "")]
    assert not [a["src"] for a in pictures if not a.get("alt", "").strip()]


def test_every_column_has_a_heading(chapter):
    assert '<th class="head"><p></p></th>' not in chapter.html


def test_links_lead_somewhere(page, open_page):
    for attributes in page.all("a"):
        parts = urlsplit(attributes.get("href", ""))
        if parts.scheme or parts.netloc or not (parts.path or parts.fragment):
            continue
        target = _local(page, parts.path) if parts.path else page.path
        assert target.is_file(), attributes
        fragment = unquote(parts.fragment)
        if re.match(r"\w+=", fragment):  # a widget's state, which tests/browser/test_site.py opens
            continue
        if fragment and target.suffix == ".html":
            assert fragment in open_page(target).ids, attributes


def test_a_per_cent_sign_never_begins_a_line(chapter):
    for text in chapter.prose:
        assert not re.search(r"\d %", text), text


def test_a_page_says_what_it_is_where_somebody_links_to_it(chapter):
    named = {a.get("property") or a.get("name"): a.get("content") for a in chapter.all("meta")}
    assert named["og:title"]
    assert 20 < len(named["og:description"]) <= 202
    assert _of_this_book(named["og:image"]).is_file()


def _of_this_book(address):
    """The file at this address of the published book."""
    assert address.startswith(BASE)
    return SITE / address.removeprefix(BASE)


def test_a_page_has_one_address_and_the_sitemap_lists_it(chapter):
    (canonical,) = [a["href"] for a in chapter.all("link") if a.get("rel") == "canonical"]
    assert _of_this_book(canonical) == chapter.path
    assert f"<loc>{canonical}</loc>" in (SITE / "sitemap.xml").read_text("utf-8")


def test_the_sitemap_lists_the_pages_that_are_to_be_found():
    listed = ElementTree.parse(SITE / "sitemap.xml").getroot()
    pages = {_of_this_book(place.text) for place in listed.iter() if place.tag.endswith("}loc")}
    assert pages == {SITE / f"{name}.html" for name in [*CHAPTERS, "chapters/mistakes"]}
    for name in ("404", "genindex", "search"):
        assert '<meta name="robots" content="noindex" />' in (SITE / f"{name}.html").read_text()


def test_one_title_a_page(chapter):
    assert len(chapter.all("h1")) == 1


def test_chapters_are_numbered_as_their_files(chapter):
    number = re.match(r"(\d\d)-", chapter.path.name)
    heading = re.search(r'<h1><span class="section-number">(\d+)\.', chapter.html)
    assert (heading and int(heading[1])) == (number and int(number[1]))


def test_notebook_pages_open_in_colab_and_binder(chapter):
    repository, reference = source()
    name = repository.removeprefix("https://github.com/")
    colab = f"https://colab.research.google.com/github/{name}/blob/{plain_branch(reference)}/"
    links = {a["href"] for a in chapter.all("a") if a.get("href", "").startswith(colab)}
    notebook = chapter.path.relative_to(SITE).with_suffix(".ipynb")
    is_notebook = (ROOT / notebook).exists()
    wanted = {f"{colab}{notebook.as_posix()}"} if is_notebook else set()
    if notebook.as_posix() == f"{SOLVED}.ipynb":
        wanted.add(f"{colab}{BLANK}.ipynb")
    assert links == wanted
    place = f"/{name}/{plain_branch(reference)}?urlpath=lab/tree/{notebook.as_posix()}"
    binder = f"https://mybinder.org/v2/gh{place}"
    found = [a["href"] for a in chapter.all("a") if "mybinder" in a.get("href", "")]
    assert found == [binder] * is_notebook
    assert "colab-badge" not in chapter.html
    assert "find_spec(" not in chapter.html  # the cell that installs the book where it is missing


def test_widgets_have_their_script_a_state_and_a_fallback(chapter):
    widgets = re.findall(
        r'<div data-afm="(\w+)"[^>]*>(.*?)<script type="application/json">(.*?)</script>',
        chapter.html,
        re.DOTALL,
    )
    linked = " ".join(a.get("src", "") for a in chapter.all("script"))
    names = {name for name, *_ in widgets}  # and what is nested in them
    assert sorted(re.findall(r"/(widget-\w+\.js)", linked)) == scripts_of(names), "each once"
    assert len(widgets) == chapter.html.count("data-afm=")
    for _, fallback, state in widgets:
        assert re.sub(r"<[^>]*>|\s", "", fallback)
        assert isinstance(json.loads(state), dict)


def test_every_widget_is_somewhere_in_the_book():
    paths = [SITE / "intro.html", *SITE.glob("chapters/**/*.html")]
    pages = "".join(path.read_text("utf-8") for path in paths)
    assert set(re.findall(r'data-afm="(\w+)"', pages)) == set(build()["needs"])


@pytest.fixture(scope="module")
def math_font():
    return set(TTFont(SITE / "_static/maths/math.woff2").getBestCmap())


def test_the_font_has_every_character_of_the_formulas(chapter, math_font):
    text = "".join(re.sub(r"<[^>]*>", "", formula) for formula in MATH.findall(chapter.html))
    invisible = set(range(0x2061, 0x2065)) | {0x200B, 0xA, 0x20}
    needed = set(map(ord, html.unescape(text))) - invisible
    if "<msqrt" in chapter.html:
        needed.add(ord("√"))
    assert not {chr(code) for code in needed - math_font}


def test_every_icon_is_in_the_font(chapter):
    css = (SITE / "_static/styles/pydata-sphinx-theme.css").read_text("utf-8")
    fonts = [TTFont(path) for path in (SITE / "_static/icons").glob("*.woff2")]
    drawn = {code for font in fonts for code in font.getBestCmap()}
    styles = {"fa-solid", "fa-brands", "fa-regular", "fa-lg", "fa-fw"}
    for name in set(re.findall(r"\bfa-[a-z-]+", chapter.html)) - styles:
        rule = re.search(rf'\.{name}:before[^{{]*\{{content:"\\([0-9a-f]+)"', css)
        assert rule, f"{name} was cut out: add it to book/speed/icons.py"
        assert int(rule[1], 16) in drawn, name


def test_the_notices_travel_with_the_pages():
    (notices,) = SITE.glob("_downloads/*/NOTICES.md")
    assert notices.read_bytes() == (ROOT / "NOTICES.md").read_bytes()
