"""bert_lab.pretraining.recipe: the options of the shipped model, and that model untrained."""

from bert_core.config import BERTConfig
from bert_lab.checkpoint import MINI_BERT, load_mini_bert
from bert_lab.pretraining import RECIPE, build_model, prepare
from bert_lab.training_loop.record import read_run


def test_the_recipe_is_what_the_record_tells():
    """Its rates, step by step: a tenth of the steps up to the peak, then down to zero."""
    curve, summary = read_run(MINI_BERT)
    assert curve[-1]["step"] == RECIPE.num_train_steps
    highest = max(row["learning_rate"] for row in curve)
    assert 0.99 * RECIPE.learning_rate < highest <= RECIPE.learning_rate
    assert summary["corpus"] == RECIPE.corpus
    assert summary["pairs"] == len(prepare(seed=RECIPE.seed).train)


def test_the_model_is_the_mini_bert_untrained():
    data = prepare()
    shipped, _ = load_mini_bert()
    assert build_model(data, data.generator()).config == shipped.config
    assert build_model(data, data.generator(), activation="relu").config.activation == "relu"
    tiny = BERTConfig.preset("tiny", vocab_size=761)
    assert build_model(data, data.generator(), "tiny").config == tiny
