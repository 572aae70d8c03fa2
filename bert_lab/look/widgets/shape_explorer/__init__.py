"""ShapeExplorer: the shape of every tensor in BERT, at sizes the reader chooses (`ch-model`)."""

import html
from dataclasses import replace

import traitlets as t

from bert_core.config import PRESETS, BERTConfig
from bert_lab.look import shapes
from bert_lab.look.tensor_lines import Line, line_of
from bert_lab.look.widgets.base import Record, Widget
from bert_lab.look.widgets.words import say

# Letter or trait -> field of `BERTConfig`.
_FIELDS = {
    "V": "vocab_size",
    "D": "num_hiddens",
    "F": "ffn_num_hiddens",
    "N": "num_heads",
    "num_blks": "num_blks",
    "max_len": "max_len",
    "embedding_norm": "embedding_norm",
    "tied_decoder": "tied_decoder",
}


def _key(spec: shapes.TensorSpec) -> str:
    return f"{spec.stage}: {spec.name}"


_SWITCHES = ("embedding_norm", "tied_decoder")
_PRODUCT = t.List(t.Union([t.Int(), t.Unicode()]))  # letters and numbers


def _size():
    return t.Int(1, min=1).tag(sync=True)


class ShapeExplorer(Widget):
    """Choose sizes and watch shapes, parameters, memory and work follow.

    Args:
        config: a preset's name or a `BERTConfig` to start from.
        B, T, P: sequences in a batch, tokens in a sequence, predicted positions in a sequence.

    Every size is an attribute that the reader's choice changes and that Python may set:
    `B T P D N F V num_blks max_len embedding_norm tied_decoder`. `config` is the chosen model, and
    `tensor` the chosen row, such as "Attention: scores", whose line of code is shown, or "";
    `measure` is what stages are as high as: "parameters", "bytes" (of all tensors) or "work".
    What it shows stands in `bert_lab.look.shapes`, which the tests hold against the real model.
    """

    _name = "shape_explorer"
    _heights = 573, 673

    B, T, P, D, N, F, V, num_blks, max_len = (_size() for _ in range(9))
    embedding_norm = t.Bool().tag(sync=True)
    tied_decoder = t.Bool().tag(sync=True)
    preset = t.Unicode().tag(sync=True)
    tensor = t.Enum(["", *map(_key, shapes.TENSORS)], "").tag(sync=True)
    measure = t.Enum(["parameters", "bytes", "work"], "parameters").tag(sync=True)
    axes = t.Dict(
        Record(dict.fromkeys(("light", "dark"), t.Unicode())), help="colours by letter"
    ).tag(sync=True)
    presets = t.Dict(
        Record({name: t.Bool() if name in _SWITCHES else t.Int() for name in _FIELDS})
    ).tag(sync=True)
    tensors = t.List(
        Record(
            dict.fromkeys(("key", "stage", "name", "code", "formula", "inner"), t.Unicode())
            | {
                "dims": _PRODUCT,
                "parameters": t.List(_PRODUCT, help="a sum of products"),
                "per_block": t.Bool(),
                "when": t.Tuple(t.Enum(_SWITCHES), t.Bool(), allow_none=True),
                "itemsize": t.Int(),
                "line": Record(dict.fromkeys(Line._fields, t.Unicode())),
            }
        )
    ).tag(sync=True)
    heads = t.List(t.Unicode()).tag(sync=True)

    def __init__(
        self, config: str | BERTConfig = "text", *, B: int = 2, T: int = 8, P: int = 3
    ) -> None:
        self._start = BERTConfig.preset(config) if isinstance(config, str) else config
        super().__init__(
            **_sizes(self._start),
            B=B,
            T=T,
            P=P,
            axes={
                letter: {"light": axis.light, "dark": axis.dark}
                for letter, axis in shapes.AXES.items()
            },
            presets={name: _sizes(preset) for name, preset in PRESETS.items()},
            tensors=[_plain(spec) for spec in shapes.TENSORS],
            heads=list(shapes.PRETRAINING_HEADS),
        )

    @property
    def config(self) -> BERTConfig:
        """The model at the chosen sizes; ValueError, with the reason, if they make no model.

        What has no control (activation, dropout, initialisation) is as in the preset chosen last.
        """
        start = PRESETS[self.preset] if self.preset else self._start
        return replace(start, **{field: getattr(self, name) for name, field in _FIELDS.items()})

    def _fallback_html(self) -> str:
        try:
            config = self.config
            letters = shapes.sizes(config, batch=self.B, length=self.T, predictions=self.P)
        except ValueError as reason:
            return f"<p>{html.escape(str(reason))}</p>"
        specs = shapes.tensors(config)
        facts = {
            "sizes": ", ".join(f"{letter} = {n:,}" for letter, n in letters.items()),
            "parameters": f"{shapes.num_parameters(specs, letters):,}",
            "work": f"{shapes.num_multiply_adds(specs, letters):,}",
        }
        rows = [
            (
                say(f"shape_explorer.tensors.{spec.name}"),
                say(f"shape_explorer.parts.{spec.stage}"),
                "" if spec.code == spec.name else spec.code,  # an input comes as it is
                _tuple(spec.dims),
                _tuple(shapes.numbers(spec.dims, letters)),
                shapes.formula(spec.parameters),
                line_of(spec).code,
            )
            for spec in specs
        ]
        return self._table(rows, **facts)


def _sizes(config: BERTConfig) -> dict:
    return {name: getattr(config, field) for name, field in _FIELDS.items()}


def _plain(spec: shapes.TensorSpec) -> dict:
    """A row of the table as JSON, with what the browser can't know: bytes, formula, source."""
    return {
        "key": _key(spec),
        "stage": spec.stage,
        "name": spec.name,
        "code": spec.code,
        "dims": list(spec.dims),
        "parameters": [list(product) for product in spec.parameters],
        "formula": shapes.formula(spec.parameters),
        "per_block": spec.per_block,
        "when": spec.when and list(spec.when),
        "itemsize": shapes.BYTES[spec.dtype],
        "inner": spec.inner,
        "line": line_of(spec)._asdict(),
    }


def _tuple(dims) -> str:
    return "(" + ", ".join(map(str, dims)) + ("," if len(dims) == 1 else "") + ")"
