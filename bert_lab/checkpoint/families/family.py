"""A model family that the reference layout can hold, with all that is specific to it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pkgutil import resolve_name
from typing import Any

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
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
        fields: our fields of a configuration -> theirs.
        always: what this kind of model always has, so that its files have no word for it.
        fixed: what its files can say and we can't.
        names: of its tensors.
        rates: fields for a rate of dropout each, which is the same one here.
        read_options: from their configuration to what else `kind` takes.
        write_options: from a model to the fields that say so.
    """

    name: str
    kind: str
    architecture: str
    fields: dict[str, str]
    always: dict[str, Any]
    fixed: dict[str, Any]
    names: Names
    rates: tuple[str, ...] = ()
    read_options: Callable[[Any], dict[str, Any]] = _nothing
    write_options: Callable[[Any], dict[str, Any]] = _nothing

    def read(self, theirs: Any) -> tuple[BERTConfig, Callable[..., BERTModel]]:
        """A model's configuration, and the function that builds the model from its fields.

        Args:
            theirs: an object with all fields of a `config.json` as attributes, such as
                Transformers' configuration.

        Raises:
            ValueError: for another kind of model, or a value that it can't have.
        """
        for name, value in self.fixed.items():
            if (found := getattr(theirs, name, value)) != value:
                raise ValueError(
                    f"{name}: expected {value!r}, got {found!r}, which these classes can't be"
                )
        values = {ours: getattr(theirs, name) for ours, name in self.fields.items()} | self.always
        values["max_len"] -= self.names.first_position
        for name in self.rates:
            if (rate := getattr(theirs, name)) != values["dropout"]:
                raise ValueError(f"{name}: expected {values['dropout']}, as elsewhere, got {rate}")
        return BERTConfig(**values), partial(resolve_name(self.kind), **self.read_options(theirs))

    def holds(self, model: BERTModel) -> bool:
        """Whether a model is of exactly this class."""
        return f"{type(model).__module__}:{type(model).__name__}" == self.kind

    def write(self, model: BERTModel) -> dict[str, Any]:
        """The `config.json` fields of a model; raises as `describe`."""
        return (
            {"architectures": [self.architecture]}
            | self.describe(model.config)
            | self.write_options(model)
        )

    def describe(self, config: BERTConfig) -> dict[str, Any]:
        """The fields of a configuration; ValueError for a switch that they have no word for."""
        odd = [name for name, value in self.always.items() if getattr(config, name) != value]
        odd += ["init_std"] if config.init_std is None else []
        if odd:
            raise ValueError(
                "the reference layout keeps models with "
                + ", ".join(f"{name}={value}" for name, value in self.always.items())
                + " and a number as init_std, got "
                + ", ".join(f"{name}={getattr(config, name)}" for name in odd)
                + "; bert_lab.checkpoint.save_checkpoint keeps every variant of a BERT"
            )
        fields = {theirs: getattr(config, ours) for ours, theirs in self.fields.items()}
        fields[self.fields["max_len"]] += self.names.first_position
        return self.fixed | fields | dict.fromkeys(self.rates, config.dropout)
