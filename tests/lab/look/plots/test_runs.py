"""A run's curve stands between the lines of its own record."""

from bert_lab.look.plots import run_curve
from bert_lab.training_loop.record import Run

RUN = Run(
    [
        {"step": 10, "mlm_loss": 3.5, "nsp_loss": 0.7},
        {"step": 17, "mlm_loss": 2.5, "nsp_loss": 0.6},
    ],
    {"lines": {"ln_vocab_size": 4.5, "unigram_loss": 3.25, "ln_2": 0.69}},
)


def test_the_loss_stands_between_its_lines(ax):
    assert run_curve(RUN, ax=ax) is ax
    curve, *lines = ax.lines
    assert curve.get_xdata().tolist() == [10, 17]
    assert curve.get_ydata().tolist() == [3.5, 2.5]
    assert [line.get_ydata()[0] for line in lines] == [4.5, 3.25]
    assert [text.get_text() for text in ax.texts] == ["ln V", "unigram line"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("step", "loss (nats)")


def test_a_known_floor_is_drawn_too(ax):
    run_curve(RUN, 0.125, ax=ax)
    assert ax.lines[-1].get_ydata()[0] == 0.125
    assert ax.texts[-1].get_text() == "floor"
