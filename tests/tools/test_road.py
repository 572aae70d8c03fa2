"""tools.road: the table marks what exceeds a limit, and the README gets the total."""

from book.road import Count, Page
from tools.road import over, table, with_time

SHORT = Page(Count(2_200, 120, 6, 1, 1, 0), Count(800, 80), 12, 40)
LONG = Page(Count(2_601, 140, 6, 1, 1, 0), Count(801, 80), 0, None)


def test_a_chapter_may_be_as_long_as_its_limits_the_seventh_longer():
    assert over("chapters/01-x", SHORT) == {}
    assert over("chapters/01-x", LONG) == {
        "words": 2_601,
        "lines": 140,
        "minutes": 26,
        "folded_words": 801,
    }
    assert over("chapters/08-pretraining", LONG) == {"words": 2_601, "folded_words": 801}
    assert over("chapters/evidence/a-x", LONG) == {}


def test_the_table_has_a_row_for_each_page_and_sums_up_the_chapters():
    pages = {"chapters/01-x": SHORT, "chapters/02-y": LONG, "chapters/evidence/a-x": LONG}
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table(pages).splitlines()]
    assert {len(row) for row in rows} == {11}
    assert rows[2] == ["01-x", "2,200", "120", "22", "800", "80", "6", "2", "0", "12", "40"]
    assert rows[3][:6] == ["02-y", "2,601 !", "140 !", "26 !", "801 !", "80"]
    assert rows[5][:6] == ["chapters in all", "4,801", "260", "48", "1,601", "160"]


def test_the_readme_gets_the_time_of_the_chapters():
    pages = {f"chapters/0{n}-x": SHORT for n in range(4)} | {"chapters/evidence/a-x": LONG}
    text = "About <!-- road -->9 hours<!-- /road --> in all."
    assert with_time(text, pages) == "About <!-- road -->1½ hours<!-- /road --> in all."
