"""tools.notebooks: what is stored of a run, and what can't be."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tools.notebooks import (
    DRAWINGS,
    FOLDED,
    METADATA,
    WIDGET_VIEW,
    canonical,
    taken_drawings,
)


def notebook(*outputs, **cell):
    cell = new_code_cell("1", outputs=list(outputs), execution_count=1, **cell)
    return new_notebook(cells=[cell])


def result(**data):
    data = {key.replace("_", "/"): value for key, value in data.items()}
    return new_output("execute_result", data, execution_count=1)


def test_nothing_of_the_editor_or_the_machine_stays():
    nb = notebook(metadata={"tags": ["hide-input"], "execution": {"iopub": "now"}, "id": "x"})
    nb.metadata = nbformat.from_dict({"widgets": {}, "colab": {}, "kernelspec": {"name": "my-env"}})
    stored = canonical(nb)
    assert stored.metadata == METADATA
    assert stored.cells[0].metadata == {"tags": ["hide-input"]}


def test_the_code_of_a_question_is_folded_since_it_holds_the_answer():
    nb = notebook(metadata={"tags": ["remove-input"]})
    nb.cells[0].source = "# @title Check yourself\nCheck.number('q', answer=n)"
    stored = canonical(nb).cells[0].metadata
    assert stored == {"tags": ["remove-input"]} | FOLDED
    assert canonical(notebook()).cells[0].metadata == {}


def _drawn(*names):
    cells = []
    for name in names:
        output = result(image_png="", **{DRAWINGS: {"wide": "<svg/>", "narrow": "<svg></svg>"}})
        figure = {"mystnb": {"figure": {"name": name}}}
        cells += notebook(output, metadata=figure, id=f"cell-{len(cells)}").cells
    return new_notebook(cells=cells)


def test_drawings_leave_the_notebook_under_the_name_of_their_figure():
    nb = _drawn("fig-a", "fig-b")
    assert taken_drawings(nb) == {
        "fig-a.wide.svg": "<svg/>",
        "fig-a.narrow.svg": "<svg></svg>",
        "fig-b.wide.svg": "<svg/>",
        "fig-b.narrow.svg": "<svg></svg>",
    }
    assert [list(cell.outputs[0].data) for cell in nb.cells] == [["image/png"]] * 2


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        (new_output("stream", name="stderr", text="careful"), "wrote to stderr: 'careful'"),
        (new_output("error", ename="KeyError", evalue="'x'", traceback=[]), "raised KeyError"),
        (new_output("display_data", {WIDGET_VIEW: {}}), "no text/html form"),
    ],
)
def test_what_has_no_business_in_a_stored_notebook_is_refused(output, complaint):
    with pytest.raises(ValueError, match=complaint):
        canonical(notebook(output))


@pytest.mark.parametrize("counts", [(None,), (2,), (1, 3), (2, 1)])
def test_cells_must_have_run_from_top_to_bottom(counts):
    cells = [new_code_cell("1", execution_count=count) for count in counts]
    with pytest.raises(ValueError, match="from top to bottom"):
        canonical(new_notebook(cells=cells))
