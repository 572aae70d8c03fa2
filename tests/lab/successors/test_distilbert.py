"""DistilBERT: where a student starts, what it is told, and what it learns from."""

import torch

from bert_core import mask_tokens
from bert_core.losses import score
from bert_lab.successors.distilbert import DistillationObjective, soft_loss, student_of
from tests.helpers.close import assert_close, depth


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


def test_the_loss_by_hand(generator):
    student, teacher = torch.randn(2, 6, 5, generator=generator, dtype=torch.double)
    for temperature in (1.0, 2.0):
        p, q = ((x / temperature).softmax(dim=-1) for x in (teacher, student))
        by_hand = temperature**2 * (p * (p / q).log()).sum(dim=-1).mean()
        assert_close(soft_loss(student, teacher, temperature), by_hand, roundings=20)
    assert soft_loss(teacher, teacher).abs() < 1e-12


def test_the_objective_adds_the_teacher_s_answers_to_both_losses(model, inputs, generator):
    tokens, segments, valid_lens = inputs
    student, is_next = student_of(model, [0]), torch.tensor([1, 0])
    masked = mask_tokens(tokens, 23, generator=generator, rate=0.4)
    number = int(masked.weights.sum())
    batch = (*masked, segments, valid_lens, is_next)
    objective = DistillationObjective(student, model)
    loss, mlm_loss = objective(*batch, counts=(2 * number, 4))
    read, pairs = (masked.inputs, segments, valid_lens), {"num_predictions": 2 * number}
    scores = score(student, masked, segments, valid_lens, is_next, **pairs, num_pairs=4)
    real = masked.weights > 0
    answers, teacher_logits = (m(*read, masked.positions)[1][real] for m in (student, model))
    # a half of a batch: its words and pairs count half
    assert_close(mlm_loss, scores.mlm_loss, roundings=depth(3, 24))
    expected = scores.mlm_loss + scores.nsp_loss + soft_loss(answers, teacher_logits) / 2
    assert_close(loss, expected, roundings=depth(3, 24))
    loss.backward()
    assert all(p.grad is None for p in model.parameters())
    assert student.encoder.blks[0].attention.W_q.weight.grad.any()
