"""What the search by meaning compares with a question: a vector for each passage of the search.

The book is built without torch, so a process of its own makes the vectors
(`python -m book.library`); those of texts that have not changed are kept.
"""

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from book.kept import kept, write_whole

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "_build" / "library" / "vectors.json"
STEP = 0.01  # of a vector's numbers; as it has length 1, a fifth of their root mean square
# Letters from "&" to "Z", one for each number: JSON escapes none of them. Most numbers are small,
# so a server packs them to two thirds of what bytes in base64 would take.
ZERO, MOST = ord("@"), 26
LETTERS = re.compile(f"[{chr(ZERO - MOST)}-{chr(ZERO + MOST)}]+")


def vectors(texts: list[str]) -> str:
    """Their vectors one after the other, whole numbers times `STEP`, as letters around "@".

    Raises:
        RuntimeError: if they can't be made, in the words of what makes them.
    """
    known = kept(KEPT, lambda: b"{}", _known)
    digests = {sha256(text.encode()).hexdigest()[:16]: text for text in texts}
    if new := {digest: text for digest, text in digests.items() if digest not in known}:
        done = subprocess.run(
            [sys.executable, "-m", "book.library"],
            input=json.dumps([*new.values()], allow_nan=False),
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        known |= dict(zip(new, json.loads(done.stdout), strict=True))
        these = {digest: known[digest] for digest in digests}
        write_whole(KEPT, json.dumps(these, allow_nan=False).encode())
    return "".join(known[sha256(text.encode()).hexdigest()[:16]] for text in texts)


def _known(content: bytes) -> dict[str, str]:
    """{digest of a text: its letters}."""
    found = dict(json.loads(content))
    if not all(LETTERS.fullmatch(letters) for letters in found.values()):
        raise ValueError("no letters of vectors")
    return found


def main() -> None:
    from torch import Generator

    from bert_lab.checkpoint import load_bert, released
    from bert_lab.search.vectors import embed

    model, tokenizer = load_bert(released.RELEASED, generator=Generator())
    rows = (embed(model, tokenizer, json.load(sys.stdin)) / STEP).round().clamp(-MOST, MOST)
    letters = ["".join(chr(ZERO + n) for n in row) for row in rows.int().tolist()]
    print(json.dumps(letters, allow_nan=False))


if __name__ == "__main__":
    main()
