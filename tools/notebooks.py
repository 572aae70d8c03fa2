"""Execute notebooks and store them in canonical form.

python tools/notebooks.py run [NOTEBOOK ...]     execute and store, drawings included
python tools/notebooks.py check [NOTEBOOK ...]   execute in memory; fail if a byte would change

Without names: every notebook in chapters/ and chapters/evidence/. A notebook keeps its figures as
PNG; the drawings, which the pages show instead, lie beside it in figures/, two for each figure:
wide and narrow.
"""

import argparse
import base64
import difflib
import re
import struct
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from bert_lab.training_loop.command import call

ROOT = Path(__file__).resolve().parent.parent
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT_CELL_METADATA = ("mystnb", "tags")  # not timings, not editor states
CHECK = re.compile(r"^Check\.(choice|number|order)\(", re.MULTILINE)  # a question, answer included
TITLED = "# @title "  # a question, or a set-up cell: notebooks show its title and fold its code
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}  # in Colab and in JupyterLab
CELL_TIMEOUT = 300  # seconds
DRAWINGS = "application/vnd.bert-lab.figure+json"  # what tools.drawings hands over
OFFER = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tools.drawings; "
    "tools.drawings.offer(get_ipython()); del sys.path[0], tools, sys"
)


def notebooks(root: Path = ROOT) -> list[Path]:
    """Every notebook of the book: the chapters, then the evidence behind them."""
    return [*sorted(root.glob("chapters/*.ipynb")), *sorted(root.glob("chapters/evidence/*.ipynb"))]


def execute(notebook: NotebookNode, folder: Path) -> tuple[NotebookNode, dict[str, str]]:
    """The notebook in canonical form after a fresh run in `folder`, and its drawings."""
    NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        extra_arguments=[
            "--IPKernelApp.log_level=ERROR",  # a kernel on localhost warns about TCP
            f"--IPKernelApp.exec_lines={OFFER}",
        ],
        resources={"metadata": {"path": str(folder)}},
    ).execute()
    drawings = taken_drawings(notebook)
    return canonical(notebook), drawings


def taken_drawings(notebook: NotebookNode) -> dict[str, str]:
    """Remove the drawings from the notebook; returns {"fig-name.wide.svg": SVG, ...}.

    Raises ValueError for a figure without drawings or without a name of its own.
    """
    found: dict[str, str] = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data and DRAWINGS not in data:
                raise ValueError(f"cell {cell.id}: expected a figure with drawings")
            drawn = data.pop(DRAWINGS, {})
            output.get("metadata", {}).pop(DRAWINGS, None)
            name = cell.metadata.get("mystnb", {}).get("figure", {}).get("name", "")
            files = {f"{name}.{kind}.svg": svg for kind, svg in drawn.items()}
            if files and (not name or files.keys() & found.keys()):
                raise ValueError(f"cell {cell.id}: expected a name of its own for its figure")
            found |= files
    return found


def canonical(notebook: NotebookNode) -> NotebookNode:
    """The notebook without anything that could differ between equal runs.

    Raises ValueError, naming the cell, for what has no business in a stored notebook: output on
    stderr, errors, widgets without an HTML form, cells not executed or not in order.
    """
    notebook.metadata = nbformat.from_dict(METADATA)
    count = 0
    for cell in notebook.cells:
        kept = [key for key in KEPT_CELL_METADATA if key in cell.metadata]
        cell.metadata = {key: cell.metadata[key] for key in kept}
        if cell.cell_type != "code":
            continue
        if cell.source.startswith(TITLED):
            cell.metadata |= FOLDED
        count += 1
        if cell.execution_count != count:
            raise ValueError(
                f"cell {cell.id}: execution count {cell.execution_count}, expected {count}; "
                "execute the notebook from top to bottom"
            )
        cell.outputs = _merged_streams([_canonical_output(cell, output) for output in cell.outputs])
    nbformat.validate(notebook)
    return notebook


def _canonical_output(cell: NotebookNode, output: NotebookNode) -> NotebookNode:
    if output.output_type == "error":
        raise ValueError(f"cell {cell.id} raised {output.ename}: {output.evalue}")
    if output.get("name") == "stderr":
        raise ValueError(f"cell {cell.id} wrote to stderr: {output.text.strip()!r}")
    if "execution_count" in output:
        output.execution_count = cell.execution_count
    data = output.get("data", {})
    if WIDGET_VIEW in data:
        if "text/html" not in data:
            raise ValueError(f"cell {cell.id} shows a widget that has no text/html form")
        del data[WIDGET_VIEW]  # a random model id, of no use without a kernel
    if "image/png" in data:
        data["image/png"] = _without_text_chunks(data["image/png"])
    return output


def _merged_streams(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Join adjacent pieces of stdout, which the kernel splits by timing."""
    merged: list[NotebookNode] = []
    for output in outputs:
        if merged and output.output_type == merged[-1].output_type == "stream":
            merged[-1].text += output.text
        else:
            merged.append(output)
    return merged


def _without_text_chunks(png: str) -> str:
    """A base64 PNG without its tEXt chunks, which name the plotting library's version."""
    raw = base64.b64decode(png)
    kept, position = [raw[:8]], 8
    while position < len(raw):
        length, kind = struct.unpack(">I4s", raw[position : position + 8])
        end = position + 12 + length  # length, type, data, checksum
        if kind != b"tEXt":
            kept.append(raw[position:end])
        position = end
    return base64.b64encode(b"".join(kept)).decode()


def dumps(notebook: NotebookNode) -> str:
    """The notebook serialised as on disk."""
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def drawing_files(notebook: NotebookNode, folder: Path) -> list[Path]:
    """The drawings in `folder` of the notebook's figures."""
    cells = notebook.cells
    names = {cell.metadata.get("mystnb", {}).get("figure", {}).get("name") for cell in cells}
    return [path for path in sorted(folder.glob("*.svg")) if path.name.split(".")[0] in names]


def store(old: Iterable[Path], new: dict[Path, str]) -> None:
    """Write the new files and remove old ones that are no longer needed."""
    for path in set(old) - new.keys():
        path.unlink()
    for path, text in new.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


def _changed_lines(old: dict[Path, str], new: dict[Path, str]) -> Iterator[str]:
    for path in sorted(old.keys() | new.keys()):
        texts = [files.get(path, "").splitlines() for files in (old, new)]
        diff = difflib.unified_diff(*texts, f"{path.name}, stored", "fresh", "", "", 1, "")
        yield from (line[:120] for line in islice(diff, 20))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", choices=["run", "check"])
    parser.add_argument("notebooks", nargs="*", type=Path)
    arguments = parser.parse_args()
    paths = arguments.notebooks or notebooks()

    failures = 0
    for number, path in enumerate(paths, start=1):
        print(f"[{number}/{len(paths)}] {path.name} ", end="", flush=True)
        start, old = time.perf_counter(), {path: path.read_text("utf-8")}
        try:
            notebook, folder = nbformat.read(path, as_version=4), path.parent / "figures"
            files = drawing_files(notebook, folder)
            old |= {file: file.read_text("utf-8") for file in files}
            notebook, drawings = execute(notebook, path.parent)
            new = {folder / name: svg for name, svg in drawings.items()} | {path: dumps(notebook)}
        except Exception as error:  # one bad notebook must not hide the state of the others
            print(f"failed\n{error}")
            failures += 1
            continue
        same = new == old
        print(f"{'unchanged' if same else 'differs'} ({time.perf_counter() - start:.1f} s)")
        if arguments.mode != "check":
            store(old, new)
        elif not same:
            print(*_changed_lines(old, new), sep="\n")
            failures += 1
    return failures > 0


if __name__ == "__main__":
    call(main)
