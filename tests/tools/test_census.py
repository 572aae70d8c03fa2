"""The house stays as small as it has become: a feature pays by a removal in the same change."""

import pytest

from tools.census import counts

MOST = {"product": 53_500, "tests": 25_300}  # lowered at the end of every large change


@pytest.mark.needs("checkout")
@pytest.mark.parametrize("kind", MOST)
def test_there_are_no_more_lines_than_were_reached(kind):
    assert sum(lines for (one, _), lines in counts().items() if one == kind) <= MOST[kind]
