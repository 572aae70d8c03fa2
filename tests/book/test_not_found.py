"""book.not_found: addresses in 404.html, which is served at every depth."""

import pytest

from book.not_found import rooted


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<a href="chapters/x.html#y">', '<a href="/b/chapters/x.html#y">'),
        ('<script src="./_static/x.js">', '<script src="/b/_static/x.js">'),
        ('<form action="search.html">', '<form action="/b/search.html">'),
        ('<html data-content_root="./">', '<html data-content_root="/b/">'),
    ],
)
def test_relative_addresses_begin_at_the_root_of_the_host(before, after):
    assert rooted(before, "/b/") == after


@pytest.mark.parametrize("address", ["#x", "/x", "https://x.org/", "data:x", "mailto:x"])
def test_other_addresses_stay(address):
    assert rooted(f'<a href="{address}">', "/b/") == f'<a href="{address}">'
