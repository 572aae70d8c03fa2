"""The widgets' traits: described in Python, typed for the JavaScript."""

import pytest
import traitlets as t

from bert_lab.look.widgets.base import Number, Record
from book import traits


def test_types_are_those_of_python():
    assert traits.FILE.read_text("utf-8") == traits.declarations()


class Holder(t.HasTraits):
    """What has such a trait."""

    record = Record({"a": t.Int()}, {"b": t.List(t.Unicode())}, default_value={"a": 0})
    numbers = t.List(t.Union([Number(), t.Unicode()], allow_none=True))


@pytest.mark.parametrize("value", [{"a": 1}, {"a": 1, "b": ["x"]}])
def test_a_record_has_its_names(value):
    assert Holder(record=value).record == value


@pytest.mark.parametrize("value", [{}, {"b": []}, {"a": 1, "c": 2}, {"a": "1"}, {"a": 1, "b": [2]}])
def test_a_record_has_no_other_names_or_values(value):
    holder = Holder()
    with pytest.raises(t.TraitError):
        holder.record = value
    assert holder.record == {"a": 0}
