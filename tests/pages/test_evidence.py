"""Every page of evidence is linked from the road."""

import re
from urllib.parse import urlsplit

from tests.helpers.paths import SITE

ARTICLE = re.compile(r"<article.*?</article>", re.DOTALL)


def _unlinked(site):
    """Pages of evidence to which no page on the road links."""
    linked = {
        (path.parent / urlsplit(address).path).resolve()
        for path in [site / "intro.html", *site.glob("chapters/*.html")]
        for text in ARTICLE.findall(path.read_text("utf-8"))
        for address in re.findall(r'href="([^"]+)', text)
    }
    return [path.name for path in site.glob("chapters/evidence/*.html") if path not in linked]


def test_every_evidence_is_linked_from_the_road():
    assert _unlinked(SITE) == []


def test_evidence_that_the_contents_alone_name_is_found(tmp_path):
    (tmp_path / "chapters/evidence").mkdir(parents=True)
    for name in ("intro", "chapters/01-x", "chapters/evidence/a", "chapters/evidence/b"):
        contents = '<nav><a href="evidence/b.html"></a></nav>'
        page = f'{contents}<article><p><a href="evidence/a.html#x"></a></p></article>'
        (tmp_path / f"{name}.html").write_text(page, "utf-8")
    assert _unlinked(tmp_path) == ["b.html"]
