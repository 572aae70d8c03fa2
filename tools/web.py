"""Bundle the modules of `web/` for notebooks, into bert_lab/look/widgets/dist: `make web`.

And write what those modules know of the widgets' traits and of released files. All of it is
committed, so that nobody needs Node who installs the package; tests make it again and compare.
"""

from bert_lab.training_loop.command import call
from book import spellings, traits
from book.bundles import DIST, build

GENERATED = ("*.js", "*.css")


def main() -> None:
    traits.FILE.write_text(traits.declarations(), "utf-8")
    spellings.FILE.write_text(spellings.spelled(), "utf-8")
    made = build()["dist"]  # what is there stays until the new one is
    DIST.mkdir(exist_ok=True)
    for pattern in GENERATED:
        for path in DIST.glob(pattern):
            path.unlink()
    for name, text in made.items():
        (DIST / name).write_text(text, "utf-8")


if __name__ == "__main__":
    call(main)
