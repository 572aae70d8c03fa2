"""tools.workshop: a task is written in one place; the blank notebook follows the solved one."""

import nbformat
import pytest

from bert_lab.workshop.skeleton import blank
from bert_lab.workshop.stage import STAGES
from book.blank_workshop import LINK, blanked
from tools.notebooks import dumps
from tools.workshop import PATH, chapters, led, written


@pytest.fixture
def solved():
    return nbformat.read(PATH, as_version=4)


def test_the_notebook_has_what_the_stages_say(solved):
    assert dumps(written(solved)) == PATH.read_text("utf-8"), "run `python -m tools.workshop`"


def test_every_stages_chapter_ends_in_a_way_to_it():
    led_to = ""
    for path, label in chapters().items():
        notebook = nbformat.read(path, as_version=4)
        (turn,) = [cell.source for cell in notebook.cells if cell.id == "your-turn"]
        assert dumps(led(notebook, label)) == path.read_text("utf-8"), "python -m tools.workshop"
        led_to += turn
    for stage in STAGES:
        assert led_to.count(f"<sec-workshop-{stage.key}>") == 1


def test_the_blank_notebook_differs_in_solutions_and_outputs_alone(solved):
    before = {cell.id: cell.source for cell in solved.cells}
    after = {cell.id: cell for cell in blanked(solved).cells}
    left_out = before.keys() - after.keys()
    assert left_out == {LINK, *(f"{stage.key}-skeleton" for stage in STAGES)}
    for stage in STAGES:
        cell = after[f"{stage.key}-solution"]
        assert cell.source == blank(stage).rstrip("\n")
        assert not cell.metadata  # nothing folds it, nobody looks for a title
        del after[cell.id]
    assert all(cell.source == before[name] for name, cell in after.items())
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in after.values())
