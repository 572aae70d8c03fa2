"""A book of a few pages, built with the real configuration."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.helpers.paths import ROOT
from tools.notebooks import METADATA

BUILD = [Path(sys.executable).with_name("jupyter-book"), "build", ".", "--all"]
STRICT = ["-W", "-n", "--keep-going", "--quiet"]
# what the build reads beside its pages
LINKED = ["book", "bert_core", "bert_lab", "figures", "references.bib"]
LINKED += ["web", "node_modules", "package.json"]


def markdown(source):
    return new_markdown_cell(source)


def code(source, *tags, printed=""):
    """A stored code cell with its printed output."""
    outputs = [new_output("stream", name="stdout", text=printed)] if printed else []
    cell = new_code_cell(source, execution_count=1, outputs=outputs)
    cell.metadata.tags = list(tags)
    return cell


def notebook(*cells):
    return new_notebook(cells=list(cells), metadata=nbformat.from_dict(METADATA))


def build(folder, pages, *options):
    """Build {"page.md": text, "chapters/01-x.ipynb": notebook, ...}, the first of them the root.

    `options` are more of `jupyter-book build`'s. Returns (exit status, what it said, without
    colours).
    """
    shutil.copy(ROOT / "_config.yml", folder)
    for name in LINKED:
        if not (folder / name).exists():
            (folder / name).symlink_to(ROOT / name)
    for name, page in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        text = page if isinstance(page, str) else nbformat.writes(page)
        (folder / name).write_text(text, "utf-8")
    root, *others = (name.rsplit(".", 1)[0] for name in pages)
    toc = {"format": "jb-book", "root": root}
    if others:
        toc |= {"defaults": {"numbered": True}, "chapters": [{"file": name} for name in others]}
    (folder / "_toc.yml").write_text(yaml.safe_dump(toc), "utf-8")
    done = subprocess.run(
        [*BUILD, *STRICT, *options], cwd=folder, capture_output=True, encoding="utf-8"
    )
    return done.returncode, re.sub(r"\x1b\[[\d;]*m", "", done.stdout + done.stderr)
