"""What padding and precision cost: milliseconds of a pass over the book's own entries.

python -m benchmarks.costs [--json FILE]

The model is the released one, all-MiniLM-L6-v2, by one thread. What is counted is the processor's
time, the least of all repeats, and all ways take turns (see `benchmarks.lengths`). Chapter 11 reads
the record.
"""

import argparse
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from benchmarks.timing import table
from bert_core import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.released import RELEASED
from bert_lab.measures.records import write_record
from bert_lab.search.measures import places_of, recall
from bert_lab.search.passages import find_right, hand_written_queries, read_passages
from bert_lab.search.vectors import embed
from bert_lab.training_loop.command import call

BATCH_SIZE, REPEATS, MAX_LEN, EVERY = 8, 3, 256, 3  # one entry of three
LENGTHS = 16, 128  # tokens of the text that is read in other precisions


def batched(rows: list[Tensor], size: int) -> list[tuple[Tensor, Tensor]]:
    """Padded batches of texts in their order: tokens (B, T) and valid lengths (B,)."""
    parts = [rows[i : i + size] for i in range(0, len(rows), size)]
    lens = [torch.tensor([len(row) for row in part]) for part in parts]
    return [(pad_sequence(part, True), n) for part, n in zip(parts, lens, strict=True)]


def fastest(ways: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The shortest time of each way in milliseconds; the ways take turns."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(REPEATS + 1):  # the first warms up
        for name, way in ways.items():
            start = time.process_time()
            way()
            times[name].append(1000 * (time.process_time() - start))
    return {name: min(taken[1:]) for name, taken in times.items()}


def pack(rows: list[Tensor]) -> list[list[Tensor]]:
    """Concatenate texts in order into rows of at most `MAX_LEN` tokens."""
    packed: list[list[Tensor]] = [[]]
    for row in rows:
        if sum(map(len, packed[-1])) + len(row) > MAX_LEN:
            packed.append([])
        packed[-1].append(row)
    return packed


def read_packed(model: BERTModel, rows: list[Tensor]) -> Tensor:
    """One row of several texts (1, T, D): each begins at position 0 and sees itself alone."""
    encoder, lens = model.encoder, [len(row) for row in rows]
    text = torch.repeat_interleave(torch.tensor(lens))  # (T,), which text a token is from
    places = torch.cat([torch.arange(n) for n in lens])
    tokens = torch.cat(rows)[None]
    X = encoder.token_embedding(tokens) + encoder.segment_embedding(torch.zeros_like(tokens))
    X = encoder.embedding_norm(X + encoder.pos_embedding[:, places])
    for blk in encoder.blks:
        X = blk(X, (text == text[:, None])[None, None])
    return X


def pad(model: BERTModel, rows: list[Tensor]) -> dict[str, dict]:
    """The same texts padded in three ways: positions computed, and milliseconds."""
    in_order, by_length = batched(rows, BATCH_SIZE), batched(sorted(rows, key=len), BATCH_SIZE)

    def read(batches: list[tuple[Tensor, Tensor]]) -> None:
        for tokens, valid_lens in batches:
            model.encoder(tokens, torch.zeros_like(tokens), valid_lens)

    taken = fastest(
        {
            "in the book's order": lambda: read(in_order),
            "sorted by length": lambda: read(by_length),
            "packed": lambda: [read_packed(model, some) for some in pack(rows)],
        }
    )
    places = [sum(tokens.numel() for tokens, _ in way) for way in (in_order, by_length)]
    places.append(sum(map(len, rows)))
    return {
        name: {"places": n, "milliseconds": ms}
        for (name, ms), n in zip(taken.items(), places, strict=True)
    }


def in_precisions(model: BERTModel) -> dict[str, BERTModel]:
    """Copies of the model in 32 bits, bfloat16 and int8 (dynamic quantisation)."""
    eight = torch.ao.quantization.quantize_dynamic(deepcopy(model), {nn.Linear}, torch.qint8)
    return {"32 bits": model, "16 bits (bfloat16)": deepcopy(model).bfloat16(), "8 bits": eight}


def time_precisions(kinds: dict[str, BERTModel], vocab_size: int) -> dict[str, dict[str, float]]:
    """Milliseconds for one text of each length."""
    generator = torch.Generator().manual_seed(0)
    found: dict[str, dict[str, float]] = {name: {} for name in kinds}
    for T in LENGTHS:
        tokens = torch.randint(vocab_size, (1, T), generator=generator)
        ways = {
            n: lambda m=m, t=tokens: m.encoder(t, torch.zeros_like(t)) for n, m in kinds.items()
        }
        for name, taken in fastest(ways).items():
            found[name][str(T)] = taken
    return found


def judge_precisions(kinds: dict[str, BERTModel], tokenizer: Any) -> dict[str, float]:
    """Recall at 5 on the held-out questions about the book."""
    passages, (_, queries) = read_passages(), hand_written_queries()
    right, found = find_right(queries, passages), {}
    for name, model in kinds.items():
        texts = embed(model, tokenizer, [f"{one.title}. {one.text}" for one in passages])
        scores = embed(model, tokenizer, [query.text for query in queries]) @ texts.T
        found[name] = float(recall(places_of(scores.float()), right, 5).mean())
    return found


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.costs", description=__doc__)
    parser.add_argument("--json", type=Path, help="a record for the book goes there")
    options = parser.parse_args(argv)
    start = time.perf_counter()
    torch.set_num_threads(1)
    model, tokenizer = load_bert(RELEASED, generator=torch.Generator().manual_seed(0))
    texts = [f"{passage.title}. {passage.text}" for passage in read_passages()]
    rows = [torch.tensor(one.ids[:MAX_LEN]) for one in tokenizer.encode_batch(texts[::EVERY])]
    with torch.no_grad():
        found: dict[str, Any] = {"padding": pad(model, rows)}
        kinds = in_precisions(model)
        found["precision"] = time_precisions(kinds, model.config.vocab_size)
        found["recall"] = judge_precisions(kinds, tokenizer)
    found["tokens"] = sum(map(len, rows))
    padded = [
        [n, f"{w['places']}", f"{w['milliseconds']:.0f}"] for n, w in found["padding"].items()
    ]
    print(table(["texts", "places", "ms"], padded))
    bits = [
        [n, *(f"{ms:.1f}" for ms in w.values()), f"{found['recall'][n]:.3f}"]
        for n, w in found["precision"].items()
    ]
    print(table(["precision", *(f"ms of {T} tokens" for T in LENGTHS), "recall at 5"], bits))
    if options.json:
        command = "python -m benchmarks.costs --json FILE"
        write_record(
            options.json, {"model": RELEASED} | found, command, time.perf_counter() - start
        )


if __name__ == "__main__":
    call(main)
