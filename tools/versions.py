"""Print the versions of an environment: locked, newest, lowest, or Colab's.

lock is constraints.txt: what the pins of requirements.txt bring with them; newest are the pins'
names, without their versions; oldest the lowest versions that pyproject.toml allows, and the rest
as pinned: the first and the last need uv in the PATH. colab is tools/colab.txt, and the pins of
what Colab has not; published is that file anew, from the list that Colab publishes. Each is
printed as pip reads it.
"""

import re
import shutil
import subprocess
import tomllib
import urllib.request
from datetime import date
from pathlib import Path

from bert_lab.training_loop.command import Command, call

ROOT = Path(__file__).resolve().parent.parent
PYTHON = "3.11"  # the lowest that pyproject.toml allows: what is locked holds for all later ones
# Version 2 is another program; without a lower bound a resolver goes back to one that is older
# than the newest themes and wants none of them.
LIMITS = {"jupyter-book": ">=1,<2"}
SOURCE = "seqeval"  # comes as source only
LOCK = f"""\
# What the pins of requirements.txt bring with them, on every system, for Python {PYTHON} and later.
# Written by `make lock`.
"""
COLAB = ROOT / "tools/colab.txt"
PUBLISHED = "https://raw.githubusercontent.com/googlecolab/backend-info/main/pip-freeze.txt"
FREEZE = re.compile(r"([\w.-]+)(?:==| @ https://\S+/[\w.]+-)([\w.]+)(?:\+\w+|%2B\S+|-\S+)?")
# What torch brings in its build with CUDA, and what installs: a build of its own gets its own.
NOT_COLABS = re.compile(r"nvidia|cuda|triton|pip$|setuptools$")
HEAD = """\
# What Colab has installed, by the list that it publishes; as of {day}.
# Written by `make published`, from {address}
"""


def name(requirement: str) -> str:
    """The normalised project name: "Huggingface_hub>=0.23" -> "huggingface-hub"."""
    found = re.match(r"[A-Za-z0-9][\w.-]*", requirement)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""


def pins() -> dict[str, str]:
    """{name: the line of requirements.txt}."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    return {name(line): line for line in lines if name(line)}


def bounds() -> dict[str, str]:
    """{name: the requirement in pyproject.toml}, of the package and of all its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    found = {name(line): line for lines in lists for line in lines}
    return {key: line for key, line in found.items() if key != project["name"]}


def newest() -> list[str]:
    """The pins without their versions, below the limits."""
    return [key + LIMITS.get(key, "") for key in pins()]


def resolved(requirements: list[str], *options: str) -> list[str]:
    """What uv makes of the requirements: one line for each project, with its exact version."""
    command = ["uv", "pip", "compile", "-", "--quiet", "--no-header", "--no-annotate"]
    command += ["--python-version", PYTHON, "--only-binary", ":all:", "--no-binary", SOURCE]
    text = "\n".join(requirements)
    if not shutil.which("uv"):
        raise ValueError("uv: expected it in the PATH; `make lock` installs it")
    done = subprocess.run(
        [*command, *options], input=text, stdout=subprocess.PIPE, encoding="utf-8"
    )
    if done.returncode:
        raise ValueError("uv found no versions that go together; it said why above")
    return done.stdout.splitlines()


def lock() -> str:
    """The text of constraints.txt: `uv` resolves the pins for all systems at once."""
    pinned = pins()
    found = resolved([*pinned.values()], "--universal", "--fork-strategy", "fewest")
    return LOCK + "".join(f"{line}\n" for line in found if name(line) not in pinned)


def oldest(torch: list[str]) -> list[str]:
    """Each bound at the lowest version that goes with the others; the other pins as they are.

    What these bring with them stays open: it depends on the system, and on the build of torch.
    """
    wanted = {**pins(), **bounds()}
    found = resolved([*wanted.values(), *torch], "--resolution", "lowest-direct")
    return [line for line in found if name(line) in wanted]


def published(freeze: str, day: date) -> str:
    """The text of tools/colab.txt, from what `pip freeze` said in Colab."""
    found = map(FREEZE.fullmatch, freeze.splitlines())
    lines = [f"{each[1]}=={each[2]}\n" for each in found if each and not NOT_COLABS.match(each[1])]
    if not any(line.startswith("torch==") for line in lines):
        raise ValueError(f"expected what Colab has installed, torch too, at {PUBLISHED}")
    return HEAD.format(day=day, address=PUBLISHED) + "".join(lines)


def colab(torch: list[str]) -> list[str]:
    """Colab's version of everything, our pin for what it has not."""
    lines = [*COLAB.read_text("utf-8").splitlines(), *torch]
    found = pins() | {name(line): line for line in lines if name(line)}
    return [line for key, line in found.items() if not NOT_COLABS.match(key)]


def _fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode()


def main(arguments: list[str] | None = None) -> None:
    command = Command("tools.versions", __doc__)
    command.add_argument("which", choices=["lock", "newest", "oldest", "colab", "published"])
    command.add_argument("--torch", metavar="VERSION", help="where no other build can be had")
    args = command.parse_args(arguments)
    torch = [f"torch=={args.torch}"] if args.torch else []
    with command.mistakes():
        match args.which:
            case "lock":
                print(lock(), end="")
            case "published":
                print(published(_fetched(PUBLISHED), date.today()), end="")
            case "newest":
                print(*newest(), *torch, sep="\n")
            case "oldest":
                print(*oldest(torch), sep="\n")
            case "colab":
                print(*colab(torch), sep="\n")


if __name__ == "__main__":
    call(main)
