"""WikiText-2 with the text's recipe and with a repaired one, on the same held-out questions.

`python -m bert_lab.experiments.wikitext2 --corpus DIR` makes the record.
"""

from bert_lab.experiments.wikitext2.questions import Questions, ask, draw_questions
from bert_lab.experiments.wikitext2.recipes import RECIPES, Recipe, mean_over_all_slots

__all__ = ["RECIPES", "Questions", "Recipe", "ask", "draw_questions", "mean_over_all_slots"]
