"""Search results exist at their addresses."""

from functools import cache

from book.library import made
from tests.helpers.paths import SITE


@cache
def text_of(page):
    return (SITE / "chapters" / page).read_text("utf-8")


def test_every_address_leads_to_its_section():
    split = [address.partition("#") for *_, address in made()["passages"]]
    assert [page + label for page, _, label in split if f'id="{label}"' not in text_of(page)] == []
