"""Draws that are independent pass; each dependence alone is seen."""

import pytest
import torch

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.chance import agree, check_independence

CALLS, ROWS, SLOTS, LENGTH = 20, 10, 150, 999


def _draws(seed):
    generator = torch.Generator().manual_seed(seed)
    keys = torch.rand(CALLS, ROWS, LENGTH, generator=generator)
    places = keys.argsort(dim=-1)[..., :SLOTS] + 1
    old = torch.randint(5, 40, places.shape, generator=generator)
    other = torch.randint(5, 40, places.shape, generator=generator)
    fates = (torch.rand(places.shape, generator=generator) * 10).long() - 7
    return places, old, other, fates.clamp(min=0)  # 0 in eight of ten, 1 and 2 in one each


@pytest.mark.parametrize("seed", range(5))
def test_independent_draws_are_right(seed):
    check_independence(*_draws(seed))


@pytest.mark.parametrize(
    ("key", "spoilt"),
    [
        ("rows-alike", lambda p, o, r, f: (p[:, :1].expand_as(p), o, r, f)),
        ("places-in-runs", lambda p, o, r, f: ((p[..., :1] + torch.arange(SLOTS)) % 999, o, r, f)),
        ("fates-exact", lambda p, o, r, f: (p, o, r, f.sort(dim=-1).values * 0)),
        ("fates-alike", lambda p, o, r, f: (p, o, r, f[..., : SLOTS // 2].repeat_interleave(2, 2))),
        ("fate-by-token", lambda p, o, r, f: (p, o, r, torch.where(o == 9, 0, f))),
        ("random-one-a-row", lambda p, o, r, f: (p, o, r[..., :1].expand_as(r), f)),
        ("random-by-token", lambda p, o, r, f: (p, o, o, f)),
        ("random-uneven", lambda p, o, r, f: (p, o, torch.where(r < 12, 7, r), f)),
    ],
)
def test_what_depends_is_named(key, spoilt):
    with pytest.raises(Wrong) as caught:
        check_independence(*spoilt(*_draws(0)))
    assert caught.value.key == key


def test_two_draws_agree_as_often_as_chance_has_it():
    first, second = torch.rand(2, 30_000, generator=torch.Generator().manual_seed(0)) < 0.8
    assert not agree(first, second)
    assert agree(first, first)
