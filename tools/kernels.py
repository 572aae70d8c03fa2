"""Compile the arithmetic of the page's trainer and of its real BERT to WebAssembly.

`build` writes the binaries and, in each `kernels` folder of `web/`, the digests of all; `check`
compiles to another place and fails unless the bytes are those that are stored. Other versions of
clang than VERSION make other bytes, as good as these.
"""

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bert_lab.training_loop.command import call

ROOT = Path(__file__).parents[1]
WEB, DIST = ROOT / "web", ROOT / "bert_lab" / "look" / "widgets" / "dist"
NUMBERS = WEB / "page_trainer" / "kernels" / "kernels.numbers.h"
VERSION = "14.0.6"  # Debian 12's
COMMAND = (
    "clang",
    "--target=wasm32",
    "-O3",
    "-msimd128",
    "-ffreestanding",  # loops stay loops: there is no library to call
    "-ffp-contract=off",  # the same bits with and without fused multiplication
    "-nostdlib",
    *("-Wall", "-Wextra", "-Werror"),
    "-Wl,--no-entry,--import-memory,--stack-first,-z,stack-size=4096,--strip-all",
)


@dataclass(frozen=True)
class Kernels:
    """The C sources of a folder, which include NUMBERS, and their binary."""

    folder: Path
    binary: Path

    @property
    def sources(self) -> list[Path]:
        return sorted(self.folder.glob("*.c"))

    @property
    def stored(self) -> Path:
        """The path of the file with the digests."""
        return self.folder / "kernels.sha256"

    def digests(self) -> str:
        """Digests of sources and binary, as `sha256sum --check` reads them."""
        read = NUMBERS, *self.sources, self.binary
        return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in read)

    def compile_to(self, path: Path) -> None:
        """Compile; FileNotFoundError without clang, CalledProcessError if it fails."""
        names = [source.name for source in self.sources]
        subprocess.run([*COMMAND, "-o", str(path), *names], cwd=self.folder, check=True)
        path.chmod(0o644)

    def differs(self) -> bool:
        """Whether compiling the sources gives a different binary than the stored one."""
        with tempfile.TemporaryDirectory() as folder:
            compiled = Path(folder, self.binary.name)
            self.compile_to(compiled)
            return compiled.read_bytes() != self.binary.read_bytes()


ALL = (
    Kernels(WEB / "page_trainer" / "kernels", DIST / "kernels.wasm"),
    Kernels(WEB / "minilm" / "kernels", DIST / "real.wasm"),
)


def version() -> str:
    """The version of clang, or "" if it isn't installed."""
    try:
        done = subprocess.run(
            ["clang", "--version"], capture_output=True, encoding="utf-8", check=True
        )
    except FileNotFoundError:
        return ""
    words = done.stdout.splitlines()[0].split()
    return words[words.index("version") + 1]


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.kernels", description=__doc__)
    parser.add_argument("action", choices=("build", "check"))
    action = parser.parse_args(argv).action
    if version() != VERSION:
        parser.error(f"expected clang {VERSION}, got {version() or 'none'}")
    for kernels in ALL:
        if action == "build":
            kernels.compile_to(kernels.binary)
            kernels.stored.write_text(kernels.digests(), "utf-8")
        elif kernels.differs():
            name = kernels.binary.name
            sys.exit(f"{name} is not what its sources make: python -m tools.kernels build")
        print(kernels.digests(), end="")


if __name__ == "__main__":
    call(main)
