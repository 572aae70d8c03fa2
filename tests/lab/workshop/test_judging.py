"""What is told of any stage: what it prints, what is lent to it, and which stage a thing is of."""

import pytest
import torch

from bert_lab.workshop.compare import format_distinct
from bert_lab.workshop.judging import judge
from bert_lab.workshop.mistakes import edited
from bert_lab.workshop.results import Verdict
from bert_lab.workshop.solutions.attention import attention
from bert_lab.workshop.stage import STAGES
from tests.helpers.workshop import sitting

RETURN = "return weights @ v, weights"


def test_what_is_printed_is_no_fault_but_is_told(capsys):
    verdict = sitting(edited("attention", (RETURN, f"print('here', q.shape); {RETURN}"))).verdict(
        "attention"
    )
    assert verdict.state == "right"
    (note,) = verdict.notes
    assert "here torch.Size" in note
    assert capsys.readouterr().out == ""


def test_an_unknown_mistake_tells_the_first_number_that_differs():
    verdict = sitting(edited("attention", (RETURN, "return weights @ v * 1.5, weights")))
    assert repr(verdict.verdict("attention")).splitlines()[-2:] == [
        "  Mixtures: the numbers are wrong, and not in a way that the judge knows.",
        "  Sequence 0, query 0, number 0: expected -0.4865, got -0.7297.",
    ]


def test_a_difference_is_told_with_as_many_digits_as_it_takes():
    def shown(found, expected):
        return format_distinct(torch.tensor(found), torch.tensor(expected))

    assert shown(4.5e-5, 0.0) == {"found": "0.00005", "expected": "0.00000"}
    assert shown(3, 4) == {"found": "3", "expected": "4"}


def test_a_verdict_is_told_in_lines_that_fit_a_page():
    long = Verdict(2, "attention", "wrong", ["it runs"] * 20, "x", "All is lost. " * 20)
    first, *lines = repr(long).split("\n")
    assert first == "attention: not yet."
    assert lines[0].startswith("  Right so far: it runs; it runs")
    assert max(map(len, lines)) <= 76


def my_attention(q, k, v, valid_lens=None):
    return attention(q, k, v, valid_lens)


def another(q, k, v, valid_lens=None):
    return attention(q, k, v, valid_lens)


def f(x):
    return x


@pytest.mark.parametrize("thing", [my_attention, another])
def test_a_thing_is_known_by_its_name_or_its_arguments(thing):
    assert repr(judge(thing)).startswith("attention: right.")


def test_a_thing_is_known_by_its_stage():
    assert judge(f, stage=2).sentence.startswith("It can't be called")
    with pytest.raises(ValueError, match="f could be any of get_tokens_and_segments"):
        judge(f)


def test_what_a_lent_part_would_have_called_is_lent_with_it():
    """A wrong attention is wrong in stage 2 alone, however deep the others call it."""
    judged = sitting(edited("attention", ("-math.inf", "0.0")))
    verdicts = [verdict for stage in STAGES[:5] for verdict in judged.stage(stage)]
    assert [v.name for v in verdicts if v.state != "right"] == ["attention"]
    lent = [v.name for v in verdicts if any("(attention) isn't right yet" in n for n in v.lent)]
    assert lent == ["MultiHeadAttention", "Block", "Encoder"]
