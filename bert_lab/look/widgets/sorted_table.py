"""SortedTable: a table that stands in the order of any of its columns (chapter 12)."""

from collections.abc import Sequence

import traitlets as t

from bert_lab.look.widgets.base import Number, Widget, table


class SortedTable(Widget):
    """Press the name of a column and the rows stand in its order; press again to turn them round.

    Args:
        caption: what the table shows.
        columns: their names.
        rows: as many cells each, text or numbers; None or "" is unknown and stands at the end. The
            first cell names its row.
        links: an address for each row, to which its name leads.
        by: the place of the column whose order it is, which Python may set.
        descending: from the largest to the smallest.
    """

    _name = "sorted_table"

    caption = t.Unicode().tag(sync=True)
    columns = t.List(t.Unicode()).tag(sync=True)
    rows = t.List(t.List(t.Union([Number(), t.Unicode()], allow_none=True))).tag(sync=True)
    links = t.List(t.Unicode()).tag(sync=True)
    by = t.Int(0, min=0).tag(sync=True)
    descending = t.Bool(False).tag(sync=True)

    def __init__(
        self,
        caption: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[str | float | None]],
        *,
        links: Sequence[str],
        by: int = 0,
    ) -> None:
        wrong = [list(row) for row in rows if len(row) != len(columns)]
        if wrong or len(links) != len(rows) or not 0 <= by < len(columns):
            raise ValueError(
                f"expected {len(columns)} cells in each row, {len(rows)} links and by in their "
                f"range, got {wrong or 'rows that fit'}, {len(links)} links and by = {by}"
            )
        cells = [list(row) for row in rows]
        super().__init__(
            caption=caption, columns=list(columns), rows=cells, links=list(links), by=by
        )

    def _fallback_html(self) -> str:
        rows = [["–" if cell in (None, "") else cell for cell in row] for row in self.rows]
        return table(self.caption, self.columns, rows)
