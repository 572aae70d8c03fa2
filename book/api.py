"""The `api` directive: a module's public names, read from its source without importing it.

Importing the package would need torch, and the book builds without it. Signatures become Sphinx's
own Python objects, with a link target and a place in the index; docstrings are the page's Markdown,
with Google's sections.

Three others were tried. autodoc imports, and no stand-in for torch survives an annotation such as
`Tensor | None`. sphinx-autodoc2 reads the source, but shows no fields of dataclasses and tuples,
knows no name under the package that passes it on, copies torch's docstrings where torch is
installed, and a build takes two thirds longer; reading docstrings, and templates, would stay ours.
griffe reads one argument a line, where related ones share theirs here, as in `masking`.
"""

import ast
import re
import textwrap
from pathlib import Path

from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from book.shapes import SHAPE

SECTIONS = {"Args:": "Arguments", "Returns:": "Returns", "Raises:": "Raises"}
CHAPTER = re.compile(r"`(ch-[a-z]+)`")  # its label
CODE_OR_SHAPE = re.compile(rf"(`[^`]*`)|({SHAPE.pattern})")
Definition = ast.FunctionDef | ast.ClassDef


class _Unquote(ast.NodeTransformer):
    """Turn an annotation in quotes, `"Tokenizer"`, into a name."""

    def visit_Constant(self, node):
        return ast.Name(node.value) if isinstance(node.value, str) else node


def source_path(module: str, root: Path) -> Path:
    """The file of a dotted module name; for a package, its `__init__.py`."""
    path = root.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def purpose(module: str, root: Path) -> str:
    """The docstring of a module."""
    return ast.get_docstring(ast.parse(source_path(module, root).read_text("utf-8"))) or ""


def by_chapter(page: str, root: Path) -> dict[str, list[str]]:
    """{label of a chapter: modules on this page whose docstrings name it}."""
    found: dict[str, list[str]] = {}
    for module in re.findall(r"\{api\} (\S+)", page):
        for label in dict.fromkeys(CHAPTER.findall(purpose(module, root))):
            found.setdefault(label, []).append(module)
    return found


def definitions(module: str, root: Path) -> list[tuple[Path, Definition]]:
    """Public functions and classes in source order, each with its file.

    Those of a package are what its `__init__.py` imports from its own modules.
    """
    path, found = source_path(module, root), []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, Definition) and not (node.name.startswith("_") or _is_overload(node)):
            found.append((path, node))
        elif isinstance(node, ast.ImportFrom) and node.module.startswith(f"{module}."):
            names = {alias.name for alias in node.names}
            found += [pair for pair in definitions(node.module, root) if pair[1].name in names]
    return found


def _is_overload(node: Definition) -> bool:
    """Whether it is only for type checkers; the implementation comes after it."""
    return "overload" in map(ast.unparse, node.decorator_list)


def signature(node: Definition) -> str:
    """`(x: Tensor, *, y: int = 3) -> Tensor`; for a class, its constructor's arguments."""
    if isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name == "__init__":
                return signature(part).removesuffix(" -> None")
        fields = [ast.unparse(part) for part in node.body if isinstance(part, ast.AnnAssign)]
        return f"({', '.join(fields)})" if fields else ""
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg) and argument.annotation:
            argument.annotation = _Unquote().visit(argument.annotation)
    arguments = re.sub(r"^(self|cls)(, |$)", "", ast.unparse(node.args))
    returns = f" -> {ast.unparse(_Unquote().visit(node.returns))}" if node.returns else ""
    return f"({arguments}){returns}"


def markdown(docstring: str) -> str:
    """A docstring as Markdown: sections as lists, shapes as code, labels of chapters as links."""
    blocks = []
    for block in docstring.split("\n\n"):
        title, _, body = block.partition("\n")
        blocks.append(_section(SECTIONS[title], body) if title in SECTIONS else block)
    text = re.sub(r"(?<!\n)\n(?=Source: |Deviations?\b.*: )", "\n\n", "\n\n".join(blocks))
    text = CODE_OR_SHAPE.sub(lambda match: match[1] or f"`{match[2]}`", text)
    return CHAPTER.sub(r"{ref}`\1`", text)


def _section(title: str, body: str) -> str:
    """Turn `name: words` and its continuation lines into a list item, the rest into a paragraph."""
    lines = []
    for line in textwrap.dedent(body).splitlines():
        item = re.fullmatch(r"(\w+(?:, \w+)*): (.*)", line)
        if item:
            names = ", ".join(f"`{name}`" for name in item[1].split(", "))
            lines.append(f"- {names}: {item[2]}")
        else:
            lines.append("  " * bool(lines) + line.strip())
    return f"{title}\n: " + "\n  ".join(lines)


def entry(node: Definition, member: bool = False) -> str:
    """One object as a Sphinx directive; a class contains its documented public members."""
    text = markdown(ast.get_docstring(node) or "")
    if isinstance(node, ast.ClassDef):
        members = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        public = [part for part in members if not part.name.startswith("_")]
        documented = [entry(part, member=True) for part in public if ast.get_docstring(part)]
        text = "\n\n".join([text, *documented])
    kind, heading = _heading(node, member)
    fence = ":::" if member else "::::"  # the outer one is longer
    return f"{fence}{{py:{kind}}} {heading}\n\n{text}\n{fence}"


def _heading(node: Definition, member: bool) -> tuple[str, str]:
    """The kind of directive, and its argument with options."""
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    if member and "property" in decorators:
        return "property", f"{node.name}\n:type: {ast.unparse(node.returns)}"
    heading = node.name + signature(node)
    if not member:
        return "class" if isinstance(node, ast.ClassDef) else "function", heading
    flags = sorted(decorators & {"classmethod", "staticmethod"})
    return "method", "\n".join([heading, *(f":{flag}:" for flag in flags)])


class API(SphinxDirective):
    """`{api} MODULE [NAME ...]`: a module's purpose and its public names, or only those given."""

    required_arguments, optional_arguments = 1, 50

    def run(self):
        module, *wanted = self.arguments
        root = Path(self.env.srcdir)
        self.env.note_dependency(str(source_path(module, root)))
        start = f"```{{py:currentmodule}} {module}\n```"
        entries = [start, f"(api-{module})=\n{markdown(purpose(module, root))}"]
        for path, node in definitions(module, root):
            self.env.note_dependency(str(path))
            if not wanted or node.name in wanted:
                entries.append(entry(node))
        parsed = self.parse_text_to_nodes("\n\n".join(entries))
        for part in parsed:
            for reference in list(part.findall(addnodes.pending_xref)):
                if reference["refdomain"] == "py":  # types in signatures, most of them torch's
                    reference.replace_self(reference.children)
        return parsed


class Chapters(SphinxDirective):
    """`{api-chapters}` with chapters' labels: a line for each, with its modules on this page."""

    has_content = True

    def run(self):
        page = Path(self.env.doc2path(self.env.docname)).read_text("utf-8")
        modules = by_chapter(page, Path(self.env.srcdir))
        lines = [
            f"- {{ref}}`{label}`: " + ", ".join(f"[`{m}`](#api-{m})" for m in modules[label])
            for label in " ".join(self.content).split()
        ]
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app):
    """Register the directives."""
    app.add_directive("api", API)
    app.add_directive("api-chapters", Chapters)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
