"""benchmarks.data_pipeline: an epoch holds each pair once, masked."""

from benchmarks.data_pipeline import BATCH_SIZE, epoch
from bert_core.inputs import MASK
from tests.helpers.pretraining_data import random_pairs


def test_an_epoch_is_made_of_whole_batches_of_masked_pairs(generator):
    data = random_pairs(2 * BATCH_SIZE + 3, generator)
    batches = list(epoch(data, 23))
    assert [len(batch.inputs) for batch in batches] == [BATCH_SIZE] * 2
    for batch in batches:
        asked = batch.inputs.gather(1, batch.positions)[batch.weights == 1]
        assert 0.7 < (asked == MASK).float().mean() < 0.9
