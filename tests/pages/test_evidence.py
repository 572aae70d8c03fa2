"""Every page of evidence is linked from the road."""

import re
from urllib.parse import urlsplit

from tests.helpers.paths import SITE

ARTICLE = re.compile(r"<article.*?</article>", re.DOTALL)


def test_every_evidence_is_linked_from_the_road():
    linked = {
        (path.parent / urlsplit(address).path).resolve()
        for path in [SITE / "intro.html", *SITE.glob("chapters/*.html")]
        for text in ARTICLE.findall(path.read_text("utf-8"))
        for address in re.findall(r'href="([^"]+)', text)
    }
    assert not [path.name for path in SITE.glob("chapters/evidence/*.html") if path not in linked]
