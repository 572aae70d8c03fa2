"""What the book does with `bert_core`: text, training, history, experiments, pictures, workshop.

A folder imports only from those before it in `LAYERS`; each one's docstring says what it is for.
"""

LAYERS = (
    "text",
    "world",
    "checkpoint",
    "training_loop",
    "pretraining",
    "finetuning",
    "search",
    "ask",
    "history",
    "after",
    "experiments",
    "look",
    "workshop",
)
