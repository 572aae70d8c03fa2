"""bert_lab.after.distillation: where a student starts, and what it is told."""

import pytest
import torch

from bert_lab.after.distillation import soft_loss, student_of


def test_a_student_of_all_blocks_is_the_teacher_and_learns_alone(model, inputs):
    student = student_of(model, [0, 1, 2])
    assert torch.equal(student(*inputs)[0], model(*inputs)[0])
    with torch.no_grad():
        student.encoder.blks[0].attention.W_q.weight.zero_()
    assert model.encoder.blks[0].attention.W_q.weight.any()
    assert student.mlm.decoder.weight is student.encoder.token_embedding.weight


def test_some_blocks_in_their_order(model, inputs):
    student = student_of(model, [0, 2])
    X = model.encoder.blks[2](model.encoder.blks[0](model.encoder.embed(*inputs[:2])))
    assert torch.equal(student.encoder(*inputs[:2]), X)
    assert student.config.num_blks == 2


@pytest.mark.parametrize("blocks", [[], [3], [-1]])
def test_blocks_that_are_not_there_are_refused(model, blocks):
    with pytest.raises(ValueError, match="expected some of 0 to 2"):
        student_of(model, blocks)


def test_the_loss_by_hand(generator):
    student, teacher = torch.randn(2, 6, 5, generator=generator, dtype=torch.double)
    for temperature in (1.0, 2.0):
        p, q = ((x / temperature).softmax(dim=-1) for x in (teacher, student))
        by_hand = temperature**2 * (p * (p / q).log()).sum(dim=-1).mean()
        assert torch.allclose(soft_loss(student, teacher, temperature), by_hand)
    assert soft_loss(teacher, teacher).abs() < 1e-12


def test_only_the_student_gets_a_gradient_and_its_size_does_not_hang_on_the_temperature(generator):
    student, teacher = torch.randn(2, 6, 5, generator=generator)
    student, teacher = 0.01 * student.requires_grad_(), (0.01 * teacher).requires_grad_()
    student.retain_grad()
    sizes = []
    for temperature in (1.0, 4.0):
        (gradient,) = torch.autograd.grad(soft_loss(student, teacher, temperature), student)
        sizes.append(gradient.norm())
    assert teacher.grad is None
    assert abs(sizes[0] / sizes[1] - 1) < 0.05
