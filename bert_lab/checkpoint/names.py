"""The reference's names for tensors beside ours, and how the numbers lie in each (chapter 9).

The reference is `transformers.BertForPreTraining`. Three things lie differently: its NSP head has
class 0 for "next" (here 1), its table of positions is a matrix (here with a batch axis in front),
and a tied decoder's matrix has no name of its own.
"""

from torch import Tensor

from bert_lab.checkpoint.weights import check_num_blks, some

HEADS = ("hidden", "mlm", "nsp")  # what a checkpoint may lack: the pooler and both heads
_POSITIONS = "encoder.pos_embedding"
_PARAMETERS = {
    "encoder.token_embedding.weight": "bert.embeddings.word_embeddings.weight",
    "encoder.segment_embedding.weight": "bert.embeddings.token_type_embeddings.weight",
    _POSITIONS: "bert.embeddings.position_embeddings.weight",
    "mlm.decoder.bias": "cls.predictions.bias",
}
# Modules with a weight and a bias each.
_MODULES = {
    "encoder.embedding_norm.0": "bert.embeddings.LayerNorm",
    "hidden.0": "bert.pooler.dense",
    "mlm.transform.0": "cls.predictions.transform.dense",
    "mlm.transform.2": "cls.predictions.transform.LayerNorm",
    "nsp.output": "cls.seq_relationship",
}
_BLOCK_MODULES = {
    "attention.W_q": "attention.self.query",
    "attention.W_k": "attention.self.key",
    "attention.W_v": "attention.self.value",
    "attention.W_o": "attention.output.dense",
    "addnorm1.norm": "attention.output.LayerNorm",
    "ffn.0": "intermediate.dense",
    "ffn.2": "output.dense",
    "addnorm2.norm": "output.LayerNorm",
}
# Tensors that some writers store a second time, with the one that they repeat.
COPIES = {
    "cls.predictions.decoder.weight": "bert.embeddings.word_embeddings.weight",
    "cls.predictions.decoder.bias": "cls.predictions.bias",
}
# How the tensors of other models begin, where that tells them apart.
_OTHERS = {
    ("roberta.", "lm_head.dense."): "RoBERTa",
    ("transformer.h.", "h.0."): "GPT-2",
    ("shared.", "encoder.block.", "decoder.block."): "T5",
    ("distilbert.",): "DistilBERT",
    ("albert.",): "ALBERT",
    ("electra.", "discriminator_predictions."): "ELECTRA",
}
_COUNTED = "bert.embeddings.position_ids"  # 0, 1, 2, ...: in older files, never learned


def tensor_names(num_blks: int) -> dict[str, str]:
    """Our parameter -> the reference's name for it, for every parameter of a model."""
    modules = dict(_MODULES)
    for i in range(num_blks):
        for ours, theirs in _BLOCK_MODULES.items():
            modules[f"encoder.blks.{i}.{ours}"] = f"bert.encoder.layer.{i}.{theirs}"
    return _PARAMETERS | {
        f"{ours}.{kind}": f"{theirs}.{kind}"
        for ours, theirs in modules.items()
        for kind in ("weight", "bias")
    }


def to_reference(ours: str, tensor: Tensor) -> Tensor:
    """The numbers of our parameter as the reference has them."""
    if ours == _POSITIONS:
        return tensor[0]  # (max_len, D)
    return tensor.flip(0) if ours.startswith("nsp.") else tensor


def from_reference(ours: str, tensor: Tensor) -> Tensor:
    """The way back of `to_reference`."""
    if ours == _POSITIONS:
        return tensor[None]  # (1, max_len, D)
    return tensor.flip(0) if ours.startswith("nsp.") else tensor


def find_tensors(
    stored: list[str], num_blks: int
) -> tuple[dict[str, str], dict[str, str | None], tuple[str, ...]]:
    """Find each parameter of a model among the names of a file.

    Args:
        stored: the names in the file; an encoder without heads may lack the prefix `bert.`, and a
            layer norm may have the first releases' `gamma` and `beta`.
        num_blks: how many blocks the model has.

    Returns:
        Our parameter -> the file's name for it; of what the file repeats, the second name -> the
        first (None where that is not there); and those of `HEADS` that are not there at all.

    Raises:
        ValueError: for the tensors of another model, one that BERT doesn't have, or one that is
            missing where the rest of its encoder or head is there.
    """
    for starts, model in _OTHERS.items():
        if strange := [name for name in stored if name.startswith(starts)]:
            raise ValueError(
                f"expected the tensors of a BERT, got those of a {model}: {some(strange)}; take "
                "a checkpoint of the original BERT's kind"
            )
    check_num_blks(num_blks, stored)
    names = tensor_names(num_blks)
    found = {_canonical(name): name for name in stored}
    absent = tuple(
        head
        for head in HEADS
        if not any(name in found for ours, name in names.items() if ours.startswith(f"{head}."))
    )
    names = {ours: name for ours, name in names.items() if not ours.startswith(absent)}
    repeated = {found[copy]: found.get(of) for copy, of in COPIES.items() if copy in found}
    missing = [name for name in names.values() if name not in found]
    known = {*names.values(), *COPIES, _COUNTED}
    unknown = [name for canonical, name in found.items() if canonical not in known]
    if missing or unknown:
        raise ValueError(
            f"expected the tensors of a BERT of {num_blks} blocks; "
            f"missing: {some(missing)}; not one of them: {some(unknown)}"
        )
    return {ours: found[name] for ours, name in names.items()}, repeated, absent


def _canonical(name: str) -> str:
    if name.startswith(("embeddings.", "encoder.", "pooler.")):
        name = f"bert.{name}"
    for old, new in ((".gamma", ".weight"), (".beta", ".bias")):
        if name.endswith(old):
            name = name.removesuffix(old) + new
    return name
