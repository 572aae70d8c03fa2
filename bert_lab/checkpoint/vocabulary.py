"""Read the tokenizer of a folder as `transformers.BertTokenizer` does, or refuse it by name."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bert_core.inputs import SPECIAL_TOKENS
from bert_lab.checkpoint.files import prefix_errors, read_fields, read_text, read_tokenizer
from bert_lab.text.wordpiece import CONTINUES, find_special_ids, find_spellings, load_wordpiece

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_PADDED_TO = 128  # rows of an embedding are often rounded up to a multiple of this or less
# What BertTokenizer's settings are where nothing is said.
_SETTINGS = {"do_lower_case": True, "strip_accents": None, "tokenize_chinese_chars": True}
_SAME = ("BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer")  # by another name
_WHOLE = ("PreTrainedTokenizer", "TokenizersBackend", "RobertaTokenizer")  # as tokenizer.json says
_FAST = "Fast"
_TOKENS = ("pad_token", "unk_token", "cls_token", "sep_token", "mask_token")
# What else a tokenizer_config.json says, and which ids a text has doesn't depend on it.
_NO_MATTER = {
    *("name_or_path", "special_tokens_map_file", "tokenizer_file", "vocab_file", "backend"),
    *("is_local", "local_files_only", "use_fast", "cache_dir", "processor_class", "verbose"),
    *("model_max_length", "max_len", "max_length", "stride", "model_input_names", "vocab_size"),
    *("padding", "padding_side", "pad_to_multiple_of", "pad_token_id", "pad_token_type_id"),
    *("truncation", "truncation_side", "truncation_strategy", "transformers_version"),
    *("clean_up_tokenization_spaces", "return_token_type_ids", "chat_template", "model_type"),
    *("bos_token", "eos_token", "additional_special_tokens", "extra_special_tokens"),
    *("add_prefix_space", "trim_offsets", "errors", "added_tokens_decoder", "tokenizer_class"),
}
_PIPELINE = {
    "normalizer": {"type": "BertNormalizer", "clean_text": True},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "model": {"type": "WordPiece", "continuing_subword_prefix": CONTINUES},
}


def read_vocabulary(folder: Path, vocab_size: int) -> "Tokenizer":
    """The tokenizer of a folder in the reference layout, for a model of so many tokens.

    Raises:
        FileNotFoundError: if there is neither `tokenizer.json` nor `vocab.txt`.
        ValueError: for a damaged file, another size, or a tokenizer of another class or with
            settings of which nobody knows here what they would do.

    Source: `BertTokenizer` of transformers; `strip_accents` follows `do_lower_case` if nothing is
    said. Deviation: where no class and none of its settings is named, `tokenizer.json` counts as
    it is. See `ch-original`.
    """
    paths = folder / "tokenizer.json", folder / "vocab.txt"
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        raise FileNotFoundError(f"{folder}: expected tokenizer.json or vocab.txt, found neither")
    settings = _read_settings(folder, path)
    with prefix_errors(path):
        read_text(path)  # refuses what lies there instead
        if path.suffix == ".json":
            tokenizer = _read_whole(path, settings)
        else:
            lowercase, accents, chinese = (settings or _SETTINGS).values()
            tokenizer = load_wordpiece(path, lowercase, accents, chinese)
        check_size(tokenizer, vocab_size)
    _check_tokens(folder, tokenizer)
    return tokenizer


def check_size(tokenizer: "Tokenizer", vocab_size: int) -> None:
    """Raise ValueError if the tokenizer's size or special tokens don't fit the model."""
    is_book_s = find_spellings(tokenizer) == SPECIAL_TOKENS  # made for its model, to the row
    size = max(tokenizer.get_vocab().values()) + 1
    if not size <= vocab_size < size + (1 if is_book_s else _PADDED_TO):
        raise ValueError(
            f"expected a vocabulary for the {vocab_size} rows of the model's embedding, got "
            f"{size} tokens; take the vocabulary that the model was trained with"
        )


def _read_settings(folder: Path, vocabulary: Path) -> dict[str, Any] | None:
    """BertTokenizer's three settings; None if the vocabulary file specifies everything itself."""
    model = read_fields(folder / "config.json") if (folder / "config.json").is_file() else {}
    path = folder / "tokenizer_config.json"
    with prefix_errors(path):
        fields = read_fields(path) if path.is_file() else {}
        kind = fields.get("tokenizer_class") or model.get("tokenizer_class")
        base = kind.removesuffix(_FAST) if isinstance(kind, str) else kind
        is_whole = vocabulary.suffix == ".json"
        if base is not None and base not in _SAME + (_WHOLE if is_whole else ()):
            raise ValueError(
                f"tokenizer_class: {kind} is not covered; what can be read is BertTokenizer, and "
                "from a tokenizer.json that stands for itself PreTrainedTokenizerFast"
            )
        for name, value in fields.items():
            _check_setting(name, value)
        stated = base in _SAME or (base is None and _SETTINGS.keys() & fields.keys())
        if is_whole and (not stated or model.get("model_type", "bert") != "bert"):
            return None
        return {name: fields.get(name, usual) for name, usual in _SETTINGS.items()}


def _check_setting(name: str, value: Any) -> None:
    as_json = json.dumps(value, allow_nan=False)
    if name in _SETTINGS:
        if not (isinstance(value, bool) or value is _SETTINGS[name]):
            raise ValueError(f"{name}: expected true or false, got {as_json}")
    elif name in _NO_MATTER or name in _TOKENS or value in (None, "", [], {}):
        pass
    elif not (name == "do_basic_tokenize" and value is True):
        raise ValueError(
            f"{name}: {as_json} is not covered; BertTokenizer can be read with "
            f"{', '.join(_SETTINGS)}, no other settings"
        )


def _read_whole(path: Path, settings: dict[str, Any] | None) -> "Tokenizer":
    """The tokenizer of a `tokenizer.json`, padding and truncation off, with BertTokenizer's
    `settings` if any.
    """
    tokenizer = read_tokenizer(path)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if settings is not None:
        _apply(tokenizer, settings)
    return tokenizer


def _apply(tokenizer: "Tokenizer", settings: dict[str, Any]) -> None:
    """Apply these settings to a tokenizer; ValueError if its normalizer isn't BertTokenizer's."""
    from tokenizers import normalizers

    found = json.loads(tokenizer.to_str())
    for part, expected in _PIPELINE.items():
        has = found.get(part) or {}
        if any(has.get(name) != value for name, value in expected.items()):
            raise ValueError(
                f"{part}: expected BertTokenizer's, {expected['type']}, as tokenizer_config.json "
                f"says, got {has.get('type', 'none')} of other settings"
            )
    lowercase, accents, chinese = settings.values()
    tokenizer.normalizer = normalizers.BertNormalizer(
        lowercase=lowercase, strip_accents=accents, handle_chinese_chars=chinese
    )
    _, _, cls, sep, _ = find_special_ids(tokenizer)
    pair = tokenizer.encode("", "")
    if pair.ids != [cls, sep, sep] or pair.type_ids != [0, 0, 1]:
        raise ValueError(
            "post_processor: expected BertTokenizer's, which puts [CLS] before a pair and [SEP] "
            "after each text, as tokenizer_config.json says"
        )


def _check_tokens(folder: Path, tokenizer: "Tokenizer") -> None:
    """Raise ValueError for special or added tokens that the vocabulary doesn't have."""
    path, added = folder / "tokenizer_config.json", folder / "added_tokens.json"
    fields = {}
    if path.is_file():
        with prefix_errors(path):
            fields = read_fields(path)
            for name, spelled in zip(_TOKENS, find_spellings(tokenizer), strict=True):
                if (token := _content(fields.get(name))) not in (None, spelled):
                    raise ValueError(f"{name}: expected {spelled}, got {token}")
    more = fields.get("added_tokens_decoder")
    tokens = [_content(token) for token in more.values()] if isinstance(more, dict) else []
    if added.is_file():
        with prefix_errors(added):
            tokens += read_fields(added)
    if unknown := [token for token in tokens if tokenizer.token_to_id(str(token)) is None]:
        raise ValueError(
            f"{folder}: expected a vocabulary with the tokens that were added to it, got none for "
            f"{unknown[0]}; transformers writes them all into tokenizer.json"
        )


def _content(token: Any) -> Any:
    """The spelling of a token, stored as a string or an object."""
    return token.get("content") if isinstance(token, dict) else token
