"""D2L's systems compared: who tells senses apart, and what each is worth to the tasks.

The record's keys:

- `seeds`; `sizes`: labels of the tasks; `recipe`: of the tasks' training;
- `senses`: by system what `disambiguation.summarise` returns, and of `seed 0` what
  `disambiguation.ask_word` said;
- `tasks`: by task `metric` and by system, for each of `sizes`, `mean`, `sd` and `runs`; the
  `parameters` that the task added; and the `lines` of code of its own;
- `training`: by system the processor's seconds for each seed after the first.
"""
