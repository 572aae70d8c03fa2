"""Search results exist at their addresses."""

import json
from functools import cache

from tests.helpers.paths import SITE


@cache
def text_of(page):
    return (SITE / page).read_text("utf-8")


def test_every_address_leads_to_its_section():
    left = (SITE / "_static/library.js").read_text("utf-8")
    found = json.loads(left[left.index("] = ") + 4 : -2])["addresses"]
    split = [address.partition("#") for address in found]
    assert len(split) > 300
    assert [page + label for page, _, label in split if f'id="{label}"' not in text_of(page)] == []
