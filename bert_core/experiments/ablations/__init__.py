"""What each part of the recipe is worth: leave it out, train again, ask the same questions.

`python -m bert_core.experiments.ablations` makes the table of chapter 7.
"""
