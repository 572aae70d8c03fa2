"""TeachIt: what is recorded, and what a reader without scripts sees."""

import pytest

from bert_lab.look.widgets.teach_it import letters_of, sets, shares_of
from tests.helpers.javascript import call


def test_the_book_s_sentences_are_balanced_and_stand_once():
    for one in sets().values():
        sizes = {len(texts) for texts in one["classes"].values()}
        texts = [text for some in one["classes"].values() for text in some]
        assert len(sizes) == 1
        assert len({*texts, *one["new"]}) == len(texts) + len(one["new"])


def test_a_page_reads_the_shares_that_python_writes():
    frames = [[1 / 3] * 6, [0.004, 0.496, 0.5, 0.335, 0.335, 0.33], [1, 0, 0, 0.32, 0.34, 0.34001]]
    letters = letters_of(frames, 3)
    (found,) = call("widgets/teach_it/lesson.ts", ["framesOf", letters, 2, 3])
    given = [[frame[str(i)] for i in range(6)] for frame in found]
    assert given[0] == pytest.approx([0.33, 0.33, 0.34] * 2)
    for frame, exact in zip(given[1:], frames[1:], strict=True):
        assert frame == pytest.approx(exact, abs=0.025)
        for at in (0, 3):
            whole = frame[at : at + 3]
            assert whole.index(max(whole)) == exact[at : at + 3].index(max(exact[at : at + 3]))
    last = [share for row in shares_of(letters, 2, 3) for share in row]
    assert last == pytest.approx(given[-1])
