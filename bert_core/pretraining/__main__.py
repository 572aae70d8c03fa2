"""Train a BERT from the command line and write it, with a record of the run, to a folder."""

import argparse
import json
import math
import platform
import sys
import time
from pathlib import Path

import torch
from tokenizers import Tokenizer
from tqdm import tqdm

from bert_core.checkpoint import load_checkpoint, save_checkpoint, write_atomically
from bert_core.config import PRESETS, BERTConfig
from bert_core.corpora import Corpus, load_corpus
from bert_core.model import BERTModel
from bert_core.pairs import PairData, pack_pairs, segment_pairs, sentence_pairs
from bert_core.pretraining import Record, evaluate, pretrain, unigram_line
from bert_core.tokenization import encode, train_word_level, train_wordpiece


def parse_arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """Options carry the names of google-research/bert `run_pretraining.py` where it has them."""
    parser = argparse.ArgumentParser(prog="python -m bert_core.pretraining", description=__doc__)
    add = parser.add_argument
    add("--corpus", default="mini-world", help='"mini-world", "wikitext-2" or a folder of text')
    add("--preset", default="mini", choices=sorted(PRESETS), help="sizes of the model")
    add("--out", required=True, type=Path, help="folder for the model and the record of the run")
    add("--num_train_steps", type=int, default=2_200)
    add("--train_batch_size", type=int, default=128, help="pairs in a step")
    add("--learning_rate", type=float, default=4e-3, help="at its peak, after the warm-up")
    add("--max_seq_length", type=int, default=32, help="tokens in a pair, special ones included")
    add("--vocab_size", type=int, default=8_192, help="word pieces, for real text")
    add("--seed", type=int, default=0)
    return parser.parse_args(argv)


def prepare(
    corpus: Corpus, max_len: int, vocab_size: int, generator: torch.Generator
) -> tuple[Tokenizer, PairData, PairData]:
    """A tokenizer and packed training and held-out pairs.

    The mini-world gets whole words and pairs of sentences, real text word pieces and the
    original's segment pairs.
    """
    if corpus.name == "mini-world":
        tokenizer = train_word_level(corpus.train)
    else:
        tokenizer = train_wordpiece(corpus.train, vocab_size)
    packed = []
    for split in (corpus.train, corpus.valid):
        documents = encode(tokenizer, split)
        if corpus.name == "mini-world":
            draw = sentence_pairs(documents, generator)
        else:
            draw = segment_pairs(documents, max_len, generator)
        packed.append(pack_pairs(draw.pairs, max_len, generator))
    return tokenizer, *packed


def thin(records: list[Record], every: int = 10) -> list[dict[str, float]]:
    """Means over `every` steps, named by the last of them: a curve that is small and calm."""
    rows = []
    for start in range(0, len(records), every):
        part = records[start : start + every]
        means = {
            name: round(sum(column) / len(part), 6)
            for name, column in zip(Record._fields, zip(*part, strict=True), strict=True)
        }
        rows.append(means | {"step": part[-1].step + 1})
    return rows


def train(model: BERTModel, data: PairData, options, generator: torch.Generator) -> list[Record]:
    """All steps, under a progress bar."""
    steps = pretrain(
        model,
        data,
        generator=generator,
        num_train_steps=options.num_train_steps,
        train_batch_size=options.train_batch_size,
        learning_rate=options.learning_rate,
    )
    records = []
    with tqdm(steps, total=options.num_train_steps, unit="step", mininterval=0.5) as progress:
        for record in progress:
            records.append(record)
            losses = {"mlm": f"{record.mlm_loss:.2f}", "nsp": f"{record.nsp_loss:.2f}"}
            progress.set_postfix(losses, refresh=False)
    return records


def judge(model: BERTModel, data: PairData, held_out: PairData, seed: int) -> dict[str, dict]:
    """Held-out scores, and beside them the lines that say what the scores are worth."""
    evaluation = evaluate(model, held_out, generator=torch.Generator().manual_seed(seed))
    vocab_size = model.config.vocab_size
    unigram_loss, unigram_accuracy = unigram_line(data, held_out, vocab_size)
    lines = {
        "ln_vocab_size": math.log(vocab_size),
        "unigram_loss": unigram_loss,
        "unigram_accuracy": unigram_accuracy,
        "ln_2": math.log(2),
        "most_frequent_nsp_label": max(y := held_out.is_next.double().mean().item(), 1 - y),
    }
    return {"held_out": evaluation._asdict(), "lines": lines}


def main(argv: list[str] | None = None) -> None:
    options = parse_arguments(argv)
    start = time.perf_counter()
    generator = torch.Generator().manual_seed(options.seed)
    corpus = load_corpus(options.corpus, documents="articles")
    tokenizer, data, held_out = prepare(
        corpus, options.max_seq_length, options.vocab_size, generator
    )
    config = BERTConfig.preset(options.preset, vocab_size=tokenizer.get_vocab_size())
    model = BERTModel.from_config(config, generator=generator)
    model.to("cuda" if torch.cuda.is_available() else "cpu")
    records = train(model, data, options, generator)

    command = "python -m bert_core.pretraining " + " ".join(argv or sys.argv[1:])
    metadata = {"command": command, "corpus": corpus.name}
    save_checkpoint(options.out, model, tokenizer, torch.float16, metadata)
    stored, _ = load_checkpoint(options.out)  # judged is what was stored, rounding included
    summary = {
        "command": command,
        "parameters": sum(p.numel() for p in model.parameters()),
        "pairs": len(data.tokens),
        "truncated_pairs": data.truncated,
        **judge(stored, data, held_out, options.seed + 1),
        "seconds": round(time.perf_counter() - start, 1),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "torch": torch.__version__,
    }
    lines = [json.dumps(row) for row in [*thin(records), summary]]
    write_atomically(options.out / "record.jsonl", ("\n".join(lines) + "\n").encode())
    print(json.dumps(summary, indent=1))


if __name__ == "__main__":
    main()
