"""What a widget says where no script runs: with its place and its facts, and nothing in vain."""

import re
import tomllib

import pytest

from bert_lab.look.widgets import ReadingReach
from bert_lab.look.widgets.words import HERE, Own, element, say

TABLES = sorted(HERE.glob("*/words.toml"))


def test_a_message_has_its_facts_and_says_where_it_comes_from():
    shown = ReadingReach("a crane").static_html()
    assert (
        '<caption data-say="reading_reach.fallback.caption" data-facts="{&quot;word&quot;:&quot;'
    ) in shown
    assert '<th scope="col" data-say="reading_reach.fallback.heads.0">' in shown


def test_whatever_a_fact_holds_is_text():
    message = say("reading_reach.fallback.caption", word='<b>"&{x}')
    assert str(message) == 'What may be read for the vector of <b>"&{x}'
    shown = element("p", message)
    assert shown.endswith('>What may be read for the vector of &lt;b&gt;"&amp;{x}</p>')
    assert shown.count("<") == 2


def test_a_text_of_the_notebooks_own_has_its_place_in_the_state_and_code_as_code():
    assert element("li", Own("parts.0.text", "`x < 1`, *all* 15 %")) == (
        '<li data-own="parts.0.text"><code>x &lt; 1</code>, <em>all</em> 15\u00a0%</li>'
    )


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.parent.name)
def test_every_message_for_pages_without_scripts_is_said(path):
    code = (path.parent / "__init__.py").read_text("utf-8")
    fallback = tomllib.loads(path.read_text("utf-8")).get("fallback", {})
    assert fallback.keys() - {"caption", "heads"} == {*re.findall(r'_say\(["\'](\w+)', code)}
