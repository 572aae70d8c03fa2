"""python -m bert_lab.finetuning: from a data set's files and a folder's model to a record."""

import json

import pytest
import torch

from bert_core import SPECIAL_TOKENS, BERTConfig, BERTModel
from bert_lab.checkpoint import load_bert, save_checkpoint, save_pretrained
from bert_lab.finetuning.__main__ import main
from bert_lab.finetuning.stored import FILES
from bert_lab.finetuning.tasks.files import FILE_TASKS
from bert_lab.text.tokenization import train_wordpiece
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS
from bert_lab.training_loop.record import read_run

WORDS = [
    "the",
    "crane",
    "stands",
    "by",
    "a",
    "river",
    "and",
    "eats",
    "fish",
    "in",
    "morning",
    "light",
]


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory):
    tokenizer = train_wordpiece([[" ".join(WORDS)] * 9], 70)
    config = BERTConfig.preset("mini", vocab_size=tokenizer.get_vocab_size(), max_len=40)
    folder = tmp_path_factory.mktemp("model")
    generator = torch.Generator().manual_seed(0)
    save_checkpoint(folder, BERTModel.from_config(config, generator=generator), tokenizer)
    return folder


@pytest.fixture(scope="module")
def data_folder(tmp_path_factory):
    """Each data set's format, with labels by a simple rule."""
    folder = tmp_path_factory.mktemp("data")
    texts = [[WORDS[(i * k + i) % 12] for k in range(2 + i % 5)] for i in range(30)]
    sst2 = "".join(f"{i % 2} {' '.join(text)}\n" for i, text in enumerate(texts))
    sick = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n" + "".join(
        f"{i}\t{' '.join(text)}\t{' '.join(texts[i - 1])}\t{1 + i % 5}\t"
        f"{('NEUTRAL', 'ENTAILMENT', 'CONTRADICTION')[i % 3]}\n"
        for i, text in enumerate(texts)
    )
    wnut17 = "\n\n".join(
        "\n".join(f"{word}\t{'B-location' if word == 'river' else 'O'}" for word in text)
        for text in texts
    )
    articles = [
        {
            "paragraphs": [
                {
                    "context": " ".join(text),
                    "qas": [
                        {
                            "id": str(i),
                            "question": f"where {text[0]}",
                            "answers": [{"text": text[0], "answer_start": 0}],
                        }
                    ],
                }
            ]
        }
        for i, text in enumerate(texts)
    ]
    for split, names in {
        "train": ("stsa.binary.train", "SICK.train.txt", "wnut17train.conll"),
        "test": ("stsa.binary.test", "SICK.test.txt", "emerging.test.annotated"),
    }.items():
        assert split
        for name, text in zip(names, (sst2, sick, wnut17), strict=True):
            (folder / name).write_text(text, "utf-8")
    (folder / "xquad.en.json").write_text(json.dumps({"data": articles}), "utf-8")
    return folder


def _run(task, model_folder, data_folder, out, *more):
    words = f"--task {task} --data {data_folder} --model {model_folder} --out {out} --seed 3"
    words += " --max_seq_length 24 --num_train_epochs 2 --train_batch_size 8"
    main([*words.split(), *more])


@pytest.mark.parametrize("task", FILE_TASKS)
def test_from_files_to_a_record(task, model_folder, data_folder, tmp_path, capsys):
    _run(task, model_folder, data_folder, tmp_path)
    printed = capsys.readouterr()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        s.name for s in FILE_TASKS[task]
    )
    for spec in FILE_TASKS[task]:
        names = sorted(path.name for path in (tmp_path / spec.name).iterdir())
        assert names == sorted([*FILES, "tokenizer_config.json", "record.jsonl"])
        curve, summary = read_run(tmp_path / spec.name)
        num_train = 20 if task == "xquad" else 30
        assert summary["examples"] == {"train": num_train, "test": 5 if task == "xquad" else 30}
        assert summary["steps"] == curve[-1]["step"] == -(-2 * num_train // 8)
        for judge in ("fine-tuned", "bag of words", "majority"):
            assert spec.metric in summary[judge]
        assert json.dumps(summary, indent=1) in printed.out
    assert f"{summary['steps']}/{summary['steps']}" in printed.err  # the progress bar


def test_the_reference_layout_and_ids_of_its_own_make_the_same_run(
    model_folder, data_folder, tmp_path
):
    """The same weights and pieces in another order, as every original has them, learn the same."""
    model, tokenizer = load_bert(model_folder)
    pieces = [tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())]
    order = [*range(9, len(pieces)), *range(9)]
    respelled = dict(zip(SPECIAL_TOKENS, ORIGINAL_SPELLINGS, strict=True))
    table = model.encoder.token_embedding.weight
    with torch.no_grad():
        table.copy_(table[order])
    save_pretrained(model, tmp_path)
    words = [respelled.get(pieces[i], pieces[i]) for i in order]
    (tmp_path / "vocab.txt").write_text("\n".join(words), "utf-8")
    for name, folder in {"own": model_folder, "reference": tmp_path}.items():
        _run("xquad", folder, data_folder, tmp_path / name)  # it has pairs of texts
    own, reference = (read_run(tmp_path / name / "xquad") for name in ("own", "reference"))
    assert own.curve == reference.curve
    assert own.summary["fine-tuned"] == reference.summary["fine-tuned"]


# each with what the line says
MISTAKES = {
    "--model ./nowhere": "nowhere: no folder here, and the hub has no model",
    "--data nowhere": "argument --data: expected a folder, got nowhere, which is not there",
    "--data .": "stsa.binary.train: expected the file of 'sst2' with this name",
    "--out {file}/below": "argument --out/--output_dir: expected a folder, got the file ",
    "--num_train_epochs nan": "num_train_epochs: expected a number above 0 and at most 1000000",
    "--pooling max": "argument --pooling: invalid choice: 'max'",
    "--max_seq_length 41": "max_seq_length: expected at most 40, the positions that ",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_one_line_and_leaves_nothing(
    words, model_folder, data_folder, tmp_path, capsys
):
    file = tmp_path / "file"
    file.write_text("")
    words_and_file = words.format(file=file).split()
    with pytest.raises(SystemExit) as caught:
        _run("sst2", model_folder, data_folder, tmp_path / "out", *words_and_file)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("python -m bert_lab.finetuning: error: ")
    assert err.count("\n") == 1
    assert MISTAKES[words] in err
    assert list(tmp_path.iterdir()) == [file]
