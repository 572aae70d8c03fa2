"""The package as a whole: what importing it loads, its public names, and which way imports run."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import bert_core

ROOT = Path(bert_core.__file__).parent
# Each module is in one layer; a layer may use itself and those named after it.
LAYERS = {
    "checks": ({"validation"}, set()),
    "model": (
        {
            "attention",
            "checkpoint",
            "config",
            "dropout",
            "encoder",
            "heads",
            "initialisation",
            "model",
        },
        {"checks"},
    ),
    "data": (
        {
            "corpora",
            "counting",
            "floor",
            "grammar",
            "ideal",
            "inputs",
            "masking",
            "mini_world",
            "pairs",
            "tokenization",
            "wordpiece",
        },
        {"checks"},
    ),
    "learning": (
        {"finetuning", "pretraining", "recipe", "tasks"},
        {"checks", "data", "model"},
    ),
    "baselines": ({"baselines"}, {"checks", "data", "learning", "model"}),
    "experiments": ({"experiments"}, {"baselines", "checks", "data", "learning", "model"}),
    "looking": (
        {"plots", "shapes", "source", "tensor_lines", "widgets"},
        {"checks", "data", "learning", "model"},
    ),
}
OPTIONAL = (
    "accelerate",
    "anywidget",
    "datasets",
    "huggingface_hub",
    "ipywidgets",
    "matplotlib",
    "safetensors",
    "scipy",
    "seqeval",
    "sklearn",
    "tokenizers",
    "tqdm",
    "transformers",
)
FILES = sorted(ROOT.rglob("*.py"))


def _module(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def _layer(module):
    top = module.split(".")[0]
    return next((name for name, (modules, _) in LAYERS.items() if top in modules), None)


def _imports(path):
    """Names within bert_core that a file imports anywhere, in functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name.split(".", 1)[1] for name in names if name.startswith("bert_core."))


def _run(code):
    """What the code prints in a Python of its own, where every warning is an error."""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT.parent, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("path", FILES, ids=_module)
def test_imports_run_one_way(path):
    module = _module(path)
    if not module:  # the package itself re-exports model and data
        allowed = {"checks", "data", "model"}
    else:
        layer = _layer(module)
        assert layer, f"{module} belongs to no layer yet"
        allowed = LAYERS[layer][1] | {layer}
    for name in _imports(path):
        assert _layer(name) in allowed, f"{module} imports {name}"


def test_every_layer_is_inhabited():
    named = set().union(*(modules for modules, _ in LAYERS.values()))
    assert named == {_module(path).split(".")[0] for path in FILES} - {""}


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
    modules = [_module(path) for path in FILES]
    wanted = [m for m in modules if m and "__main__" not in m and not m.startswith("widgets")]
    code = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({OPTIONAL}))  # None: an import raises ImportError
for name in {wanted}:
    importlib.import_module("bert_core." + name)
"""
    assert _run(code) == ""


@pytest.mark.skipif(not (ROOT.parent / ".git").exists(), reason="no git checkout: nothing to ask")
def test_nothing_is_committed_that_git_should_ignore():
    """A link to an environment, once committed, takes the environment's place in a merge."""
    listed = ["ls-files", "--cached", "--ignored", "--exclude-standard"]
    command = ["git", "-c", "safe.directory=*", *listed]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT.parent, check=True)
    assert done.stdout == ""


def test_public_names_are_complete_and_sorted():
    tree = ast.parse((ROOT / "__init__.py").read_text("utf-8"))
    *imports, names = tree.body[1:]  # after the docstring: imports, then __all__, nothing else
    assert all(isinstance(node, ast.ImportFrom) for node in imports)
    assert isinstance(names, ast.Assign)
    imported = [alias.name for node in imports for alias in node.names]
    assert sorted(imported) == sorted(bert_core.__all__)
    order = sorted(
        bert_core.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name)
    )
    assert bert_core.__all__ == order


def test_the_text_s_names_are_there():
    names = {"BERTEncoder", "BERTModel", "MaskLM", "NextSentencePred", "get_tokens_and_segments"}
    ours = {"BERTConfig", "MultiHeadAttention", "TransformerEncoderBlock", "mask_tokens"}
    assert names | ours <= set(bert_core.__all__)


def test_every_public_object_says_what_it_does():
    for name in bert_core.__all__:
        thing = getattr(bert_core, name)
        if callable(thing):
            assert thing.__doc__, name
            assert thing.__module__.startswith("bert_core."), name
