"""The table of colours against the eye: what stands side by side can be told apart and seen."""

import itertools

import pytest
import torch

from bert_lab.look.colours import COLOURS, HEADS, LINES

# Machado, Oliveira and Fernandes 2009: linear RGB as seen without red, green or blue cones.
EYES = {
    "normal": torch.eye(3),
    "protanopia": torch.tensor(
        [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]
    ),
    "deuteranopia": torch.tensor(
        [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]
    ),
    "tritanopia": torch.tensor(
        [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]
    ),
}
# Ottosson 2020: linear RGB -> cone responses -> OKLab, where equal distances look equal.
CONES = torch.tensor([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]])
OKLAB = torch.tensor(
    [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]
)


def _linear(colour):
    rgb = torch.tensor([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return torch.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def _contrast(one, other):
    low, high = sorted(
        float(_linear(c) @ torch.tensor([0.2126, 0.7152, 0.0722])) for c in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


AXES = [name for name in COLOURS if name.startswith("axis-")]
# Names that stand side by side -> least distance. Heads cross the strips of vectors.
BESIDE = [(AXES, 0.085), ((*HEADS, "plus", "minus"), 0.095), (LINES, 0.12)]


@pytest.mark.parametrize(("page", "surface"), [("light", "#f3f5f8"), ("dark", "#2a313b")])
def test_colours_stand_out(page, surface):
    for name in AXES:
        assert _contrast(getattr(COLOURS[name], page), surface) >= 4.5, name  # text
    for name in {*HEADS, *LINES, "plus", "minus"}:
        assert _contrast(getattr(COLOURS[name], page), surface) >= 2.5, name


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("page", ["light", "dark"])
@pytest.mark.parametrize(("names", "least"), BESIDE)
def test_what_stands_side_by_side_is_told_apart(names, least, page, eye):
    seen = {}
    for name in names:
        light = (EYES[eye] @ _linear(getattr(COLOURS[name], page))).clamp(0, 1)
        seen[name] = OKLAB @ (CONES @ light) ** (1 / 3)
    for one, other in itertools.combinations(seen, 2):
        assert (seen[one] - seen[other]).norm() > least, (one, other)
