"""The description of a task of any family: name, label names, labels, metrics."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from bert_lab.finetuning.example import Example, Label
from bert_lab.finetuning.heads import TaskModel

IGNORE = -100  # the label of a token without one; torch's own default of cross-entropy
NO_WORD = -1  # the place of a token that belongs to no word: special, or padding


@dataclass(frozen=True)
class TaskSpec(ABC, Generic[Label]):
    """A task: one of the classes `SingleText`, `TextPair`, `Tagging` and `QuestionAnswering`, its
    families.

    Args:
        name: in records.
        label_names: of the classes, in the order of their numbers; see the family.

    Its family says: `family`, the family's name in tables; `two_texts`, whether each example has
    two; `metric`, the one that judges; `task_model`, the class that adds the output layer;
    `poolings`, among which vectors that layer can choose, nothing where it reads all.
    See `ch-agnostic` and `ch-finetuning`.
    """

    name: str
    label_names: tuple[str, ...]

    family: ClassVar[str]
    two_texts: ClassVar[bool] = False
    metric: ClassVar[str]
    task_model: ClassVar[type[TaskModel]]
    poolings: ClassVar[tuple[str, ...]] = ()

    @property
    def num_labels(self) -> int:
        """Outputs of the added layer, per text or per token."""
        return len(self.label_names)

    @abstractmethod
    def is_label(self, example: Example) -> bool:
        """Whether a label is valid for this task and fits the example's texts."""

    @abstractmethod
    def place_label(self, label: Label, places: list[int], segments: list[int]) -> Any:
        """The label as numbers for the loss, in the form of `TaskData.labels`.

        `places` and `segments` (T,) say of each token which word of its text it belongs to, or
        `NO_WORD`, and in which text that is.
        """

    @abstractmethod
    def in_words(self, found: Any, example: Example[Label], places: list[int]) -> Label:
        """The output of the task model's `decode` for an example, in the form of its label."""

    @abstractmethod
    def measure(self, examples: list[Example[Label]], answers: list[Label]) -> dict[str, float]:
        """The metrics of any answers against the labels.

        Args:
            examples: with their labels.
            answers: of the form of labels, one for each example.

        Returns:
            Metrics by name, `metric` among them; between 0 and 1.

        Raises:
            ImportError: if the metric's library is not installed.

        See `ch-finetuning`.
        """

    @abstractmethod
    def majority(self, train: list[Example[Label]], test: list[Example[Label]]) -> list[Label]:
        """The most frequent answer to the training examples, for every test example.

        For tagging that is asked word by word, for question answering start by start and length by
        length (the answer is cut where the text ends).
        See `ch-finetuning`.
        """

    @abstractmethod
    def bag_of_words(self, train: list[Example[Label]], test: list[Example[Label]]) -> list[Label]:
        """The answers of a logistic regression on the words, without their order.

        Of one text or two it knows the words of each; for tagging the word itself, and with it
        every other word of the text; for question answering the word itself, and with it every word
        of the question: start and end of the most probable span. The labels of `test` are not read.

        Raises:
            ImportError: if scikit-learn is not installed.

        See `ch-finetuning`.
        """
