"""The papers' own results on the same questions, at their scale; `source` is a bibliography key."""

_GLUE = ["MNLI-m", "QNLI", "MRPC", "SST-2", "SQuAD 1.1 F1"]
_ROBERTA = ["SQuAD 1.1 F1", "SQuAD 2.0 F1", "MNLI-m", "SST-2", "RACE"]

PAPERS = [
    {
        "question": "no NSP, left-to-right",
        "source": "devlin2019bert",
        "where": "Table 5, development sets, BERT base",
        "columns": _GLUE,
        "rows": {
            "BERT base": [84.4, 88.4, 86.7, 92.7, 88.5],
            "no NSP": [83.9, 84.9, 86.5, 92.6, 87.9],
            "left-to-right, no NSP": [82.1, 84.3, 77.5, 92.1, 77.8],
            "left-to-right, no NSP, BiLSTM on top": [82.1, 84.1, 75.7, 91.6, 84.9],
        },
    },
    {
        "question": "no NSP, and what a text is",
        "source": "liu2019roberta",
        "where": "Table 2",
        "columns": _ROBERTA,
        "rows": {
            "segment pairs, NSP": [90.4, 78.7, 84.0, 92.9, 64.2],
            "sentence pairs, NSP": [88.7, 76.2, 82.9, 92.1, 63.0],
            "full sentences, no NSP": [90.4, 79.1, 84.7, 92.5, 64.8],
            "sentences of one document, no NSP": [90.6, 79.7, 84.7, 92.7, 65.6],
        },
    },
    {
        "question": "100/0/0 masking",
        "source": "devlin2019bert",
        "where": "Table 8, development sets; the rows name <mask>/same/random",
        "columns": ["MNLI, fine-tuned", "NER, fine-tuned", "NER, features"],
        "rows": {
            "80/10/10": [84.2, 95.4, 94.9],
            "100/0/0": [84.3, 94.9, 94.0],
            "80/0/20": [84.1, 95.2, 94.6],
            "80/20/0": [84.4, 95.2, 94.7],
            "0/20/80": [83.7, 94.8, 94.6],
            "0/0/100": [83.6, 94.9, 94.6],
        },
    },
    {
        "question": "masks drawn once or anew",
        "source": "liu2019roberta",
        "where": "Table 1",
        "columns": ["SQuAD 2.0 F1", "MNLI-m", "SST-2"],
        "rows": {"drawn once": [78.3, 84.3, 92.5], "drawn anew": [78.7, 84.0, 92.9]},
    },
    {
        "question": "40 % masking",
        "source": "wettig2023mask",
        "where": "abstract",
        "finding": "For models of BERT large's size 40 % is better than 15 % on GLUE and SQuAD; "
        "even 80 % keeps 95 % of the fine-tuned performance.",
    },
    {
        "question": "left-to-right: how fast it learns",
        "source": "devlin2019bert",
        "where": "appendix C.1",
        "finding": "Masked language modelling converges slightly slower than left-to-right "
        "modelling, but is ahead of it in accuracy almost from the start.",
    },
]

BLOCK_PAPERS = [
    {
        "question": "one head",
        "source": "vaswani2017attention",
        "where": "section 6.2",
        "finding": "In translation one head is 0.9 BLEU worse than the best number of heads, and "
        "too many are worse, too.",
    },
    {
        "question": "no residual, no feed-forward network",
        "source": "dong2021rank",
        "where": "abstract",
        "finding": "Attention alone makes the tokens of a text alike, doubly exponentially with "
        "depth; residual connections and feed-forward networks prevent it.",
    },
    {
        "question": "W_q = W_k",
        "source": "kitaev2020reformer",
        "where": "sections 2 and 5",
        "finding": "One map is no worse than two, where keys have length one and a token may not "
        "attend to itself.",
    },
]
