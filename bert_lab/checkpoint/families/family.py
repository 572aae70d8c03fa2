"""A model family that the reference layout can hold, with all that is specific to it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pkgutil import resolve_name
from typing import Any

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.families.fields import Fields
from bert_lab.checkpoint.families.names import Names


def _nothing(*_) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Family:
    """A model family: its name, its class here and in the reference, its fields and tensors.

    Args:
        name: as its paper calls it.
        kind: its class, as "module:name". It is named and not imported, for models that came after
            BERT stand in a folder that uses this one; what a file asks for is loaded then.
        architecture: its class in the reference.
        fields, names: of its files.
        read_options: from the fields and the configuration to what else `kind` takes.
        write_options: from a model to the fields that say so.
    """

    name: str
    kind: str
    architecture: str
    fields: Fields
    names: Names
    read_options: Callable[[dict[str, Any], BERTConfig], dict[str, Any]] = _nothing
    write_options: Callable[[Any], dict[str, Any]] = _nothing

    def read(self, fields: dict[str, Any]) -> tuple[BERTConfig, Callable[..., BERTModel]]:
        """A model's configuration, and the function that builds the model from its fields.

        Raises:
            ValueError: for another kind of model, or a value that it can't have.
        """
        try:
            config = self.fields.read(fields)
            return config, partial(resolve_name(self.kind), **self.read_options(fields, config))
        except (TypeError, AttributeError) as error:  # a word where a number or a table should be
            raise ValueError(f"expected numbers and words in their places: {error}") from error

    def holds(self, model: BERTModel) -> bool:
        """Whether a model is of exactly this class."""
        return f"{type(model).__module__}:{type(model).__name__}" == self.kind

    def write(self, model: BERTModel) -> dict[str, Any]:
        """The `config.json` fields of a model; raises as `Fields.write`."""
        fields = {"architectures": [self.architecture]} | self.fields.write(model.config)
        return fields | self.write_options(model)
