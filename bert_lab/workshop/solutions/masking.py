"""Stage 6: which tokens are masked, and what stands there instead."""

import torch


def mask_tokens(tokens, vocab_size, generator):
    """Choose tokens to be guessed, and replace most of them.

    tokens: int64 (B, T). The ids 0 to 4 are `<pad>`, `<unk>`, `<cls>`,
    `<sep>`, `<mask>`; ordinary tokens are 5 to vocab_size - 1. All
    randomness comes from the generator.
    In a row of n tokens, padding not counted but `<cls>` and `<sep>`
    counted, exactly max(1, round(0.15 n)) ordinary tokens are chosen, each
    at most once; all of them, if the row has no more. A chosen token becomes
    `<mask>` with probability 0.8, any ordinary token (perhaps the same) with
    0.1, and stays what it is with 0.1, each by a draw of its own.
    Returns four tensors, with P = max(1, round(0.15 T)) slots a row:
    inputs (B, T), int64: the tokens with what replaces the chosen ones;
    positions (B, P), int64: where the chosen ones are, in any order;
    weights (B, P), floats: 1.0 for a real slot, 0.0 for one that only fills
    the row;
    labels (B, P), int64: the tokens that were there. A slot that only fills
    has position 0 and label 0.

    >>> tokens = torch.tensor([[2, 8, 5, 9, 7, 6, 3, 0, 0, 0]])  # n = 7
    >>> made = mask_tokens(tokens, vocab_size=10, generator=torch.Generator())
    >>> inputs, positions, weights, labels = made  # P = 2
    >>> weights
    tensor([[1., 0.]])
    >>> bool(labels[0, 0] == tokens[0, positions[0, 0]])
    True
    """
    batch, length = tokens.shape
    num_slots = max(1, round(0.15 * length))  # P
    inputs = tokens.clone()
    positions = torch.zeros(
        batch, num_slots, dtype=torch.int64, device=tokens.device
    )
    weights = torch.zeros(batch, num_slots, device=tokens.device)
    for b, row in enumerate(tokens):
        candidates = (row >= 5).nonzero()[:, 0]
        wanted = max(1, round(0.15 * int((row != 0).sum())))
        order = torch.randperm(len(candidates), generator=generator)
        chosen = candidates[order[:wanted]].sort().values
        positions[b, : len(chosen)] = chosen
        weights[b, : len(chosen)] = 1.0
        fate = torch.rand(len(chosen), generator=generator).to(tokens.device)
        other = torch.randint(5, vocab_size, chosen.shape, generator=generator)
        other = other.to(tokens.device)
        other[fate < 0.8] = 4
        inputs[b, chosen] = torch.where(fate < 0.9, other, row[chosen])
    labels = tokens.gather(1, positions) * weights.long()  # (B, P)
    return inputs, positions, weights, labels
