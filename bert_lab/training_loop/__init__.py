"""The loop of pretraining and fine-tuning: steps on Accelerate, batches, seeds, states, records."""
