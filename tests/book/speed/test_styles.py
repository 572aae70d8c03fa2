"""book.speed.styles: a rule stays if and only if its classes and ids are in use."""

import pytest

from book.speed.styles import names_in, trimmed

KEPT = [
    "p{top:0}",
    ".a{top:0}",
    "#b > p.a:hover::before{content:'.gone{}'}",
    "p:not(.gone){top:0}",
    ":is(.a,:not(.gone,.gone2)) p{top:0}",
    '[class*=".gone,"]{top:0}',
    r".c\/2{top:0}",
    "@font-face{src:url(x.woff2)}",
    "@keyframes k{0%{top:0}12.5%{top:1px}}",
    '@charset "utf-8";p{top:0}',
    "@media print{.a{top:0}}",
    "@supports (top:0){@media print{.a{top:0}}}",
    "p{mask:url(data:image/svg+xml;a.gone{})}",
]
CUT = [
    ".gone{top:0}",
    ".a .gone{top:0}",
    ".a.gone:not(.a){top:0}",
    "#gone{top:0}",
    "@media print{.gone{top:0}}",
    "@supports (top:0){@media print{.gone{top:0}}}",
    "/* .a{} */",
]
NAMES = {"a", "b", "c/2"}


@pytest.mark.parametrize("css", KEPT)
def test_a_rule_that_a_page_may_need_stays_as_it_is(css):
    assert trimmed(css, NAMES) == css


@pytest.mark.parametrize("css", CUT)
def test_a_rule_for_what_is_nowhere_goes(css):
    assert trimmed(css, NAMES) == ""
    assert trimmed(f"p{{top:0}}{css}.a{{top:0}}", NAMES) == "p{top:0}.a{top:0}"


def test_of_several_selectors_those_stay_that_may_match():
    assert trimmed(".a,.gone,p:not(.a,.gone),.gone p{top:0}", NAMES) == ".a,p:not(.a,.gone){top:0}"


def test_names_are_those_of_pages_and_the_words_of_scripts():
    page = '<p class="a b"><b id="c">prose</b><script>el.classList.add("d")</script>'
    names = names_in([page], ['el.className = "e-1 f"'])
    assert {"a", "b", "c", "d", "e-1", "f"} <= names
    assert "prose" not in names
