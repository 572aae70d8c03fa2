"""bert_lab.checkpoint.snapshots: stored weights are close to the original ones."""

import pytest
import torch
from safetensors.torch import load, save

from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.snapshots import kept_steps, load_state, quantise, save_state, state_file


def test_a_state_comes_back_within_half_a_step(build_model, variant, tmp_path):
    model = build_model(**variant).eval()
    save_state(model, 12, tmp_path / "new")
    assert kept_steps(tmp_path / "new") == [12]
    back = load_state(model.config, 12, tmp_path / "new")
    assert not back.training
    for name, weight in model.state_dict().items():
        size = weight.abs().amax(dim=-1, keepdim=True) if weight.dim() == 2 else weight.abs()
        assert ((back.state_dict()[name] - weight).abs() <= size * 0.0045 + 1e-4).all(), name


def test_rows_of_zeros_and_of_tiny_numbers():
    weight = torch.tensor([[0.0, 0.0], [1e-9, -1e-9], [3.0, -1.5]])
    numbers, scale = quantise(weight)
    assert numbers.tolist() == [[0, 0], [0, 0], [127, -64]]
    assert scale.isfinite().all()
    assert (scale > 0).all()


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


def test_a_step_that_is_not_kept_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"expected one of the steps \[\], got 5"):
        load_state(load_mini_bert()[0].config, 5, tmp_path)


def test_a_damaged_state_is_refused_by_name(build_model, tmp_path):
    model = build_model(tied_decoder=True)
    save_state(model, 5, tmp_path)
    path = state_file(5, tmp_path)
    whole = path.read_bytes()
    tensors = load(whole)
    for change, message in (
        ({"hidden.0.weight.scale": torch.ones(3)}, "hidden.0.weight: expected a scale for each"),
        ({"hidden.0.bias": torch.ones(3)}, "size mismatch for hidden.0.bias"),
        ({"other": torch.ones(3)}, "missing: none; not one of them: other"),
    ):
        path.write_bytes(save(tensors | change))
        with pytest.raises(ValueError, match=rf"5.safetensors: (.|\n)*{message}"):
            load_state(model.config, 5, tmp_path)
