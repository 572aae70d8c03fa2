"""book.short_book: its pages are marked in the contents, and follow one another."""

from itertools import pairwise

import pytest

from book.short_book import marked
from tests.helpers.paths import SITE

CONTENTS = """<li><a class="reference internal" href="03-input.html">
3. Input
</a></li><li><a class="current reference internal" href="#">6. Pairs</a></li>
<li><a class="reference internal" href="08-pretraining.html">8. Pretraining</a></li>"""


def test_its_pages_are_marked_and_no_others():
    found = marked(CONTENTS, "chapters/06-next").split("<li>")[1:]
    assert ["(short book)" in link for link in found] == [True, False, True]
    assert "(short book)" in marked(CONTENTS, "chapters/05-mlm").split("<li>")[2]


@pytest.mark.needs("book")
def test_next_leads_along_it():
    road = ["prologue", "03-input-", "04-", "05-", "07-", "08-", "09-"]
    for name, following in pairwise(road):
        (page,) = SITE.glob(f"chapters/{name}*.html")
        (link,) = page.read_text("utf-8").split('class="right-next"')[1:]
        assert f'href="{following}' in link.split(">")[0], name
