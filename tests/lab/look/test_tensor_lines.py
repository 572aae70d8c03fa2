"""Every tensor has its line, and the line's own comment says the same shape."""

import re

import pytest

from bert_lab.look import shapes
from bert_lab.look.tensor_lines import line_of


@pytest.mark.parametrize("spec", shapes.TENSORS, ids=lambda spec: f"{spec.stage}: {spec.name}")
def test_every_tensor_has_a_line_that_runs(spec):
    line = line_of(spec)
    assert line.function.startswith("bert_core.")
    compile(line.code.replace("return ", "result = "), line.function, "exec")


# Their line ends with another tensor, the last one that it makes.
INNER = {
    "Masked language modelling: at the positions": "(B, P, D)",
    "Attention: heads side by side": "(B, T, D)",
    "Pooler: dense": "(B, D)",
    "Pooler: pooled <cls>": "(B, D)",
    "Feed-forward: widened": "(B, T, F)",
    "Feed-forward: activation": "(B, T, F)",
    "Embeddings: position embeddings": "(1, T, D)",
}


@pytest.mark.parametrize("spec", shapes.TENSORS, ids=lambda spec: f"{spec.stage}: {spec.name}")
def test_the_comment_at_the_end_of_the_line_says_the_shape(spec):
    ours = "(" + ", ".join(map(str, spec.dims)) + ("," if len(spec.dims) == 1 else "") + ")"
    comment = re.search(r"# (\([A-Z0-9, ]+\))", line_of(spec).code)
    key = f"{spec.stage}: {spec.name}"
    assert ours == INNER[key] if key in INNER else not comment or comment[1] == ours
