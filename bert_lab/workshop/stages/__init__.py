"""What is looked at in each stage, beside what `bert_core` gives."""
