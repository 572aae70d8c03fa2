"""Store a fine-tuned model as a folder that the reference library reads, too, and query it."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.families.bert import BERT
from bert_lab.checkpoint.files import (
    check_files,
    prefix_errors,
    read_fields,
    read_tokenizer,
    write_together,
)
from bert_lab.checkpoint.vocabulary import check_size
from bert_lab.checkpoint.weights import (
    as_parameter,
    check_num_blks,
    open_weights,
    parameter_shapes,
    without_memory,
)
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import FAMILIES, TaskSpec
from bert_lab.finetuning.heads import SequenceClassifier, SpanPredictor, TaskModel, TokenTagger
from bert_lab.finetuning.tasks import pack_examples
from bert_lab.text.tokenization import encode
from bert_lab.text.wordpiece import find_special_ids, find_spellings
from bert_lab.training_loop.evaluation import evaluating

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FILES = ("config.json", "model.safetensors", "tokenizer.json")
_OURS = "bert_lab"  # the field of config.json for what the reference has no word for
# The reference's class for each of ours, and its name for `output`.
_THEIRS: dict[type, tuple[str, str]] = {
    SequenceClassifier: ("BertForSequenceClassification", "classifier"),
    TokenTagger: ("BertForTokenClassification", "classifier"),
    SpanPredictor: ("BertForQuestionAnswering", "qa_outputs"),
}


class Finetuned(NamedTuple):
    """A fine-tuned model with all that `ask` needs; it was trained on `max_len` tokens at most."""

    model: TaskModel
    tokenizer: "Tokenizer"
    spec: TaskSpec[Any]
    max_len: int

    def ask(self, first: str, second: str | None = None) -> list[tuple[str, float | None]]:
        """The model's answers in words, each with its probability.

        Args:
            first: the text; of a pair its first, such as a question.
            second: of a pair; None where the task has one text.

        Returns:
            Every class, the most probable first; every word with its tag; the words of the answer;
            a score, which has None beside it.

        Raises:
            ValueError: for one text where the task has two, or the other way round; for a text
                without a token, or too many.

        See `ch-finetuning`.
        """
        words = first.split(), None if second is None else second.split()
        self._check(words)
        example = Example(*words, self.spec.placeholder(words[0]))
        data = pack_examples(self.spec, [example], self.tokenizer, self.max_len)
        if data.truncated:
            raise ValueError(
                f"text: expected at most {self.max_len} tokens with the special ones, as the model "
                "was trained with; ask with a shorter text"
            )
        short = data.crop()
        with evaluating(self.model):
            (output,) = self.model(short.tokens, short.segments, short.valid_lens)
        return self.spec.tell(output, example, short.places[0].tolist())

    def _check(self, words: tuple[list[str], list[str] | None]) -> None:
        names, given = self.spec.texts, [text for text in words if text is not None]
        if len(given) != len(names):
            wanted = " and ".join(f"a {name}" for name in names)
            give = "both" if self.spec.two_texts else "no second text"
            raise ValueError(f"this model reads {wanted}: give {give}")
        for name, text in zip(names, given, strict=True):
            if not any(encode(self.tokenizer, [[*text]])[0]):
                raise ValueError(f"{name}: expected words that the model can read, got none")


def check_storable(model: BERTModel) -> None:
    """Raise ValueError for a model that the reference layout can't represent once fine-tuned."""
    if not BERT.holds(model):
        raise ValueError(f"the reference's task models of a {type(model).__name__} are others")
    _describe(model.config)


def save_finetuned(
    folder: Path, model: TaskModel, tokenizer: "Tokenizer", spec: TaskSpec[Any], max_len: int
) -> None:
    """Write a folder in the reference layout that `load_finetuned` reads.

    Args:
        folder: made if missing; a reader has all of its files or none.
        model: a task model on a BERT that `check_storable` lets pass.
        tokenizer, spec: what it was trained with.
        max_len: tokens in a text or a pair, as in its training.

    Source: the layout of `transformers.BertForSequenceClassification`, `BertForTokenClassification`
    and `BertForQuestionAnswering`. Deviations: another pooling than "cls" is none of theirs. The
    configuration then names their `BertModel`, the encoder, and says the pooling in a field of its
    own. Our answer to a question lies in the second text; their scores are of all tokens. Chapter
    9.
    """
    from safetensors.torch import save

    theirs, head = _THEIRS[type(model)]
    pooling = getattr(model, "pooling", None)
    config = _describe(model.config) | {
        "architectures": ["BertModel" if pooling in ("mean", "last") else theirs],
        "id2label": dict(enumerate(spec.label_names)),
        "label2id": {name: i for i, name in enumerate(spec.label_names)},
        "problem_type": spec.problem_type,
        _OURS: {
            "task": spec.name,
            "family": type(spec).__name__,
            "pooling": pooling,
            "max_seq_length": max_len,
        },
    }
    state = {name: p.detach().float().cpu() for name, p in model.named_parameters()}
    tensors = {name: x.contiguous() for name, x in _names(head).to_reference(state).items()}
    contents = (
        json.dumps(config, indent=1, allow_nan=False).encode(),
        save(tensors, {"format": "pt"}),
    )
    write_together(folder, dict(zip(FILES, contents, strict=False)) | _vocabulary(tokenizer))


def is_finetuned(folder: Path) -> bool:
    """Whether a folder was written by `save_finetuned`."""
    path = folder / "config.json"
    with prefix_errors(path):
        return path.is_file() and _OURS in read_fields(path)


def load_finetuned(folder: str | Path) -> Finetuned:
    """A fine-tuned model, float32 and in evaluation mode, with all that `ask` needs.

    Raises FileNotFoundError if a file is missing; ValueError for a damaged one, weights that don't
    fit, or a folder that `python -m bert_lab.finetuning` did not fill. See `ch-finetuning`.
    """
    folder = Path(folder)
    check_files(folder, FILES)
    with prefix_errors(folder / "config.json"):
        fields = read_fields(folder / "config.json")
        config, spec, pooling, max_len = _read_task(fields)
        if not 3 <= max_len <= config.max_len:
            raise ValueError(
                f"max_seq_length: expected 3 to {config.max_len}, the model's positions, got "
                f"{max_len}"
            )
    kind = partial(_build, spec, {} if pooling is None else {"pooling": pooling})
    names = _names(_THEIRS[spec.task_model][1])
    with open_weights(folder / "model.safetensors") as file:
        stored = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        check_num_blks(config.num_blks, list(stored))
        ours = parameter_shapes(config, kind)
        found, _ = names.match(ours, stored)
        tensors = {
            name: as_parameter(name, found[name], shape)
            for name, shape in names.shapes(ours).items()
            if name in found
        }
        weights = names.from_reference(ours, tensors)
        if missing := sorted(ours.keys() - weights.keys()):
            raise ValueError(f"missing: {', '.join(missing)}")
    model = without_memory(config, kind)
    model.load_state_dict(weights, assign=True)
    with prefix_errors(folder / "tokenizer.json"):
        tokenizer = read_tokenizer(folder / "tokenizer.json")
        check_size(tokenizer, config.vocab_size)
    return Finetuned(model.eval(), tokenizer, spec, max_len)


def _build(spec: TaskSpec[Any], given: dict[str, Any], **fields: Any) -> TaskModel:
    return spec.task_model(BERTModel(**fields), spec.num_labels, **given)


def _describe(config: BERTConfig) -> dict[str, Any]:
    # whether a decoder is tied says nothing of a model that has none
    return BERT.describe(replace(config, tied_decoder=True))


def _names(head: str):
    return replace(BERT.names, modules=BERT.names.modules | {"output": head})


def _read_task(fields: dict[str, Any]) -> tuple[BERTConfig, TaskSpec[Any], str | None, int]:
    try:
        ours, labels = fields[_OURS], fields["id2label"]
        config, _ = BERT.read(SimpleNamespace(**fields))
        names = tuple(labels[str(i)] for i in range(len(labels)))
        spec = FAMILIES[ours["family"]](ours["task"], names)
        return config, spec, ours["pooling"], int(ours["max_seq_length"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(
            "expected what python -m bert_lab.finetuning says of a model that it stored: a task, "
            f"its family, a pooling, a length and the names of labels; wrong or missing: {error}"
        ) from error


def _vocabulary(tokenizer: "Tokenizer") -> dict[str, bytes]:
    """The tokeniser's files; it adds `<cls>` and `<sep>` for libraries that call it to."""
    from tokenizers import Tokenizer, processors

    _, _, cls, sep, _ = spellings = find_spellings(tokenizer)
    kinds = "pad_token", "unk_token", "cls_token", "sep_token", "mask_token"
    special = find_special_ids(tokenizer)
    own = Tokenizer.from_str(tokenizer.to_str())
    own.post_processor = processors.BertProcessing((sep, special.sep), (cls, special.cls))
    settings = dict(zip(kinds, spellings, strict=True)) | {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_input_names": ["input_ids", "token_type_ids", "attention_mask"],
    }
    return {
        "tokenizer.json": own.to_str(pretty=True).encode(),
        "tokenizer_config.json": json.dumps(settings, indent=1, allow_nan=False).encode(),
    }
