"""MeaningSearch: one question to two searches, one beside the other (`ch-practice`)."""

from collections.abc import Mapping

import traitlets as t
from torch import Tensor

from bert_lab.look.widgets.base import Record, Widget
from bert_lab.look.widgets.words import Message, Own
from bert_lab.search.measures import places_of
from bert_lab.search.passages import Passage, Query, find_right

_SHOWN = 4  # passages of each search
_EXCERPT = 90  # letters of a passage's text


class MeaningSearch(Widget):
    """Choose a question, or in the book's pages ask your own, and see what each search finds.

    Args:
        passages, queries: of `bert_lab.search.passages`.
        scores: name of a search -> (queries, passages), the higher the better; what has 0 or less
            was not found.
        chosen: the place in `queries` of the question that is shown, which Python may set.

    What is found for `queries` is computed here and recorded, the right passages marked.
    """

    _name = "meaning_search"
    _heights = 535, 750

    passages = t.List(
        Record({"title": t.Unicode(), "text": t.Unicode()}), help="those that are shown"
    ).tag(sync=True)
    searches = t.List(t.Unicode()).tag(sync=True)
    queries = t.List(
        Record(
            {
                "text": t.Unicode(),
                "results": t.List(
                    t.List(t.Tuple(t.Int(), t.Bool())),
                    help="by search: places in `passages`, and whether they are right",
                ),
                "places": t.List(
                    t.Int(allow_none=True), help="by search: of the first right one, from 1"
                ),
            }
        )
    ).tag(sync=True)
    chosen = t.Int(0, min=0).tag(sync=True)

    def __init__(
        self,
        passages: list[Passage],
        queries: list[Query],
        scores: Mapping[str, Tensor],
        *,
        chosen: int = 0,
    ) -> None:
        right = find_right(queries, passages)
        places = [_first_right(one, right) for one in scores.values()]
        results: list[list[list[int]]] = [
            [_best(one[i]) for one in scores.values()] for i in range(len(queries))
        ]
        seen = sorted({place for lists in results for one in lists for place in one})
        rows = [
            {
                "text": query.text,
                "results": [
                    [[seen.index(i), passages[i].name in query.answers] for i in one]
                    for one in results[row]
                ],
                "places": [place[row] for place in places],
            }
            for row, query in enumerate(queries)
        ]
        super().__init__(
            passages=[_short(passages[i]) for i in seen],
            searches=list(scores),
            queries=rows,
            chosen=chosen,
        )

    def _fallback_html(self) -> str:
        query = self.queries[min(self.chosen, len(self.queries) - 1)]
        rows = [
            [place + 1, *(self._cell(one, place) for one in query["results"])]
            for place in range(_SHOWN)
        ]
        names = (Own(f"searches.{number}", name) for number, name in enumerate(self.searches))
        return self._table(rows, *names, query=query["text"])

    def _cell(self, results: list[list], place: int) -> str | Message:
        if place >= len(results):
            return self._say("nothing")
        index, right = results[place]
        return self.passages[index]["title"] + " ✓" * right


def _first_right(scores: Tensor, right: Tensor) -> list[int | None]:
    """By query the place of the first right passage above 0, from 1."""
    found = right & (scores > 0)
    places = places_of(scores).masked_fill(~found, scores.shape[1] + 1).amin(dim=1)
    return [int(place) if some else None for place, some in zip(places, found.any(1), strict=True)]


def _best(row: Tensor) -> list[int]:
    """The places of the highest scores above 0."""
    values, places = row.sort(descending=True, stable=True)
    return [int(i) for value, i in zip(values, places, strict=True) if value > 0][:_SHOWN]


def _short(passage: Passage) -> dict[str, str]:
    text = passage.text
    if len(text) > _EXCERPT:
        text = text[:_EXCERPT].rsplit(" ", 1)[0] + " …"
    return {"title": passage.title, "text": text}
