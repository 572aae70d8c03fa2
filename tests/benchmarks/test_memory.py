"""Pretraining on real text takes the same memory however long the text is.

Half a minute of a processor: less text than a third of a million words would take no more memory
than Python's own comings and goings, and each of the three runs needs a process of its own.
"""

import sys
from random import Random

import pytest

from benchmarks.memory import run_and_watch, write_copies

pytestmark = pytest.mark.needs("Linux")  # which tells memory in /proc

PREPARE = """
import sys
from pathlib import Path
import torch
from bert_lab.pretraining import preparation, stored, unigram_line
from bert_lab.pretraining import prepare

torch.set_num_threads(1)
preparation.CHUNK = stored.CHUNK = int(sys.argv[3])
found = prepare(sys.argv[1], max_seq_length=64, vocab_size=400, folder=Path(sys.argv[2]))
unigram_line(found.train, found.held_out, 400)  # reads all of them
print(len(found.train))
"""


def _write_corpus(folder, num_articles):
    draw = Random(0)
    words = ["".join(draw.choices("abcdefgh", k=5)) for _ in range(300)]

    def article(i):
        sentences = [" ".join(draw.choices(words, k=20)) for _ in range(40)]
        return f" = Title {i} = \n\n " + " . ".join(sentences) + " . \n"

    folder.mkdir()
    for split, num in (("train", num_articles), ("valid", 2), ("test", 2)):
        text = "".join(map(article, range(num)))
        (folder / f"wiki.{split}.tokens").write_text(text, "utf-8")


@pytest.fixture(scope="module")
def corpora(tmp_path_factory):
    """Two folders: a text, and the same eight times over."""
    folder = tmp_path_factory.mktemp("corpora")
    _write_corpus(folder / "once", 64)
    write_copies(folder / "once", folder / "often", 8)
    return folder / "once", folder / "often"


def _prepare(corpus, out, chunk):
    command = [sys.executable, "-c", PREPARE, str(corpus), str(out), str(chunk)]
    peaks, printed = run_and_watch(command)
    return peaks.private, int(printed)


def test_memory_stays_where_it_is_on_eight_times_the_text(corpora, tmp_path):
    """A third of a million words more; in one chunk, the control, they do take memory."""
    once, often = (_prepare(corpus, tmp_path / corpus.name, 48) for corpus in corpora)
    control = _prepare(corpora[1], tmp_path / "control", 10**6)
    assert often[1] > 7.5 * once[1] > 10_000
    assert often[0] - once[0] < 20
    assert control[0] - once[0] > 40


def test_a_peak_is_seen_after_it_has_gone():
    """80 MiB held for a moment, then given back."""
    hold = "import time; x = bytearray(80 * 2**20); time.sleep(0.2); x = None; time.sleep(0.2)"
    calm = "import time; time.sleep(0.2)"
    peak, base = (run_and_watch([sys.executable, "-c", code])[0] for code in (hold, calm))
    assert 75 < peak.private - base.private < 90
    assert peak.resident >= peak.private
