"""Bundle the modules of `web/` for notebooks, into bert_lab/look/widgets/dist: `make web`.

What it writes is committed, so that nobody needs Node who installs the package; a test builds it
again and compares.
"""

from book.bundles import DIST, build

GENERATED = ("*.js", "*.css")


def main() -> None:
    DIST.mkdir(exist_ok=True)
    for pattern in GENERATED:
        for path in DIST.glob(pattern):
            path.unlink()
    for name, text in build()["dist"].items():
        (DIST / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
