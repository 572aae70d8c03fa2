"""Code in the boxes of one language, which no notebook executes, prints what stands below it."""

import re

import nbformat
import pytest
import torch

from bert_lab.checkpoint import load_bert
from bert_lab.text.tokenization import train_wordpiece
from book.language.native import BOX
from tests.notebooks.conftest import NOTEBOOKS

SHOWN = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CASES = {
    f"{path.stem}-{cell.id}-{box[2]}": box[3]
    for path in NOTEBOOKS
    for cell in nbformat.read(path, as_version=4).cells
    for box in BOX.finditer(cell.source)
    if SHOWN.search(box[3])
}


@pytest.fixture(scope="module")
def chapter():
    """What chapter 3 has at this place."""
    _, released = load_bert("all-MiniLM-L6-v2", generator=torch.Generator())
    return {"released": released, "train_wordpiece": train_wordpiece}


@pytest.mark.parametrize("box", CASES.values(), ids=CASES)
def test_a_box_shows_what_its_code_prints(box, chapter, capsys):
    names = dict(chapter)
    for code, printed in SHOWN.findall(box):
        exec(code, names)
        assert capsys.readouterr().out == printed
