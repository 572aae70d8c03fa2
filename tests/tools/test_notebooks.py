"""tools.notebooks: equal runs give equal bytes, and what can't be stored is refused."""

import base64
import copy
import io

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image, PngImagePlugin

from tools.notebooks import METADATA, WIDGET_VIEW, canonical, dumps, execute, linked

CONFIG = {"repository": {"url": "https://github.com/owner/name", "branch": "trunk"}}


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


def test_stdout_is_one_piece_however_the_kernel_cut_it():
    pieces = [new_output("stream", name="stdout", text=text) for text in ("a\n", "b", "\n")]
    stored = canonical(notebook(*pieces, result(text_plain="1")))
    assert [o.get("text") for o in stored.cells[0].outputs] == ["a\nb\n", None]


def test_a_widget_is_stored_as_html():
    output = result(text_plain="<W>", text_html="<div></div>")
    output.data[WIDGET_VIEW] = {"model_id": "random"}
    assert set(canonical(notebook(output)).cells[0].outputs[0].data) == {"text/plain", "text/html"}


def _png(pixels, **words):
    info = PngImagePlugin.PngInfo()
    for key, value in words.items():
        info.add_text(key, value)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "png", pnginfo=info)
    return base64.b64encode(file.getvalue()).decode()


def test_figures_lose_their_words_and_no_pixel():
    pixels = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    output = result(text_plain="<Figure>")
    output.data["image/png"] = _png(pixels, Software="a library, version 1.2")
    stored = canonical(notebook(output)).cells[0].outputs[0].data["image/png"]
    image = Image.open(io.BytesIO(base64.b64decode(stored)))
    assert image.text == {}
    assert (np.asarray(image) == pixels).all()
    assert stored == _png(pixels)


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


def test_two_runs_are_stored_alike(tmp_path):
    source = "import time\nprint(time.monotonic_ns() > 0)\n{x for x in [2]}"
    nb = new_notebook(cells=[new_markdown_cell("# T", id="t"), new_code_cell(source, id="c")])
    first, second = (execute(copy.deepcopy(nb), tmp_path) for _ in range(2))
    assert dumps(first) == dumps(second)
    assert [o.output_type for o in first.cells[1].outputs] == ["stream", "execute_result"]


def test_links_are_put_first_once(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.notebooks.ROOT", tmp_path)
    path = tmp_path / "x.ipynb"
    nbformat.write(new_notebook(cells=[new_markdown_cell("# T", id="t")]), path)
    once = linked(path, CONFIG)
    assert [cell.id for cell in once.cells] == ["colab-badge", "colab-install", "t"]
    once.cells[1].execution_count = 1
    once.cells[0].source = "an old badge"
    nbformat.write(once, path)
    twice = linked(path, CONFIG)
    assert "owner/name/blob/trunk/x.ipynb" in twice.cells[0].source
    assert [cell.get("execution_count") for cell in twice.cells] == [None, 1, None]
