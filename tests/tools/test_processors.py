"""`make numbers` leaves nothing out in silence."""

import pytest

from tools.processors import NUMPY, SETTINGS, check, try_setting


def test_what_the_machine_lacks_is_named_and_numpy_has_to_obey(monkeypatch):
    monkeypatch.setitem(SETTINGS, "python-2.1", {"PYTHON": "2.1"})
    assert try_setting("python-2.1", [], "1", {}) == "not on this machine: no python2.1"
    with pytest.raises(RuntimeError, match="off are only X86_V4"):
        check({NUMPY: "X86_V3 X86_V4"}, {NUMPY: "X86_V4"})
