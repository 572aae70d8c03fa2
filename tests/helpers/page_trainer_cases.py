"""The trainer in Node on models and batches of PyTorch's, and PyTorch's own answers."""

import base64
import json
from dataclasses import asdict

import torch

from bert_core import BERTConfig, BERTModel
from bert_core.losses import score
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.pairs import Pair, PairData, pack_pairs
from bert_core.pretraining import make_optimizer
from tests.helpers.javascript import TESTING, run_node


def config_of(**changes):
    """A model of odd sizes with the mini-BERT's switches."""
    sizes = {"vocab_size": 43, "num_hiddens": 16, "ffn_num_hiddens": 40, "num_heads": 2}
    return BERTConfig.preset("mini", **sizes | {"num_blks": 2, "max_len": 29} | changes)


def pairs_of(number, vocab_size, seed):
    """Random pairs of 5 to 27 tokens."""
    generator = torch.Generator().manual_seed(seed)

    def text():
        length = int(torch.randint(1, 13, (), generator=generator))
        return torch.randint(5, vocab_size, (length,), generator=generator).tolist()

    return pack_pairs([Pair(text(), text(), bool(i % 3)) for i in range(number)], 29)


def questions(data: PairData, config, generator, **masking) -> MaskedTokens:
    return mask_tokens(data.tokens, config.vocab_size, generator=generator, **masking)


def as_batch(data: PairData, masked: MaskedTokens):
    """The same batch for the trainer: tokens end to end, without padding."""
    lengths = data.valid_lens.tolist()
    start = torch.tensor([0, *lengths]).cumsum(0).tolist()
    real = torch.arange(data.tokens.shape[1]) < data.valid_lens[:, None]  # (B, T)
    rows, slots = masked.weights.nonzero(as_tuple=True)
    return {
        "tokens": masked.inputs[real].tolist(),
        "segments": data.segments[real].tolist(),
        "positions": [place for length in lengths for place in range(length)],
        "start": start,
        "pred_positions": (torch.tensor(start)[rows] + masked.positions[rows, slots]).tolist(),
        "labels": masked.labels[rows, slots].tolist(),
        "isNext": data.is_next.tolist(),
    }


def case(model: BERTModel, batches, rates=(0.01,)):
    """The trainer's input."""
    pairs = max(len(data.is_next) for data, _ in batches)
    tokens = max(int(data.valid_lens.sum()) for data, _ in batches)
    predictions = max(int(masked.weights.sum()) for _, masked in batches)
    most = {"pairs": pairs, "tokens": tokens, "pred_positions": predictions, "length": 29}
    state = model.state_dict()
    del state["mlm.decoder.weight"]  # the token embedding's
    return {
        "config": asdict(model.config),
        "most": most,
        "weights": {name: _encode(w) for name, w in state.items()},
        "batches": [as_batch(*batch) for batch in batches],
        "rates": list(rates),
    }


def in_node(cases):
    done = run_node(str(TESTING / "page_trainer_steps.js"), stdin=json.dumps(cases))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_torch(model: BERTModel, batches, rates):
    """The same steps in PyTorch: losses of each, gradients of the first, final weights."""
    optimizer, _ = make_optimizer(model, 1.0, len(batches), 0)
    found, gradients = [], {}
    for (data, masked), rate in zip(batches, rates, strict=True):
        scores = score(model, masked, data.segments, data.valid_lens, data.is_next)
        optimizer.zero_grad()
        (scores.mlm_loss + scores.nsp_loss).backward()
        if not found:
            gradients = {
                name: torch.zeros_like(p) if p.grad is None else p.grad.clone()
                for name, p in model.named_parameters()
            }
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.step()
        found.append({name: value.item() for name, value in scores._asdict().items()})
    return found, gradients


def worst(expected, given) -> float:
    """The largest difference between PyTorch's tensors and the trainer's, by name."""
    assert expected.keys() == given.keys()
    return max(
        (decode(given[name]) - tensor.flatten()).abs().max().item()
        for name, tensor in expected.items()
    )


def decode(text) -> torch.Tensor:
    return torch.frombuffer(bytearray(base64.b64decode(text)), dtype=torch.float32)


def _encode(tensor) -> str:
    return base64.b64encode(tensor.detach().contiguous().numpy().tobytes()).decode()
