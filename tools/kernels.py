"""Compile the arithmetic of all networks in a page to WebAssembly.

`build` writes the binary and, in `web/engine/kernels`, the digests of it and its sources. Other
versions of clang than VERSION make other bytes, as good as these.
"""

import argparse
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

from bert_lab.training_loop.command import call

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web" / "engine" / "kernels"
STORED = FOLDER / "kernels.sha256"
BINARY = ROOT / "bert_lab" / "look" / "widgets" / "dist" / "engine.wasm"
VERSION = "14.0.6"  # Debian 12's
COMMAND = (
    "clang",
    "--target=wasm32",
    "-Os",  # as fast as -O3 where the inner loops say that they unroll, and half the bytes
    "-msimd128",
    "-ffreestanding",  # loops stay loops: there is no library to call
    "-ffp-contract=off",  # the same bits with and without fused multiplication
    "-nostdlib",
    *("-Wall", "-Wextra", "-Werror"),
    "-Wl,--no-entry,--import-memory,--stack-first,-z,stack-size=4096,--strip-all",
)


def digests() -> str:
    """Digests of sources and binary, as `sha256sum --check` reads them."""
    read = *sorted(FOLDER.glob("*.[ch]")), BINARY
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in read)


def compile_to(path: Path) -> None:
    """Compile; FileNotFoundError without clang, CalledProcessError if it fails."""
    names = sorted(source.name for source in FOLDER.glob("*.c"))
    subprocess.run([*COMMAND, "-o", str(path), *names], cwd=FOLDER, check=True)
    path.chmod(0o644)


def differs() -> bool:
    """Whether compiling the sources gives a different binary than the stored one."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder, BINARY.name)
        compile_to(compiled)
        return compiled.read_bytes() != BINARY.read_bytes()


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
    parser.add_argument("action", choices=["build"])
    parser.parse_args(argv)
    if version() != VERSION:
        parser.error(f"expected clang {VERSION}, got {version() or 'none'}")
    compile_to(BINARY)
    STORED.write_text(digests(), "utf-8")
    print(digests(), end="")


if __name__ == "__main__":
    call(main)
