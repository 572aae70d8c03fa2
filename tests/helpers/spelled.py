"""Small random BERTs as Transformers writes them, in every spelling that released ones have."""

import json
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertForSequenceClassification,
    BertModel,
    BertTokenizer,
)

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
LETTERS = "abcdefghijklmnopqrstuvwxyzäéABCDEFGHIJKLMNOPQRSTUVWXYZ昨去.,?'"
WORDS = ("the", "crane", "bank", "##s", "Paris", "naïve", "went")
PIECES = (*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), *WORDS)
SIZES = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_attention_heads": 2,
    "num_hidden_layers": 3,
    "max_position_embeddings": 40,
    "initializer_range": 0.3,
}
SPELLINGS = (
    *("as today", "without bert.", "gamma and beta", "position ids", "stored decoder"),
    *("half", "bfloat16", "sharded", "encoder alone", "no pooler", "words alone", "cased"),
    *("whole tokenizer", "tokenizer of 2020", "padded table", "compiled", "for classes"),
)
_KINDS = {
    "encoder alone": BertModel,
    "words alone": BertForMaskedLM,
    "for classes": BertForSequenceClassification,
}
_TYPES = {"half": torch.float16, "bfloat16": torch.bfloat16}


def write(
    folder: Path, spelling: str, pieces: Sequence[str] = PIECES, **sizes: float
) -> torch.nn.Module:
    """The model, float32 and in evaluation mode, whose files are in the folder then."""
    rows = len(pieces) + 5 * (spelling == "padded table")
    config = BertConfig(vocab_size=rows, **(SIZES | sizes))
    kind = _KINDS.get(spelling, BertForPreTraining)
    options = {}
    if spelling == "no pooler":
        kind, options = BertModel, {"add_pooling_layer": False}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(len(spelling))
        model = kind(config, **options).eval()
        with torch.no_grad():
            for name, weight in model.named_parameters():
                if weight.dim() == 1:  # else all norms and biases would be ones and zeros
                    weight.normal_(float("LayerNorm.weight" in name), 0.2)
    model = model.to(_TYPES.get(spelling, torch.float32))
    shards = {"max_shard_size": "30KB"} if spelling == "sharded" else {}
    model.save_pretrained(folder, **shards)
    path = folder / "model.safetensors"
    if spelling in (*SPELLINGS[1:5], "compiled"):
        save_file(_respelled(load_file(path), spelling, rows), path, {"format": "pt"})
    _write_words(folder, spelling, pieces)
    return model.float()


def _respelled(
    tensors: dict[str, torch.Tensor], spelling: str, rows: int
) -> dict[str, torch.Tensor]:
    if spelling == "position ids":
        return tensors | {"bert.embeddings.position_ids": torch.arange(40)[None]}
    if spelling == "stored decoder":
        table = tensors["bert.embeddings.word_embeddings.weight"]
        bias = tensors["cls.predictions.bias"]
        copies = {"weight": table.clone(), "bias": bias.clone()}
        return tensors | {f"cls.predictions.decoder.{name}": t for name, t in copies.items()}
    if spelling == "compiled":
        return {f"_orig_mod.{name}": tensor for name, tensor in tensors.items()}
    if spelling == "without bert.":
        return {name.removeprefix("bert."): tensor for name, tensor in tensors.items()}
    old = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}
    found = {}
    for name, tensor in tensors.items():
        for new, before in old.items():
            name = name.replace(new, before)
        found[name] = tensor
    return found


def _write_words(folder: Path, spelling: str, pieces: Sequence[str]) -> None:
    lower = spelling != "cased"
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", "utf-8")
    settings = {"do_lower_case": lower, "tokenizer_class": "BertTokenizer"}
    if "tokenizer" not in spelling:
        (folder / "tokenizer_config.json").write_text(json.dumps(settings), "utf-8")
        return
    BertTokenizer(vocab=str(folder / "vocab.txt"), do_lower_case=lower).save_pretrained(folder)
    (folder / "vocab.txt").unlink(missing_ok=True)
    if spelling == "tokenizer of 2020":  # as released with the original
        path = folder / "tokenizer.json"
        whole = json.loads(path.read_text("utf-8"))
        del whole["model"]["type"]
        path.write_text(json.dumps(whole), "utf-8")
