"""Search a folder of your own texts by words, by meaning, and by both.

pip install sentence-transformers scikit-learn
python find.py FOLDER                  ask as often as you like; an empty line ends it
python find.py FOLDER questions.csv    how good is each search? a line: question, file
"""

import re
import sys
from pathlib import Path
from unicodedata import normalize

import numpy as np
from sentence_transformers import SentenceTransformer
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import linear_kernel

# Or a folder; fetched once, and your texts stay on this machine. For other languages:
# "BAAI/bge-base-zh-v1.5", "Chinese"; "cl-nagoya/ruri-v3-70m", "Japanese"
MODEL, READS = "all-MiniLM-L6-v2", "English"
WORDS = 120  # in a piece, at most: what this model reads, with room to spare
HAN = r"\u3005-\u3007\u3041-\u30ff\u3400-\u9fff"  # Chinese, Japanese: each counts as a word
TOKEN = rf"[{HAN}]|[^\W{HAN}]+"

# Read: the texts of a folder, cut into pieces.


def read(path):
    """The text of a file in UTF-8, or None for other data, and for markup such as HTML."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text or text.startswith(("%PDF", "<")) else text


def cut(text):
    """Pieces of whole sentences; a heading begins a new one."""
    pieces = [[]]
    ends = r"(?<=[.!?])(?=\s)|(?<=[。！？])(?![」』”’])|(?=\n\s*\n)|(?=\n#)"
    for sentence in re.split(ends, text):
        words = re.findall(rf"\s*(?:[{HAN}]|[^\s{HAN}]+)", sentence)
        heading = sentence.lstrip().startswith("#")
        for i in range(0, len(words), WORDS):
            new = words[i : i + WORDS]
            if len(pieces[-1] + new) > WORDS or (heading and len(pieces[-1]) > 20):
                pieces.append([])
            pieces[-1] += new
    return [" ".join("".join(piece).split()) for piece in pieces if piece]


def read_folder(folder):
    """(file, piece) for each piece."""
    pieces, left_out = [], []
    for path in sorted(folder.rglob("*")):
        name = normalize("NFC", path.relative_to(folder).as_posix())
        if not path.is_file() or re.search(r"(^|/)(\.|__)", name):  # hidden
            continue
        text = read(path)
        left_out += [name] * (text is None)
        pieces += [(name, piece) for piece in cut(text or "")]
    if left_out:
        print("left out, as no plain text in UTF-8:", *left_out)
    return pieces


# Index: once for all questions.


def make_search(pieces):
    """A function from a question to the scores of all pieces, by each search."""
    encoder = SentenceTransformer(MODEL)
    texts = [f"{name}. {piece}" for name, piece in pieces]
    ids = [token for one in encoder.tokenizer(texts)["input_ids"] for token in one]
    unknown = ids.count(encoder.tokenizer.unk_token_id) / len(ids)
    print(f"{MODEL} has learned {READS}; of your texts' tokens {unknown:.1%} are unknown to it")
    vectors = encoder.encode_document(texts, normalize_embeddings=True)
    letters = {"preprocessor": lambda text: normalize("NFKC", text).lower(), "token_pattern": TOKEN}
    counter = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), **letters)
    counts = counter.fit_transform(texts)

    def search(question):
        words = linear_kernel(counts, counter.transform([question]))[:, 0]
        meaning = vectors @ encoder.encode_query(question, normalize_embeddings=True)
        return {"words": words, "meaning": meaning, "both": words + meaning}

    return search


# Use: the best piece speaks for its file.


def best(pieces, scores):
    """{file: its best piece}, the best file first."""
    found = {}
    for i in np.argsort(-scores, kind="stable"):
        found.setdefault(*pieces[i])
    return found


def ask(pieces, search):
    """Answer questions until an empty one."""
    while question := input("\nquestion> ").strip():
        found = search(question)
        for way, scores in found.items():
            files = [*best(pieces, scores)][:3] if scores.any() else ["no word in common"]
            print(f"by {way:8s}", *files, sep="  ")
        for name, piece in [*best(pieces, found["both"]).items()][:3]:
            print(f"\n{name}: {piece[:300]}")


def test(pieces, search, text):
    """Print how often the right file comes first, or among the first five, by each search."""
    text = normalize("NFC", text.replace("\r", ""))
    rows = re.findall(r'^"?(.+?)"?[,;\t，、] *"?([^,;\t，、"\n]+)"?$', text, re.M)
    unknown = [name for _, name in rows[1:] if name not in dict(pieces)]  # the first may be a head
    if unknown:
        print("left out, as no file of the folder:", *unknown)
    rows = [(question, name) for question, name in rows if name in dict(pieces)]
    if not rows:
        sys.exit("no line is a question, a comma and a file of the folder")
    for way in ("words", "meaning", "both"):
        ranks = [[*best(pieces, search(asked)[way])].index(name) for asked, name in rows]
        first, five = (sum(rank < k for rank in ranks) for k in (1, 5))
        print(f"by {way:8s} first {first} of {len(rows)}, among the first five {five}")


if __name__ == "__main__":
    if not sys.argv[1:] or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    folder, *questions = map(Path, sys.argv[1:])
    pieces = read_folder(folder)
    if not pieces:
        sys.exit(f"no texts in {folder}")
    print(f"{len(dict(pieces))} files, {len(pieces)} pieces")
    search = make_search(pieces)
    if not questions:
        ask(pieces, search)
    elif text := read(questions[0]):
        test(pieces, search, text)
    else:
        sys.exit(f"{questions[0]} is no text in UTF-8: save it as CSV UTF-8")
