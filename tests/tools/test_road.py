"""tools.road: the table marks what exceeds a limit, and the README gets the times of roads."""

from book.road import Count, Page
from tools.road import over, table, with_time

SHORT = Page(Count(3_000, 120, widgets=5), Count(2_500, 60), Count(words=300), 12, 40)
LONG = Page(Count(3_001, 120, widgets=5), Count(2_500, 100), Count(), 0, None)


def test_a_chapter_takes_45_minutes_and_folds_a_third():
    assert [SHORT.seen.minutes, SHORT.folded.minutes] == [45, 22]
    assert over("chapters/01-x", SHORT) == []
    assert over("chapters/01-x", LONG) == ["minutes", "folded"]
    assert over("chapters/evidence/a-x", LONG) == []


def test_the_table_has_a_row_for_each_page_and_sums_up_the_chapters():
    pages = {"chapters/01-x": SHORT, "chapters/02-y": LONG, "chapters/evidence/a-x": LONG}
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table(pages).splitlines()]
    assert {len(row) for row in rows} == {11}
    assert rows[2] == ["01-x", "45", "22", "2", "3,000", "120", "0", "5", "0", "12", "40"]
    assert rows[3][:5] == ["02-y", "46 !", "25 !", "0", "3,001"]
    assert rows[5][:6] == ["chapters in all", "91", "47", "2", "6,001", "240"]


def test_the_readme_gets_the_times_of_the_roads():
    pages = {f"chapters/0{n}-x": SHORT for n in range(1, 4)} | {"chapters/evidence/a-x": LONG}
    text = "How: <!-- road how -->9<!-- /road -->; all: <!-- road all --><!-- /road -->."
    assert with_time(text, pages) == (
        "How: <!-- road how -->1 hours<!-- /road -->; all: <!-- road all -->2 hours<!-- /road -->."
    )
