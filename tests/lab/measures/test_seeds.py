"""bert_lab.measures.seeds: the table of runs, and what three seeds can tell."""

from bert_lab.measures.seeds import LARGER, LOST, compare, summarise


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
