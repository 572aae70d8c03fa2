"""Stage 6: the tokens that one call chose, and the labels that it kept."""

from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import PAD, SPECIAL_TOKENS
from bert_lab.workshop.compare import describe_index
from bert_lab.workshop.results import Wrong


class Masked(NamedTuple):
    inputs: Tensor
    positions: Tensor
    weights: Tensor
    labels: Tensor

    @property
    def real(self) -> Tensor:
        return self.weights > 0


def check_choice(tokens: Tensor, draw: Masked) -> None:
    """What is chosen is ordinary, chosen once, and nothing else is changed."""
    positions, real, T = draw.positions, draw.real, tokens.shape[1]
    if bool(((positions < 0) | (positions >= T)).any()):
        raise Wrong("positions-outside", length=T)
    for b, row in enumerate(tokens):
        at = positions[b][real[b]].tolist()
        for position in at:
            if row[position] == PAD:
                raise Wrong("padding-chosen", row=b, position=position)
            if row[position] < 5:
                raise Wrong("specials-chosen", row=b, token=SPECIAL_TOKENS[int(row[position])])
        if len(set(at)) < len(at):
            raise Wrong("chosen-twice", row=b, positions=at)
        others = torch.ones(T, dtype=torch.bool)
        others[at] = False
        if not torch.equal(draw.inputs[b][others], row[others]):
            position = int(((draw.inputs[b] != row) & others).nonzero()[0])
            raise Wrong("others-changed", row=b, position=position)


def check_labels(tokens: Tensor, draw: Masked) -> None:
    """Labels are the tokens that stood there, and slots that only fill a row hold nothing."""
    real, labels = draw.real, draw.labels
    right = tokens.gather(1, draw.positions)
    if not torch.equal(labels[real], right[real]):
        read = draw.inputs.gather(1, draw.positions)
        if torch.equal(labels[real], read[real]):
            raise Wrong("labels-after")
        if torch.equal(labels[real], draw.positions[real]):
            raise Wrong("labels-are-positions")
        at = tuple(((labels != right) & real).nonzero()[0].tolist())
        fields = {"place": describe_index(at, ("sequence", "slot")), "what": "labels"}
        raise Wrong("different", found=int(labels[at]), expected=int(right[at]), **fields)
    if bool((draw.positions[~real] != 0).any()):
        raise Wrong("filler-position", found=int(draw.positions[~real].max()))
    if bool((labels[~real] != 0).any()):
        raise Wrong("filler-label", found=int(labels[~real][labels[~real] != 0][0]))
    if not set(draw.weights.unique().tolist()) <= {0.0, 1.0}:
        raise Wrong("weights-are-shares")
