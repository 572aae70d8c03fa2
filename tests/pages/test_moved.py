"""Old links keep working, and no evidence stands where nobody would find it."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

from tests.helpers.paths import ROOT

SITE = ROOT / "_build/html"
ARTICLE = re.compile(r"<article.*?</article>", re.DOTALL)
MOVED = re.compile(r'<p class="moved".*?</p>', re.DOTALL)
ANCHORS = yaml.safe_load((Path(__file__).parent / "anchors.yml").read_text("utf-8"))


@pytest.mark.parametrize("name", ANCHORS)
def test_every_label_is_still_there_or_says_where_it_went(name, open_page):
    gone = set(ANCHORS[name]) - open_page(SITE / f"{name}.html").ids
    assert not gone, "moved.yml says where they went"


def _unlinked(site):
    """Evidence that the text of no page on the road links to; signs for old links don't count."""
    linked = {
        (path.parent / urlsplit(address).path).resolve()
        for path in [site / "intro.html", *site.glob("chapters/*.html")]
        for text in ARTICLE.findall(path.read_text("utf-8"))
        for address in re.findall(r'href="([^"]+)', MOVED.sub("", text))
    }
    return [path.name for path in site.glob("chapters/evidence/*.html") if path not in linked]


def test_every_evidence_is_linked_from_the_road():
    assert _unlinked(SITE) == []


def test_evidence_that_the_contents_alone_name_is_found(tmp_path):
    (tmp_path / "chapters/evidence").mkdir(parents=True)
    for name in ("intro", "chapters/01-x", "chapters/evidence/a", "chapters/evidence/b"):
        around = '<nav><a href="evidence/b.html"></a></nav>'
        sign = '<p class="moved" id="x">Moved: <a href="evidence/b.html#x"></a></p>'
        page = f'{around}<article><p><a href="evidence/a.html#x"></a></p>{sign}</article>'
        (tmp_path / f"{name}.html").write_text(page, "utf-8")
    assert _unlinked(tmp_path) == ["b.html"]
