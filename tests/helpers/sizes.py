"""Sizes that no two dimensions share, for test modules and for processes that tests start."""

# D = N K with K = 5; a swapped axis fails, because no two sizes are the same.
SIZES = {
    "vocab_size": 23,
    "num_hiddens": 15,
    "ffn_num_hiddens": 11,
    "num_heads": 3,
    "num_blks": 2,
    "dropout": 0.1,
    "max_len": 13,
}
