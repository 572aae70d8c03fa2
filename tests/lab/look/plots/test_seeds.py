"""Seeds as dots: all that are there, at their size, and what is missing leaves a gap."""

from bert_lab.look.plots import seed_dots

SCORES = {
    "one": {"64": [0.5, 0.7, None], "all": [0.9, None, None]},
    "other": {"64": [None] * 3, "all": [0.2, 0.4, 0.6]},
    "none yet": {"64": [None] * 3, "all": [None] * 3},
}


def test_every_run_is_a_dot_and_the_line_goes_through_the_means(ax):
    assert seed_dots(SCORES, {"BERT": 0.93}, xlabel="labels", ylabel="accuracy", ax=ax) is ax
    drawn = {line.get_label(): line for line in ax.lines}
    assert drawn["one"].get_xdata().tolist() == [0, 1]
    assert [round(y, 6) for y in drawn["one"].get_ydata()] == [0.6, 0.9]
    assert drawn["other"].get_xdata().tolist() == [1]
    clouds = [c.get_offsets().tolist() for c in ax.collections if len(c.get_offsets()) > 1]
    assert clouds == [[[0, 0.5], [0, 0.7], [1, 0.9]], [[1, 0.2], [1, 0.4], [1, 0.6]]]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["64", "all"]
    assert not len(drawn["none yet"].get_xdata())
    assert ax.lines[-1].get_ydata()[0] == 0.93
