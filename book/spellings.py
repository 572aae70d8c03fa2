"""Generate what the page knows of released files from the package's own tables (`make web`)."""

import json

from bert_lab.checkpoint.families.bert import BERT, tensor_names
from bert_lab.checkpoint.families.registry import FAMILIES
from bert_lab.checkpoint.reference import WRAPPERS
from book.bundles import WEB

FILE = WEB / "original" / "spelled.json"
# How others call themselves in `config.json`, and how the tensors of a model begin.
OTHERS = {
    "albert": "ALBERT",
    "deberta": "DeBERTa",
    "deberta-v2": "DeBERTa",
    "distilbert": "DistilBERT",
    "electra": "ELECTRA",
    "gpt2": "GPT-2",
    "t5": "T5",
    "xlm-roberta": "XLM-RoBERTa",
}
STARTS = {
    "roberta.": "RoBERTa",
    "lm_head.dense.": "RoBERTa",
    "model.embeddings.tok_embeddings.": "ModernBERT",
    "model.layers.": "ModernBERT",
    "transformer.h.": "GPT-2",
    "h.0.": "GPT-2",
    "shared.": "T5",
    "encoder.block.": "T5",
    "decoder.block.": "T5",
    "distilbert.": "DistilBERT",
    "albert.": "ALBERT",
    "deberta.": "DeBERTa",
    "electra.": "ELECTRA",
    "discriminator_predictions.": "ELECTRA",
}


def spelled() -> str:
    """BERT's sizes and what it can't vary, its parameters (of one block), what frameworks put
    before all names and what some files store beside (with what it repeats, if anything), and by
    what other families are known."""
    sizes = "vocab_size", "num_hiddens", "ffn_num_hiddens", "num_heads", "num_blks", "max_len"
    tables = {
        "sizes": {ours: BERT.fields[ours] for ours in sizes},
        "fixed": BERT.fixed | {"hidden_act": "gelu"},  # the page's kernels have no other
        "parameters": tensor_names(1),
        "wrappers": WRAPPERS,
        "spare": BERT.names.copies | dict.fromkeys(BERT.names.unlearned),
        "families": OTHERS | {one.fixed["model_type"]: one.name for one in FAMILIES},
        "starts": STARTS,
    }
    return json.dumps(tables, indent=2, allow_nan=False) + "\n"
