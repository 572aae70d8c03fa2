"""The workshop's blank notebook: the solved one with each solution replaced by its task.

A page is read and shows what comes out; in Colab readers write. The build makes the blank notebook
beside the others for Colab, so that nothing has to be stored twice. Its links are spelt out then.
"""

import nbformat
from nbformat import NotebookNode

SOLVED = "chapters/workshop"
BLANK = "chapters/workshop-blank"
LINK = "blank-link"  # the cell that leads from one to the other
TASK, SOLUTION = "-skeleton", "-solution"  # how the ids of a stage's cells end


def blanked(notebook: NotebookNode) -> NotebookNode:
    """The notebook without outputs, its solutions replaced by the code to complete.

    Args:
        notebook: the solved one, as stored or as exported for Colab; it is changed.
    """
    tasks = {
        cell.id.removesuffix(TASK): cell.source.removeprefix("```python\n").removesuffix("\n```")
        for cell in notebook.cells
        if cell.id.endswith(TASK)
    }
    notebook.cells = [c for c in notebook.cells if c.id != LINK and not c.id.endswith(TASK)]
    for cell in notebook.cells:
        if cell.id.endswith(SOLUTION):
            cell.source = tasks[cell.id.removesuffix(SOLUTION)]
            cell.metadata = nbformat.from_dict({})  # nothing is folded
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook
