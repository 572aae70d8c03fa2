"""The site that pages are timed on: files as a usual host sends them."""

import gzip
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from benchmarks.pages import served


def test_text_is_packed_and_pictures_are_not(tmp_path):
    (tmp_path / "page.html").write_text("<p>crane</p>", "utf-8")
    (tmp_path / "crane.png").write_bytes(bytes(range(256)))
    with served(tmp_path) as address:
        assert address.startswith("http://127.0.0.1:")
        with urlopen(f"{address}/page.html?v=1") as page:
            assert page.headers["Content-Encoding"] == "gzip"
            assert page.headers["Content-Type"] == "text/html"
            assert gzip.decompress(page.read()) == b"<p>crane</p>"
        with urlopen(f"{address}/crane.png") as picture:
            assert picture.headers["Content-Encoding"] is None
            assert picture.read() == bytes(range(256))


def test_what_is_not_there_or_not_inside_is_not_sent(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "secret").write_text("no", "utf-8")
    with served(tmp_path / "site") as address:
        for path in ("missing.html", "", "../secret", "%2e%2e/secret"):
            with pytest.raises(HTTPError, match="404") as caught:
                urlopen(f"{address}/{path}")
            caught.value.close()
