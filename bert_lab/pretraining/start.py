"""The start of a run: a new model, or an old one with its tokens in the book's order."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from bert_core.attention import MultiHeadAttention
from bert_core.config import PRESETS
from bert_core.inputs import SPECIAL_IDS
from bert_core.model import BERTModel
from bert_lab.checkpoint import add_adapter, load_bert, merge_adapter
from bert_lab.checkpoint.adapter import ADAPTED, adapter_rank, attach_adapter, write_adapter
from bert_lab.checkpoint.base import describe_base, find_base
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.loading import Loaded, read_bert, untrained_heads
from bert_lab.pretraining.preparation import Prepared, prepare
from bert_lab.pretraining.recipe import PretrainingOptions, build_model
from bert_lab.pretraining.scores import evaluate
from bert_lab.text.wordpiece import find_special_ids, reorder_wordpiece
from bert_lab.training_loop.batches import derived

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def read_start(name: str, generator: torch.Generator, merged: bool = True) -> Loaded:
    """A model as `load_bert` reads it, with the five special tokens at ids 0 to 4.

    A released vocabulary has them elsewhere. Its rows are put in another order, the model's and
    the tokenizer's alike, which changes no answer.

    Args:
        name: as `load_bert` takes it.
        generator: draws the heads that the checkpoint lacks (CPU).
        merged: as `load_bert` takes it.

    Raises what `load_bert` does, and ValueError for special tokens elsewhere in a vocabulary that
    is not of word pieces. See `ch-original`.
    """
    model, tokenizer, new_heads = read_bert(name, generator, merged)
    return Loaded(*_in_book_order(model, tokenizer), new_heads)


def _in_book_order(model: BERTModel, tokenizer: "Tokenizer") -> tuple[BERTModel, "Tokenizer"]:
    """Model and tokenizer with the vocabulary in the book's order; the model in place."""
    order = book_order(tokenizer, model.config.vocab_size)
    if order != list(range(len(order))):
        tokenizer = reorder_wordpiece(tokenizer, order)
        rows = [model.encoder.token_embedding.weight, model.mlm.decoder.bias]
        if not model.config.tied_decoder:
            rows.append(model.mlm.decoder.weight)
        with torch.no_grad():
            for tensor in rows:
                tensor.copy_(tensor[order])
    return model, tokenizer


def book_order(tokenizer: "Tokenizer", vocab_size: int) -> list[int]:
    """A vocabulary's ids in the book's order, which begins with the special tokens."""
    special = find_special_ids(tokenizer)
    if special == SPECIAL_IDS:
        return list(range(vocab_size))
    return [*special, *(i for i in range(vocab_size) if i not in special)]


def store_adapter(
    folder: Path, home: Path, model: BERTModel, init: str, metadata: dict[str, str]
) -> BERTModel:
    """`write_adapter`, with the tokens of `model` in its base's order again.

    The base is `init`, or what `init` is an adapter of; `home` is where the adapter will lie once
    `folder` is moved there. Returns the model of what was stored, its tokens in the book's order.
    """
    given = find_folder(init)
    again, tokenizer = load_bert(find_base(given) or given, generator=untrained_heads())
    back = torch.tensor(book_order(tokenizer, model.config.vocab_size)).argsort()
    with torch.no_grad():
        model.mlm.decoder.bias.copy_(model.mlm.decoder.bias[back])
    write_adapter(folder, model, describe_base(init, home), metadata)
    attach_adapter(folder, again)
    merge_adapter(again)
    return _in_book_order(again, tokenizer)[0]


def set_dropout(model: BERTModel, share: float | None) -> None:
    """Set every dropout rate of a model, in place; None keeps its own."""
    if share is None:
        return
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = share
        elif isinstance(module, MultiHeadAttention):
            module.dropout = share
    model.config = replace(model.config, dropout=share)


def begin(
    options: PretrainingOptions,
) -> tuple[BERTModel, Prepared, torch.Generator, dict[str, Any]]:
    """The initial model, the data, the generator for all that follows, and facts for the record."""
    if options.init is None:
        _check_positions(options, PRESETS[options.preset].max_len, f"preset {options.preset}")
        prepared = _read_data(options, None)
        generator = prepared.generator()
        model = build_model(prepared, generator, options.preset)
        set_dropout(model, options.dropout)
        return model, prepared, generator, {}
    generator = derived(options.seed, "init", options.init)
    model, tokenizer, new_heads = read_start(options.init, generator, merged=options.lora is None)
    _check_positions(options, model.config.max_len, options.init)
    prepared = _read_data(options, tokenizer)
    facts = _judge_start(options, model, prepared, new_heads)
    set_dropout(model, options.dropout)
    if options.lora is not None:
        _give_adapter(model, options.lora, options)
    return model, prepared, generator, facts


def _check_positions(options: PretrainingOptions, positions: int, name: str) -> None:
    if options.max_seq_length > positions:
        raise ValueError(
            f"max_seq_length: expected at most {positions}, the positions that {name} has, got "
            f"{options.max_seq_length}"
        )


def _give_adapter(model: BERTModel, rank: int, options: PretrainingOptions) -> None:
    """Add a new adapter, or continue the one that `init` came with."""
    given = adapter_rank(model)
    if given is None:
        add_adapter(model, rank, derived(options.seed, "adapter"))
    elif given != rank:
        raise ValueError(
            f"lora: expected {given}, the rank of the adapter in {options.init}, got {rank}"
        )


def _judge_start(options, model, prepared, new_heads) -> dict[str, Any]:
    """Report new heads, and the model's scores before training."""
    if options.lora is not None:
        new_heads = tuple(head for head in new_heads if head in ADAPTED)
    if new_heads:
        lacks = f"{options.init} has no {', '.join(new_heads)}: "
        print(lacks + "drawn at random, and trained with the rest", file=sys.stderr)
    masks = torch.Generator().manual_seed(options.seed + 1)  # as in the end
    scores = evaluate(model, prepared.held_out, generator=masks)._asdict()
    return {"new_heads": new_heads, "before": scores}


def _read_data(options: PretrainingOptions, tokenizer: "Tokenizer | None") -> Prepared:
    return prepare(
        options.corpus,
        max_seq_length=options.max_seq_length,
        vocab_size=options.vocab_size,
        seed=options.seed,
        language=options.language,
        strip_accents=options.strip_accents,
        tokenizer=tokenizer,
    )
