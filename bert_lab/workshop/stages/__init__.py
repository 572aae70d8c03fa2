"""How each stage is checked: against `bert_core`, and against what known mistakes would give."""
