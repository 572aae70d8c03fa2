"""The head's and the loss's known mistakes, each with its key, and other ways to be right."""

import pytest

from bert_lab.workshop.stages import words as stage
from tests.helpers.workshop import assert_all_reached, assert_named, assert_right, mistake

HEAD, LOSS = "MaskedWordHead", "masked_word_loss"
TIE = "self.decoder.weight = token_embedding.weight"
ROWS = "rows = torch.arange(len(X), device=X.device)[:, None]  # (B, 1)"
CHOSEN = "chosen = X[rows, positions]  # (B, P, D)"
RETURN = "return self.decoder(self.norm(F.gelu(self.dense(chosen))))  # (B, P, V)"
EACH = """losses = F.cross_entropy(
        logits.flatten(0, 1), labels.flatten(), reduction="none"
    )"""
VIEWED = "logits.view(len(logits), logits.shape[2], -1)"
MEAN = "return (losses * weights.flatten()).sum() / weights.sum()"


def returns(code):
    return (RETURN, f"return {code}")


MISTAKES = [
    mistake(HEAD, "untied", (TIE, "pass")),
    mistake(
        HEAD, "untied", (TIE, "self.decoder.weight = nn.Parameter(token_embedding.weight.clone())")
    ),
    mistake(HEAD, "untied", (TIE, "self.decoder.weight.data.copy_(token_embedding.weight)")),
    mistake(HEAD, "every-position", (CHOSEN, "chosen = X")),
    mistake(HEAD, "rows-times-rows", (CHOSEN, "chosen = X[:, positions]")),
    mistake(HEAD, "first-row-for-all", (CHOSEN, "chosen = X[:, positions[0]]")),
    mistake(HEAD, "rows-run-together", (CHOSEN, "chosen = X.flatten(0, 1)[positions]")),
    mistake(HEAD, "first-vectors", (CHOSEN, "chosen = X[:, : positions.shape[1]]")),
    mistake(HEAD, "last-vectors", (CHOSEN, "chosen = X[:, -positions.shape[1] :]")),
    mistake(HEAD, "one-too-far", (CHOSEN, "chosen = X[rows, (positions + 1) % X.shape[1]]")),
    mistake(HEAD, "no-norm", returns("self.decoder(F.gelu(self.dense(chosen)))")),
    mistake(
        HEAD,
        "norm-before-activation",
        returns("self.decoder(F.gelu(self.norm(self.dense(chosen))))"),
    ),
    mistake(HEAD, "norm-first", returns("self.decoder(F.gelu(self.dense(self.norm(chosen))))")),
    mistake(HEAD, "no-dense", returns("self.decoder(self.norm(F.gelu(chosen)))")),
    mistake(HEAD, "no-transform", returns("self.decoder(chosen)")),
    mistake(HEAD, "no-activation", returns("self.decoder(self.norm(self.dense(chosen)))")),
    mistake(HEAD, "relu", returns("self.decoder(self.norm(F.relu(self.dense(chosen))))")),
    mistake(
        HEAD,
        "gelu-tanh",
        returns('self.decoder(self.norm(F.gelu(self.dense(chosen), approximate="tanh")))'),
    ),
    mistake(HEAD, "tanh", returns("self.decoder(self.norm(self.dense(chosen).tanh()))")),
    mistake(HEAD, "probabilities", (RETURN, RETURN.replace("  #", ".softmax(dim=-1)  #"))),
    mistake(HEAD, "log-probabilities", (RETURN, RETURN.replace("  #", ".log_softmax(dim=-1)  #"))),
    mistake(
        HEAD,
        "bias-unused",
        returns("self.norm(F.gelu(self.dense(chosen))) @ self.decoder.weight.T"),
    ),
    mistake(HEAD, "norm-eps", (", eps=1e-12)\n        self", ")\n        self")),
    mistake(HEAD, "norm-eps-6", ("eps=1e-12)\n        self", "eps=1e-6)\n        self")),
    mistake(
        HEAD,
        "no-bias",
        ("nn.Linear(num_hiddens, vocab_size)", "nn.Linear(num_hiddens, vocab_size, bias=False)"),
    ),
    mistake(LOSS, "not-one-number", (MEAN, "return losses * weights.flatten()")),
    mistake(LOSS, "weights-ignored", (MEAN, "return losses.mean()")),
    mistake(
        LOSS,
        "weights-ignored",
        (EACH, "losses = F.cross_entropy(logits.flatten(0, 1), labels.flatten())"),
    ),
    mistake(
        LOSS,
        "mean-before-weights",
        (EACH, "loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten())"),
        (MEAN, "return (loss * weights).mean()"),
    ),
    mistake(
        LOSS,
        "view-for-transpose",
        (EACH, EACH.replace("logits.flatten(0, 1), labels.flatten()", VIEWED + ", labels")),
        (MEAN, "return (losses * weights).sum() / weights.sum()"),
    ),
    mistake(
        LOSS, "raises-classes", (EACH, EACH.replace(".flatten(0, 1)", "").replace(".flatten()", ""))
    ),
    mistake(LOSS, "sum", (MEAN, "return (losses * weights.flatten()).sum()")),
    mistake(LOSS, "sum", (MEAN, "return losses.sum()")),
    mistake(
        LOSS,
        "label-0-is-nothing",
        (EACH, EACH.replace('reduction="none"', 'reduction="none", ignore_index=0')),
        (MEAN, "return losses.mean()"),
    ),
    mistake(LOSS, "divided-by-slots", (MEAN, "return (losses * weights.flatten()).mean()")),
    mistake(
        LOSS, "divided-by-rows", (MEAN, "return (losses * weights.flatten()).sum() / len(weights)")
    ),
    mistake(
        LOSS,
        "mean-of-rows",
        (
            MEAN,
            "losses = losses.view_as(weights) * weights\n    "
            "return (losses.sum(dim=1) / weights.sum(dim=1)).mean()",
        ),
    ),
    mistake(
        LOSS,
        "softmax-twice",
        (EACH, EACH.replace("logits.flatten(0, 1)", "logits.flatten(0, 1).softmax(-1)")),
    ),
    mistake(LOSS, "wrong-sign", (MEAN, MEAN.replace("return ", "return -"))),
    mistake(
        LOSS,
        "no-logarithm",
        (EACH, "losses = 1 - logits.softmax(-1).gather(2, labels[:, :, None]).flatten()"),
    ),
    mistake(
        LOSS,
        "likelihood",
        (EACH, "losses = logits.softmax(-1).gather(2, labels[:, :, None]).flatten()"),
    ),
    mistake(LOSS, "bits", (MEAN, MEAN + " / math.log(2)")),
    mistake(
        LOSS, "logit-alone", (EACH, "losses = -logits.gather(2, labels[:, :, None]).flatten()")
    ),
    mistake(LOSS, "no-tensor", (MEAN, MEAN.replace("return ", "return float(") + ")")),
    mistake(LOSS, "no-gradient", (MEAN, MEAN.replace("return ", "return (") + ").detach()")),
]

MISTAKES += [
    mistake(
        HEAD,
        "gelu-sigmoid",
        (CHOSEN, CHOSEN + "\n        Y = self.dense(chosen)"),
        returns("self.decoder(self.norm(Y * torch.sigmoid(1.702 * Y)))"),
    ),
    mistake(HEAD, "silu", returns("self.decoder(self.norm(F.silu(self.dense(chosen))))")),
    mistake(
        HEAD,
        "activation-twice",
        returns("self.decoder(F.gelu(self.norm(F.gelu(self.dense(chosen)))))"),
    ),
    mistake(
        HEAD,
        "input-added",
        returns("self.decoder(self.norm(chosen + F.gelu(self.dense(chosen))))"),
    ),
    mistake(
        HEAD,
        "part-unlearned",
        returns(
            "F.linear(self.norm(F.gelu(self.dense(chosen))), self.decoder.weight.detach(), "
            "self.decoder.bias)"
        ),
    ),
    mistake(
        LOSS,
        "input-gradient",
        (
            MEAN,
            "loss = (losses * weights.flatten()).sum() / weights.sum()\n    return 0.5 * "
            "loss + 0.5 * loss.detach()",
        ),
    ),
    mistake(
        LOSS,
        "mean-of-rows",
        (
            MEAN,
            "losses = losses.view_as(weights)\n    rows = (losses * weights).sum(1) / "
            "weights.sum(1)\n    return (rows * weights.sum(1)).sum() / weights.sum()",
        ),
    ),
]

MISTAKES += [
    mistake(
        LOSS,
        "label-0-ignored",
        (EACH, "losses = logits.flatten(0, 1), labels.flatten()"),
        (MEAN, "return F.cross_entropy(*losses, ignore_index=0)"),
    ),
]

MISTAKES += [
    mistake(
        HEAD, "overwrites-module", (TIE, f"{TIE}\n        nn.init.normal_(self.decoder.weight)")
    ),
]

WAYS = {
    "gather": (
        HEAD,
        (ROWS, "index = positions[:, :, None].expand(-1, -1, X.shape[-1])"),
        (CHOSEN, "chosen = X.gather(1, index)"),
    ),
    "views": (
        HEAD,
        (ROWS, "starts = len(X[0]) * torch.arange(len(X), device=X.device)[:, None]"),
        (
            CHOSEN,
            "flat = positions.view(-1) + starts.expand_as(positions).reshape(-1)\n        "
            "chosen = X.view(-1, X.shape[-1])[flat].view(*positions.shape, -1)",
        ),
    ),
    "views for the loss": (
        LOSS,
        (
            EACH,
            EACH.replace("flatten(0, 1)", "view(-1, logits.shape[-1])").replace(
                "labels.flatten()", "labels.view(-1)"
            ),
        ),
        (MEAN, MEAN.replace("weights.flatten()", "weights.view(-1)")),
    ),
    "row by row": (
        HEAD,
        (ROWS, ""),
        (CHOSEN, "chosen = torch.stack([x[p] for x, p in zip(X, positions)])"),
    ),
    "all positions first": (
        HEAD,
        (CHOSEN, "everything = self.decoder(self.norm(F.gelu(self.dense(X))))"),
        returns("everything[rows, positions]"),
    ),
    "in sequence": (
        HEAD,
        (
            "self.dense = nn.Linear(num_hiddens, num_hiddens)",
            "self.transform = nn.Sequential(nn.Linear(num_hiddens, num_hiddens), nn.GELU())",
        ),
        returns("self.decoder(self.norm(self.transform(chosen)))"),
    ),
    "the embedding kept": (
        HEAD,
        (TIE, TIE + "\n        self.token_embedding = token_embedding"),
    ),
    "real slots alone": (
        LOSS,
        (EACH, "real = weights.bool()"),
        (MEAN, "return F.cross_entropy(logits[real], labels[real])"),
    ),
    "by hand": (
        LOSS,
        (
            EACH,
            "right = logits.gather(2, labels[:, :, None])[:, :, 0]\n"
            "    losses = (logits.logsumexp(-1) - right).flatten()",
        ),
    ),
    "axes moved": (
        LOSS,
        (
            EACH,
            'losses = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none").flatten()',
        ),
    ),
    "an ignored label": (
        LOSS,
        (EACH, "real = torch.where(weights > 0, labels, -100)"),
        (MEAN, "return F.cross_entropy(logits.flatten(0, 1), real.flatten())"),
    ),
}


@pytest.mark.parametrize("one", MISTAKES, ids=str)
def test_a_known_mistake_gets_its_sentence(one):
    assert_named(one)


def test_every_sentence_has_its_mistake():
    assert_all_reached("words", MISTAKES)


@pytest.mark.parametrize("way", WAYS)
def test_another_way_is_right(way):
    name, *edits = WAYS[way]
    assert_right(name, edits)


def test_the_sizes_all_differ():
    sizes = (stage.B, stage.T, stage.D, stage.V, stage.P)
    assert len(set(sizes)) == len(sizes)
