"""The checks of each stage: against `bert_core`, and against the results of known mistakes."""
