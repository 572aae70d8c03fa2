"""bert_lab.look.hand_sheet: a box for each number, and the numbers beside them are the model's."""

import re

from bert_lab.look import hand_sheet
from bert_lab.look.hand_drawing import SLOT, Way
from bert_lab.look.hand_sheet import Line, Sheet, digits
from tests.helpers.static_html import Page

HEADS = "", "rule", "pencil", "code"


def test_numbers_as_one_writes_them():
    found = [digits(x) for x in (-0.5, 1e-9, -1e-9, 2, 0.1668, 1.5625)]
    assert found == ["−0.5", "0", "0", "2", "0.167", "1.563"]


def test_a_box_for_each_number():
    found = Sheet(HEADS, [Line("x_{<mask>}", "a < b", [1, -0.5])])._repr_html_()
    assert found.count('<td class="box"></td>') == 2
    assert '<td colspan="3"></td>' in found
    assert "x<sub>&lt;mask&gt;</sub>" in found
    assert "a &lt; b" in found
    assert Page(found).texts["td"][-1].split() == ["1", "−0.5"]
    assert repr(Sheet(HEADS, [Line("x_{1}", "", [1, -0.5])])).split() == ["x_1", "1", "−0.5"]


def test_table_of_powers_and_weights():
    powers, weights = (
        Page(grids._repr_html_()) for grids in (hand_sheet.powers(), hand_sheet.weights())
    )
    assert [powers.texts["td"][place] for place in (0, 10, 24)] == ["0.368", "1", "4.055"]
    assert len(powers.texts["td"]) == 40
    assert "1.386" in weights.texts["td"]
    assert len(weights.texts["caption"]) == 10
    assert round(hand_sheet.loss_after_all(), 3) == 0.370


def test_the_drawing_has_the_models_numbers_and_its_ribbons_fill_their_slot():
    drawn = Way()._repr_html_()
    widths = [float(width) for width in re.findall(r'stroke-width="([\d.]+)"', drawn)]
    assert widths == [SLOT / 4, SLOT / 4, SLOT / 2]
    row = next(line for line in repr(Way()).splitlines() if line.startswith("normalised: h"))
    assert row.split()[2:] == ["1", "1", "−1", "−1"]
    assert re.findall(r">(\w+|&lt;mask&gt;)(?: ✓)?<[^>]*><text[^>]*>(\d+%)<", drawn)[:3] == [
        ("eat", "46%"), ("milk", "28%"), ("drink", "17%")]  # fmt: skip
