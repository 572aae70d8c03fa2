"""Compile the trainer's arithmetic, `web/page_trainer/kernels`, to WebAssembly.

`build` writes `kernels.wasm`, and `kernels.sha256` with the digests of all; `check` compiles to
another place and fails unless the bytes are those that are stored. Other versions of clang than
VERSION make other bytes, as good as these.
"""

import argparse
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web" / "page_trainer" / "kernels"
BINARY = ROOT / "bert_lab" / "look" / "widgets" / "dist" / "kernels.wasm"
DIGESTS = FOLDER / "kernels.sha256"
SOURCES = sorted(FOLDER.glob("kernels.*.c"))
READ = [*sorted(FOLDER.glob("kernels.*.h")), *SOURCES, BINARY]
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


def compile_to(path: Path) -> None:
    """Raises FileNotFoundError without clang, CalledProcessError if it refuses."""
    names = [source.name for source in SOURCES]
    subprocess.run([*COMMAND, "-o", str(path), *names], cwd=FOLDER, check=True)
    path.chmod(0o644)


def version() -> str:
    """Of clang; an empty string where there is none."""
    try:
        said = subprocess.run(["clang", "--version"], capture_output=True, text=True, check=True)
    except FileNotFoundError:
        return ""
    words = said.stdout.splitlines()[0].split()
    return words[words.index("version") + 1]


def digests() -> str:
    """Of sources and binary, in the form that `sha256sum --check` reads."""
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in READ)


def differs() -> bool:
    """Whether the sources, compiled now, make another binary than the stored one."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder, BINARY.name)
        compile_to(compiled)
        return compiled.read_bytes() != BINARY.read_bytes()


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.kernels", description=__doc__)
    parser.add_argument("action", choices=("build", "check"))
    action = parser.parse_args(argv).action
    if version() != VERSION:
        parser.error(f"expected clang {VERSION}, got {version() or 'none'}")
    if action == "build":
        compile_to(BINARY)
        DIGESTS.write_text(digests(), "utf-8")
    elif differs():
        sys.exit(f"{BINARY.name} is not what its sources make: python -m tools.kernels build")
    print(digests(), end="")


if __name__ == "__main__":
    main()
