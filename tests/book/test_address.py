"""book.address: where the pages stand, told by the repository; a sitemap as its readers read it."""

from xml.etree import ElementTree

import pytest

from book.address import of_pages, sitemap


@pytest.mark.parametrize(
    ("repository", "base", "address"),
    [
        ("https://github.com/Owner/Name", "", "https://owner.github.io/Name/"),
        ("https://github.com/owner/name/", "", "https://owner.github.io/name/"),
        ("https://github.com/owner/name", "https://x.org/b", "https://x.org/b/"),
        ("https://example.org/name", "https://x.org/", "https://x.org/"),
    ],
)
def test_the_repository_or_the_setting_says_where_the_pages_stand(repository, base, address):
    assert of_pages(repository, base) == address


@pytest.mark.parametrize("repository", ["", "https://example.org/o/n", "https://github.com/owner"])
def test_an_address_that_nobody_can_tell_stops_the_build(repository):
    with pytest.raises(ValueError, match="baseurl"):
        of_pages(repository)


def test_a_sitemap_says_its_addresses():
    addresses = ["https://x.org/a.html", "https://x.org/b.html?c&d"]
    found = ElementTree.fromstring(sitemap(addresses).encode())
    assert [place.text for place in found.findall(".//{*}loc")] == addresses
