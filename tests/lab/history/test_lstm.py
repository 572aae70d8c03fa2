"""bert_lab.history.lstm: each direction equals PyTorch's LSTM, sequence by sequence."""

import torch

from bert_lab.history.lstm import LSTMPair, flip
from tests.helpers.close import assert_close

VALID_LENS = torch.tensor([4, 1, 6])
T, D, H = 6, 5, 3


def test_flip_by_hand():
    X = torch.arange(18).view(3, 6)
    expected = [[3, 2, 1, 0, 4, 5], [6, 7, 8, 9, 10, 11], [17, 16, 15, 14, 13, 12]]
    assert flip(X, VALID_LENS).tolist() == expected
    assert flip(flip(X, VALID_LENS), VALID_LENS).equal(X)


def test_both_directions_against_torch(generator):
    torch.manual_seed(0)
    pair, X, Y = LSTMPair(D, H), torch.randn(3, T, D), torch.randn(3, T, D)
    left, right = pair(X, Y, VALID_LENS)
    assert left.shape == right.shape == (3, T, H)
    for row, length in enumerate(VALID_LENS.tolist()):
        alone, _ = pair.from_left(X[row : row + 1, :length])
        assert_close(left[row, :length], alone[0], roundings=T * (D + H))
        alone, _ = pair.from_right(Y[row : row + 1, :length].flip(1))
        assert_close(right[row, :length], alone[0].flip(0), roundings=T * (D + H))
