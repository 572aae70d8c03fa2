"""book.speed.sections: the theme's script without its measuring of every box."""

import pytest

from book.speed.icons import THEME
from book.speed.sections import SCRIPT, without_measuring
from tests.helpers.javascript import run_node


def test_one_call_is_cut_from_the_themes_script_which_stays_sound(tmp_path):
    before = (THEME / SCRIPT).read_text("utf-8")
    after = without_measuring(before)
    assert 60 < len(before) - len(after) < 100
    (tmp_path / "theme.js").write_text(after, "utf-8")
    assert run_node("--check", str(tmp_path / "theme.js")).returncode == 0


def test_a_theme_that_does_otherwise_stops_the_build():
    with pytest.raises(ValueError, match="0 fit: see book/speed/sections"):
        without_measuring("onload = I")
