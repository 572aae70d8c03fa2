"""How the fields of the reference's `config.json` map to `BERTConfig` (`ch-original`)."""

from dataclasses import dataclass
from typing import Any

from bert_core.config import BERTConfig


@dataclass(frozen=True)
class Fields:
    """The `config.json` fields of one model family, and how they map to ours.

    Args:
        table: our fields -> theirs.
        base: what a field is where nothing is said, as in the reference.
        always: what this kind of model always has, so that its files have no word for it.
        fixed: what its files can say and we can't; a field that is absent has this value.
        rates: fields for a rate of dropout each, which is the same one here.
        first_position: how many positions are counted there and not here.
    """

    table: dict[str, str]
    base: BERTConfig
    always: dict[str, Any]
    fixed: dict[str, Any]
    rates: tuple[str, ...] = ()
    first_position: int = 0

    def write(self, config: BERTConfig) -> dict[str, Any]:
        """The reference's `config.json` fields for such a model.

        Raises:
            ValueError: for a switch that the reference has no word for.
        """
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
        fields = {theirs: getattr(config, ours) for ours, theirs in self.table.items()}
        fields[self.table["max_len"]] += self.first_position
        return self.fixed | fields | dict.fromkeys(self.rates, config.dropout)

    def read(self, fields: dict[str, Any]) -> BERTConfig:
        """The configuration that these fields describe.

        Raises:
            ValueError: for another kind of model, or a value that `BERTConfig` can't have.
            TypeError: for a word where a number should be, or the other way round.
        """
        for name, value in self.fixed.items():
            if fields.get(name, value) != value:
                raise ValueError(
                    f"{name}: expected {value!r}, got {fields[name]!r}, which these classes "
                    "can't be"
                )
        values = vars(self.base) | {
            ours: fields[theirs] for ours, theirs in self.table.items() if theirs in fields
        }
        for name in self.rates:
            if fields.get(name, values["dropout"]) != values["dropout"]:
                raise ValueError(
                    f"{name}: expected {self.table['dropout']}, {values['dropout']!r}, "
                    f"got {fields[name]!r}; here it is one rate"
                )
        if self.table["max_len"] in fields:
            values["max_len"] -= self.first_position
        return BERTConfig(**values | self.always)
