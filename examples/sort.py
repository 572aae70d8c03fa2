"""Sort short texts into classes of your own: a BERT learns them from a CSV file.

pip install torch transformers scikit-learn

python sort.py mails.csv                      learns, prints its errors, keeps the best in sorter/
python sort.py mails.csv FOLDER               begins with the model in FOLDER, or of that name
python sort.py "When will my parcel come?"    asks what is in sorter/

Two columns of the file matter: one has the texts, one the name of each text's class. Where they
aren't called text and label, or alike, it guesses, and says which it took.
"""

import csv
import math
import random
import re
import sys
from copy import deepcopy
from io import StringIO
from pathlib import Path

import torch
from sklearn.linear_model import LogisticRegression
from transformers import AutoModelForSequenceClassification, AutoTokenizer, logging
from transformers import get_linear_schedule_with_warmup as up_and_down

logging.set_verbosity_error()  # it would report that the layer on top is new

MODEL, RATE = "sentence-transformers/all-MiniLM-L6-v2", 1e-4  # small; 3e-5 and 3e-4 were worse
# MODEL, RATE = "google-bert/bert-base-uncased", 3e-5  # as its authors say; we have not run it
READS = {MODEL: "(it has learned English alone)"}
EPOCHS, FEWEST_STEPS, BATCH, MAX_LENGTH = 3, 100, 16, 128


# ---- Reading: a list of (text, class), whatever the spreadsheet has written
TEXT = re.compile("texts?|sentence|message|review|comment|body|文本|[内內]容|テキスト|本文")
LABEL = re.compile("labels?|class|category|topic|target|team|tag|标签|[类類][别別]|ラベル|分類")


def stop(message):
    print(message, file=sys.stderr)
    raise SystemExit(2)


def decode(path):
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text or text.startswith("%PDF"):
        stop(f"{path} is a workbook, a picture, a PDF or in an old encoding: save it as CSV UTF-8")
    return text


def read(path):
    text = re.sub(r"\Asep=.\r?\n", "", decode(path))  # Excel's own first line
    if re.match(r"\s*([{[]|__label__)", text):
        stop(f"{path} is JSON or fastText's: save it as CSV, with the columns text and label")
    mark = max(",;\t|，、", key=text.partition("\n")[0].count)
    table = [row for row in csv.reader(StringIO(text, newline=""), delimiter=mark) if any(row)]
    if len(table) < 2 or len(table[0]) < 2:
        stop(f"{path} needs a head and two columns at least, the texts and their classes")
    head = [name.strip().lower() for name in table[0]]
    rows = [[cell.strip() for cell in (row + [""] * len(head))[: len(head)]] for row in table[1:]]
    kinds = [len(set(column)) for column in zip(*rows, strict=True)]
    sizes = [len("".join(column)) for column in zip(*rows, strict=True)]
    places = range(len(head))
    label = min(places, key=lambda i: (not LABEL.fullmatch(head[i]), kinds[i] < 2, kinds[i]))
    rank = [(i == label, not TEXT.fullmatch(head[i]), kinds[i] < 2, -sizes[i]) for i in places]
    text = min(places, key=rank.__getitem__)
    print(f"{len(rows)} rows: texts in the column {head[text]!r}, classes in {head[label]!r}")
    found = [(row[text], row[label]) for row in rows if row[text] and row[label]]
    return list(dict.fromkeys(found))  # what is there twice would be tried on itself


def split(rows):
    """Of each class one text in five is held out; of one with a single text, none."""
    random.Random(0).shuffle(rows)
    names, learn, held = sorted({name for _, name in rows}), [], []
    for label, name in enumerate(names):
        texts = [(text, label) for text, found in rows if found == name]
        size = max(1, len(texts) // 5) if len(texts) > 1 else 0
        held, learn = held + texts[:size], learn + texts[size:]
        print(f"{len(texts):5} {name}")
    if len(names) < 2 or not held:
        stop("two classes are needed, and two texts in one of them at least")
    return names, learn, held


# ---- Training: all weights learn, and the best epoch is kept
def batches(rows, size):
    for start in range(0, len(rows), size):
        texts, labels = zip(*rows[start : start + size], strict=True)
        options = {"padding": True, "truncation": True, "max_length": MAX_LENGTH}
        yield tokenizer(list(texts), return_tensors="pt", **options), torch.tensor(labels)


@torch.no_grad()
def judge(network, rows):
    """The mean loss, and the class that each text gets."""
    logits = torch.cat([network.eval()(**inputs).logits for inputs, _ in batches(rows, 64)])
    right = torch.tensor([label for _, label in rows])
    return torch.nn.functional.cross_entropy(logits, right).item(), logits.argmax(dim=1).tolist()


def train(network, learn, held):
    per_epoch, lowest, best = math.ceil(len(learn) / BATCH), math.inf, {}
    epochs = max(EPOCHS, math.ceil(FEWEST_STEPS / per_epoch))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE)
    rate = up_and_down(optimizer, epochs * per_epoch // 10, epochs * per_epoch)
    for epoch in range(1, epochs + 1):
        random.shuffle(learn)
        for inputs, labels in batches(learn, BATCH):
            network.train()(**inputs, labels=labels).loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            rate.step()
            optimizer.zero_grad()
        loss, found = judge(network, held)
        print(f"epoch {epoch:2}: loss {loss:.2f}, {share(found, held)} of the held out right")
        if loss < lowest:
            lowest, best = loss, deepcopy(network.state_dict())
    network.load_state_dict(best)


def share(found, rows):
    return f"{sum(a == b for a, (_, b) in zip(found, rows, strict=True)) / len(rows):.0%}"


@torch.no_grad()
def vectors(network, rows):
    """What the encoder says before it has learned: the mean of each text's vectors."""
    means = []
    for inputs, _ in batches(rows, 64):
        valid = inputs["attention_mask"][:, :, None]
        states = network.eval().base_model(**inputs).last_hidden_state  # (B, T, D)
        means.append((states * valid).sum(dim=1) / valid.sum(dim=1))
    return torch.cat(means).numpy()


# ---- Use
def learn_from(path):
    rows = read(path)
    found = tokenizer([text for text, _ in rows])["input_ids"]
    ids, cut = [i for one in found for i in one], sum(len(one) > MAX_LENGTH for one in found)
    unknown = ids.count(tokenizer.unk_token_id) / max(1, len(ids))
    print(f"of these texts' tokens {unknown:.1%} are unknown to {MODEL}", READS.get(MODEL, ""))
    print(f"texts cut at {MAX_LENGTH} tokens: {cut}")
    names, learn, held = split(rows)
    torch.manual_seed(0)
    random.seed(0)
    network = AutoModelForSequenceClassification.from_pretrained(
        MODEL, id2label=dict(enumerate(names)), label2id={n: i for i, n in enumerate(names)}
    )
    labels = [label for _, label in learn]
    line = LogisticRegression(C=10, max_iter=1000).fit(vectors(network, learn), labels)
    frozen = line.predict(vectors(network, held)).tolist()
    train(network, learn, held)
    _, found = judge(network, held)
    guess = max(labels, key=labels.count)
    print(f"always {names[guess]!r}: {share([guess] * len(held), held)}")
    print(f"a logistic regression on frozen vectors: {share(frozen, held)}")
    print(f"fine-tuned: {share(found, held)}. Its errors, if any:")
    for (text, label), other in zip(held, found, strict=True):
        if label != other:
            print(f"  {names[label]} -> {names[other]}: {text[:70]}")
    network.save_pretrained("sorter")
    tokenizer.save_pretrained("sorter")


def ask(text):
    network = AutoModelForSequenceClassification.from_pretrained("sorter")
    inputs, _ = next(batches([(text, 0)], 1))
    with torch.no_grad():
        shares = network.eval()(**inputs).logits[0].softmax(dim=0)
    for label in shares.argsort(descending=True).tolist():
        print(f"{shares[label]:4.0%}  {network.config.id2label[label]}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] in ("-h", "--help"):
        stop(__doc__)
    learns = Path(sys.argv[1]).is_file()
    if not learns and (sys.argv[1].endswith(".csv") or not Path("sorter").is_dir()):
        stop(f"there is no file {sys.argv[1]}, and no folder sorter to ask")
    MODEL = sys.argv[2] if len(sys.argv) == 3 else MODEL
    place = MODEL if learns else "sorter"
    tokenizer = AutoTokenizer.from_pretrained(place, split_special_tokens=True)  # of texts
    (learn_from if learns else ask)(sys.argv[1])
