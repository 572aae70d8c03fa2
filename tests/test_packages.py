"""The two packages as a whole: side effects of imports, public names."""

import ast
import subprocess
import sys

import pytest

import bert_core
from tests.helpers.paths import ROOT

CORE, LAB = ROOT / "bert_core", ROOT / "bert_lab"
OPTIONAL = (
    "accelerate",
    "anywidget",
    "filelock",
    "huggingface_hub",
    "ipywidgets",
    "matplotlib",
    "safetensors",
    "scipy",
    "sentencex",
    "seqeval",
    "sklearn",
    "tokenizers",
    "tqdm",
    "transformers",
)
FILES = sorted([*CORE.rglob("*.py"), *LAB.rglob("*.py")])


def _module(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {_module(path): path for path in FILES}


def _run(code):
    """The output of the code in a new Python process, where warnings are errors."""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


WRITING = ("bert_core", "bert_lab", "book", "research", "tools", "benchmarks")


@pytest.mark.parametrize("folder", WRITING)
def test_no_json_holds_a_number_that_is_none(folder):
    """Python writes NaN by default, which isn't JSON: writers have to raise instead."""
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("json.dumps", "json.dump"):
                options = {key.arg: ast.unparse(key.value) for key in node.keywords}
                assert options.get("allow_nan") == "False", f"{path}:{node.lineno}"


def test_the_core_is_read_in_one_sitting():
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in CORE.rglob("*.py")}
    assert sum(lines.values()) <= 1_600
    assert max(lines.values()) <= 200, lines


def test_importing_loads_torch_alone():
    """And changes nothing: no seed, no filter of warnings, no output."""
    code = f"""
import sys, warnings, torch
before = set(sys.modules), torch.get_rng_state(), list(warnings.filters)
import bert_core
loaded = {{name.split(".")[0] for name in set(sys.modules) - before[0]}}
assert torch.get_rng_state().equal(before[1])
assert warnings.filters == before[2]
print(sorted(loaded & set({OPTIONAL})), sorted(loaded - set(sys.stdlib_module_names) - {{"torch"}}))
"""
    assert _run(code) == "[] ['bert_core']\n"


def test_every_module_can_be_imported_where_only_torch_is_installed():
    """A widget is the exception, and the command that trains, which shows a progress bar."""
    widgets = "bert_lab.look.widgets"
    wanted = [m for m in MODULES if "__main__" not in m and not m.startswith(widgets)]
    code = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({OPTIONAL}))  # None: an import raises ImportError
for name in {wanted}:
    importlib.import_module(name)
"""
    assert _run(code) == ""


def run_git(*arguments):
    """The output of git in this checkout; exit status 1 means that nothing was found."""
    command = ["git", "-c", "safe.directory=*", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.mark.needs("checkout")
def test_nothing_is_committed_that_git_should_ignore():
    """A link to an environment, once committed, takes the environment's place in a merge."""
    assert run_git("ls-files", "--cached", "--ignored", "--exclude-standard") == ""


@pytest.mark.needs("checkout")
def test_no_file_keeps_the_marks_of_a_merge():
    """In prose nothing else would catch them."""
    assert run_git("grep", "-nIE", "^(<{7}|>{7}) ") == ""


def test_the_text_s_names_are_there():
    names = {"BERTEncoder", "BERTModel", "MaskLM", "NextSentencePred", "get_tokens_and_segments"}
    ours = {"BERTConfig", "MultiHeadAttention", "TransformerEncoderBlock", "mask_tokens"}
    assert names | ours <= set(bert_core.__all__)
