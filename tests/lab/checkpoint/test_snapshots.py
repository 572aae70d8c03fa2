"""bert_lab.checkpoint.snapshots: stored weights are close to the original ones."""

import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.snapshots import kept_steps, load_state, save_state


def test_a_state_comes_back_within_half_a_step(build_model, variant, tmp_path):
    model = build_model(**variant).eval()
    save_state(model, 12, tmp_path / "new")
    assert kept_steps(tmp_path / "new") == [12]
    back = load_state(model.config, 12, tmp_path / "new")
    assert not back.training
    for name, weight in model.state_dict().items():
        size = weight.abs().amax(dim=-1, keepdim=True) if weight.dim() == 2 else weight.abs()
        assert ((back.state_dict()[name] - weight).abs() <= size * 0.0045 + 1e-4).all(), name


def test_the_shipped_run_began_as_a_model_that_knows_nothing():
    model, tokenizer = load_mini_bert()
    assert kept_steps()[0] == 0
    assert len(kept_steps()) >= 6
    ids = torch.tensor([[2, *tokenizer.encode("i went to the <mask> to deposit cash").ids, 3]])
    shares = []
    for step in kept_steps():
        with torch.no_grad():
            logits = load_state(model.config, step)(
                ids, torch.zeros_like(ids), None, torch.tensor([[5]])
            )[1]
        shares.append(logits[0, 0].softmax(-1)[tokenizer.token_to_id("bank")].item())
    assert shares[0] < 0.01
    assert shares[-1] > 0.2
