"""What each part of the recipe is worth: leave it out, train again, ask the same questions.

The table of chapter 8, a record with these keys:

- `recipe`, `seeds`: what all runs have in common, and how often each was made;
- `questions`: what was asked, by name; each gives the metrics `<name>_loss` and `<name>_accuracy`;
- `rule`: when a difference counts as larger than the seeds' noise;
- `variants`: the baseline first; for each `name`, `mean` and `sd` by metric, `difference` by metric
  (`mean`, `sd`, `verdict`) from the baseline, and `runs`: for each seed its `metrics`,
  `parameters`, processor `seconds`, and a `curve` of `last_word_loss` over `step`;
- `papers`: published numbers (`columns`, `rows`) or findings on the same questions, each with its
  `source`, a key of the bibliography.
"""
