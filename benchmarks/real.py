"""Time the released BERT in a page: loading it, passes of four lengths, memory over 200 sentences.

`python -m benchmarks.real`: in Chromium, with WebAssembly and in plain JavaScript, from a server on
this machine. Of repeats the median counts. The machine should be idle.
"""

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.pages import served
from benchmarks.timing import table
from bert_lab.training_loop.command import call
from book.released import packed_file
from tests.helpers.minilm_page import write_page
from tools.chromium import chromium

LENGTHS, SENTENCES = (8, 24, 64, 128), 200
PLAIN = 3  # repeats and sentences of what is ten times as slow
MEASURE = """async ([plain, lengths, repeats, sentences]) => {
  const life = new AbortController(), given = plain ? { ...parts, wasm: new Uint8Array(8) } : parts;
  const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
  const timed = async (act) => {
    const start = performance.now();
    await act();
    return performance.now() - start;
  };
  let real;
  const found = { passes: {}, heap: [] };
  found.load = await timed(async () => {
    real = await reading.openMiniLM(given, null, () => {}, life.signal);
  });
  const heap = () => found.heap.push(performance.memory?.usedJSHeapSize ?? 0);
  for (const length of lengths) {
    const texts = { text: "word ".repeat(length - 2) }, times = [];
    for (let i = 0; i < repeats; i++) times.push(await timed(() => real.read("me", texts)));
    found.passes[length] = median(times);
  }
  heap();
  for (let i = 0; i < sentences; i++) await real.read("me", { text: `sentence number ${i}` });
  heap();
  life.abort();
  return found;
}"""


def measure(repeats: int = 15) -> dict[str, Any]:
    """Milliseconds by kind: {"load", "passes": {length: ...}}, and bytes: "heap" before and after
    the sentences; the WebAssembly comes twice, the second time from what the browser has kept.
    """
    with tempfile.TemporaryDirectory() as folder:
        write_page(Path(folder), packed_file().read_bytes())
        with served(Path(folder)) as address, chromium() as browser:
            page = browser.new_page()
            page.goto(f"{address}/page.html")
            arguments = {
                "WebAssembly": [False, LENGTHS, repeats, SENTENCES],
                "the same, kept": [False, LENGTHS, repeats, SENTENCES],
                "plain JavaScript": [True, LENGTHS, PLAIN, PLAIN],
            }
            return {kind: page.evaluate(MEASURE, how) for kind, how in arguments.items()}


def report(found: dict[str, Any]) -> str:
    """A row for each kind."""
    heads = ["milliseconds", "load", *(f"{length} tokens" for length in LENGTHS), "heap, MB"]
    rows = []
    for kind, one in found.items():
        passes = [f"{ms:.0f}" for ms in one["passes"].values()]
        before, after = (round(size / 1e6) for size in one["heap"])
        rows.append([kind, f"{one['load']:.0f}", *passes, f"{before} to {after}"])
    return table(heads, rows)


def main() -> None:
    print(report(measure()))


if __name__ == "__main__":
    call(main)
