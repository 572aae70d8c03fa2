"""bert_lab.measures.seeds: the table of runs, and what three seeds can tell."""

import pytest
from scipy.stats import ttest_rel

from bert_lab.measures.seeds import LARGER, LOST, compare, p_value, summarise, survivors


def test_verdicts_by_hand():
    # differences 1, 2, 3: mean 2, deviation 1, so 4.303 * 1 / sqrt(3) = 2.48 of noise
    found = compare([2.0, 4.0, 6.0], [1.0, 2.0, 3.0])
    assert found == {"mean": 2.0, "sd": 1.0, "verdict": LOST}
    assert compare([4.0, 5.0, 6.0], [1.0, 1.0, 1.0])["verdict"] == LARGER  # mean 4
    assert compare([-2.0, -3.0, -4.0], [1.0, 1.0, 1.0])["verdict"] == LARGER


def test_summary_by_hand():
    def runs(name, losses):
        return [
            {"variant": name, "seed": seed, "metrics": {"mlm_loss": loss}, "seconds": 1.0}
            for seed, loss in zip((2, 0, 1), losses, strict=True)
        ]

    rows = [*runs("baseline", [3.0, 1.0, 2.0]), *runs("other", [7.0, 5.0, 6.0])]
    baseline, other = summarise(rows, ["baseline", "other"])
    assert baseline["mean"] == {"mlm_loss": 2.0}
    assert baseline["sd"] == {"mlm_loss": 1.0}
    assert baseline["difference"] == {}
    assert other["difference"]["mlm_loss"] == {"mean": 4.0, "sd": 0.0, "verdict": LARGER}
    assert [run["seed"] for run in other["runs"]] == [0, 1, 2]
    assert other["runs"][0] == {"seed": 0, "metrics": {"mlm_loss": 5.0}, "seconds": 1.0}


def test_p_values_are_those_of_a_paired_t_test():
    found, baseline = [2.0, 4.5, 6.0], [1.0, 2.0, 3.5]
    assert p_value(compare(found, baseline)) == pytest.approx(ttest_rel(found, baseline).pvalue)


def test_holm_by_hand():
    # p of means 100, 20, 8 and 2 with deviation 1: 0.00003, 0.0008, 0.005 and 0.07
    def entry(name, *means):
        return {
            "name": name,
            "difference": {
                metric: {"mean": mean, "sd": 1.0} for metric, mean in zip("ab", means, strict=False)
            },
        }

    table = [entry("baseline"), entry("large", 100.0, -20.0), entry("small", 8.0, 2.0)]
    assert survivors(table, "ab") == {("large", "a"), ("large", "b"), ("small", "a")}
    assert survivors(table[2:], "ab") == {("small", "a")}
    # 0.005 is below 0.05 / 2, the third of four's, but not below the third of thirteen's, 0.05 / 11
    noise = [entry(f"noise {i}", 0.1) for i in range(9)]
    assert survivors([*table, *noise], "ab") == {("large", "a"), ("large", "b")}
    # of ten it is: 0.05 / 8, where 0.05 / 10 for all would leave it out
    assert ("small", "a") in survivors([*table, *noise[:6]], "ab")
    assert survivors(table, "b") == {("large", "b")}
