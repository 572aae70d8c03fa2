"""The engine under all training: steps on Accelerate, batches, seeds, states, records."""
