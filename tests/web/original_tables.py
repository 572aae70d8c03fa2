"""What packing costs a BERT that a reader brings: `python -m tests.web.original_tables`, minutes.

BERTs of the released sizes with random weights, as Transformers writes them; and a thousand
sentences of WikiText-2, a word hidden in each, for the one released BERT that tests have.
"""

import random
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.reference import save_pretrained
from bert_lab.text.wordpiece import find_special_ids
from tests.helpers.paths import DATA
from tests.web.test_original import beside, files_of, packed, run

SIZES = {"tiny": (2, 128), "mini": (4, 256), "small": (4, 512), "medium": (8, 512)}
SIZES |= {"base": (12, 768), "large": (24, 1024)}  # blocks and D
SENTENCES = (
    *("Hello [MASK]!", "I went to the [MASK] to deposit cash.", "He can't, won't, and [MASK]."),
    *("A cup of coffee with [MASK] and sugar, please.", "The crane lifted the [MASK] beam."),
    "Dr. Smith paid $3,250.75 on 12/05/1999 for an [MASK] pamphlet.",
    "We sat down on the bank of the [MASK] and watched the boats go by.",
    "The trophy doesn't fit into the [MASK] suitcase because it is too large.",
)
TEXTS = [{"text": text, "layers": True} for text in SENTENCES]


def sizes(folder: Path, words: Path) -> None:
    print("| size | vectors to float32 | logits to float32 | all to the packed weights | memory |")
    for name, (blocks, D) in SIZES.items():
        torch.manual_seed(blocks)
        shape = {"num_hidden_layers": blocks, "hidden_size": D, "intermediate_size": 4 * D}
        config = BertConfig(num_attention_heads=D // 64, **shape)
        BertForPreTraining(config).save_pretrained(folder)
        files = files_of(folder) | {"tokenizer.json": str(words)}
        (found,) = run({"files": files, "texts": TEXTS})
        (folder / "tokenizer.json").write_bytes(words.read_bytes())
        worst, lost, unsure = beside(folder, found, TEXTS)
        memory = found["memory"] / 2**20
        print(
            f"| {name} | {lost:.3f} | {unsure:.3f} | {worst:.1e} | {memory:.0f} MiB |", flush=True
        )


def gaps(number: int = 1000) -> list[str]:
    """Sentences of WikiText-2 with a word hidden in each."""
    rng = random.Random(0)
    text = (DATA / "wikitext-2" / "wiki.test.tokens").read_text("utf-8")
    lines = [line.split() for line in text.replace("\n", " . ").split(" . ")]
    usual = [w for w in lines if 6 <= len(w) <= 30 and not {"<unk>", "="} & {*w}]
    found = []
    for words in rng.sample(usual, number):
        i = rng.choice([i for i, word in enumerate(words) if word.isalpha()])
        found.append(" ".join([*words[:i], "[MASK]", *words[i + 1 :], "."]))
    return found


@torch.no_grad()
def guesses(folder: Path, texts: list[str]) -> None:
    model, tokenizer = load_bert("gap-filler")
    save_pretrained(model, folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    mask, small = find_special_ids(tokenizer).mask, packed(model)
    (page,) = run(
        {"files": files_of(folder), "texts": [{"text": text} for text in texts], "brief": True}
    )
    changed = differs = 0
    for text, ours in zip(texts, page["passes"], strict=True):
        ids = torch.tensor([tokenizer.encode(text).ids])
        t = ids[0].tolist().index(mask)
        whole, best = (
            tokenizer.id_to_token(one.mlm.decode(one.encoder(ids, 0 * ids)[0][t]).argmax().item())
            for one in (model, small)
        )
        changed += whole != best
        differs += ours["gaps"][0]["top"][0][0] != best
    print(f"packing changes the first guess in {changed} of {len(texts)} sentences;")
    print(f"the page's differs from PyTorch's with the same packed weights in {differs}")


if __name__ == "__main__":
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as root:
        released, random_ones = Path(root) / "released", Path(root) / "random"
        random_ones.mkdir()
        guesses(released, gaps())
        sizes(random_ones, released / "tokenizer.json")
