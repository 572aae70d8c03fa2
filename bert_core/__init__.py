"""BERT, built step by step: the package behind the book. Needs torch alone."""

from bert_core.attention import (
    MultiHeadAttention,
    attention_mask,
    attention_weights,
    dot_product_attention,
)
from bert_core.config import BERTConfig
from bert_core.encoder import AddNorm, BERTEncoder, EncoderTrace, TransformerEncoderBlock
from bert_core.heads import MaskLM, NextSentencePred
from bert_core.inputs import (
    SPECIAL_TOKENS,
    SpecialIds,
    get_tokens_and_segments,
    pad_batch,
    truncate_pair,
)
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.validation import unchecked

__all__ = [
    "SPECIAL_TOKENS",
    "AddNorm",
    "BERTConfig",
    "BERTEncoder",
    "BERTModel",
    "EncoderTrace",
    "MaskLM",
    "MaskedTokens",
    "MultiHeadAttention",
    "NextSentencePred",
    "SpecialIds",
    "TransformerEncoderBlock",
    "attention_mask",
    "attention_weights",
    "dot_product_attention",
    "get_tokens_and_segments",
    "mask_tokens",
    "pad_batch",
    "truncate_pair",
    "unchecked",
]
