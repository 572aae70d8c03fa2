"""Every notebook, and the tests that compare numbers, as on other processors.

python -m tools.processors [--only NAME,NAME] [--workers N] [PATH ...]

A setting takes instructions away from a library, or changes threads, hashes of strings or Python.
First a small computation shows what is then in force: what this machine can't have is named in the
table, not left out. Each cell runs once. What pytest prints stays in _build/numbers.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from xml.etree import ElementTree

from bert_lab.training_loop.command import call

LOGS = Path("_build/numbers")
PYTEST = ["-m", "pytest", "-q", "-o", "junit_family=xunit1", "-m", "not weekly"]
NBVAL = ["-p", "tools.nbval_kernels", "--nbval", "--nbval-current-env", "--nbval-cell-timeout=900"]
NUMPY, PYTHON, THREADS = "NPY_DISABLE_CPU_FEATURES", "PYTHON", "OMP_NUM_THREADS"
ATEN, MKL, ONEDNN = "ATEN_CPU_CAPABILITY", "MKL_CBWR", "ONEDNN_MAX_CPU_ISA"
OPENBLAS, HASHES = "OPENBLAS_CORETYPE", "PYTHONHASHSEED"
AVX512 = "X86_V4 AVX512_ICL AVX512_SPR"  # as NumPy names it
# The last three are of several kinds at once.
SETTINGS = {
    "plain": {THREADS: "1"},
    "numpy-no-avx512": {NUMPY: AVX512},
    "numpy-no-avx2": {NUMPY: f"X86_V3 {AVX512}"},
    **{f"aten-{isa}": {ATEN: isa} for isa in ("default", "avx2", "avx512")},
    "mkl-compatible": {MKL: "COMPATIBLE"},
    **{f"onednn-{isa.lower()}": {ONEDNN: isa} for isa in ("SSE41", "AVX2", "AVX512_CORE")},
    **{f"openblas-{core}": {OPENBLAS: core} for core in ("Nehalem", "Haswell", "SkylakeX", "Zen")},
    **{f"threads-{number}": {THREADS: number} for number in ("2", "4")},
    **{f"hashes-{seed}": {HASHES: seed} for seed in ("0", "1", "2")},
    **{f"python-{minor}": {PYTHON: minor} for minor in ("3.11", "3.12", "3.13")},
    "all-oldest": {
        NUMPY: f"X86_V3 {AVX512}",
        ATEN: "default",
        MKL: "COMPATIBLE",
        ONEDNN: "SSE41",
        OPENBLAS: "Nehalem",
        HASHES: "3",
    },
    "all-avx2": {NUMPY: AVX512, ATEN: "avx2", ONEDNN: "AVX2", OPENBLAS: "Haswell", THREADS: "2"},
    "all-mixed": {ATEN: "default", OPENBLAS: "Nehalem", THREADS: "4", HASHES: "4"},
}
# What is in force. An instruction that the processor lacks ends it.
PROBE = """
import json, os, sys
import numpy, scipy.linalg, threadpoolctl, torch
from numpy._core import _multiarray_umath as umath
X = torch.rand(300, 300)
(X @ X).softmax(1), torch.conv2d(X[None, None], torch.ones(1, 1, 3, 3))
numpy.linalg.svd(X.numpy() @ X.numpy()), scipy.linalg.lu(X.numpy())
cores = {one.get("architecture", "") for one in threadpoolctl.threadpool_info()} - {""}
off = [name for name in umath.__cpu_dispatch__ if not umath.__cpu_features__[name]]
print(json.dumps({
    "NPY_DISABLE_CPU_FEATURES": " ".join(off),
    "ATEN_CPU_CAPABILITY": torch.backends.cpu.get_cpu_capability().lower(),
    "OPENBLAS_CORETYPE": " ".join(sorted(cores)),
    "OMP_NUM_THREADS": str(torch.get_num_threads()),
    "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "random"),
    "PYTHON": "%d.%d" % sys.version_info[:2],
}))
"""


class Missing(Exception):
    """This machine can't have it."""


def find_python(minor: str) -> str:
    """The Python of an environment with our pins, which the Makefile makes if it has to."""
    if minor == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    name, folder = f"python{minor}", f"_build/env/python{minor}"
    quietly = {
        "env": os.environ | {"PYENV_VERSION": minor},  # where pyenv is, it wants to be told
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    if not shutil.which(name) or subprocess.call([name, "-V"], **quietly) != 0:
        raise Missing(f"no {name}")
    make = ["make", f"ENV={folder}", f"{PYTHON}={name}", f"{folder}/.installed"]
    subprocess.run(make, check=True, **quietly)
    return f"{folder}/bin/python"


def in_force(python: str, environment: dict[str, str]) -> dict[str, str]:
    """What the libraries say of themselves, by the names above."""
    asked = [python, "-W", "error::ImportWarning", "-c", PROBE]  # NumPy can't disable what it names
    environment = environment | {"MKL_VERBOSE": "1", "ONEDNN_VERBOSE": "1"}
    ran = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode < 0:
        raise Missing("the processor lacks an instruction")
    if ran.returncode:
        raise RuntimeError(ran.stderr.strip().replace("\n", " ")[-300:])
    found = {MKL: "", ONEDNN: ""}
    for line in ran.stdout.splitlines():
        if line.startswith("{"):
            found |= json.loads(line)
        elif " CNR:" in line:
            found[MKL] = line.partition(" CNR:")[2].split()[0]
        elif ",cpu,isa:Intel " in line:
            isa = line.partition(",cpu,isa:Intel ")[2].replace(".", "")
            found[ONEDNN] = "AVX512_CORE" if isa.startswith("AVX-512") else isa
    return found


def check(setting: dict[str, str], found: dict[str, str]) -> None:
    """Raises Missing, or RuntimeError where NumPy still has what was taken away."""
    for name, value in setting.items():
        if name == NUMPY and set(value.split()) - set(found[name].split()):
            raise RuntimeError(f"{NUMPY}={value}: off are only {found[name] or 'none'}")
        if name != NUMPY and found[name] != value:
            raise Missing(f"{name}={value} shows {found[name] or 'nothing'}")


def differences(report: Path) -> Iterator[str]:
    """Failed tests, and cells by their ids."""
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is None and case.find("error") is None:
            continue
        path, name = case.get("file", ""), case.get("name", "")
        if path.endswith(".ipynb"):
            cells = json.loads(Path(path).read_text("utf-8"))["cells"]
            code = [cell["id"] for cell in cells if cell["cell_type"] == "code"]
            name = code[int(name.split()[-1])]
        yield f"  {path}::{name}"


def make_environment(setting: dict[str, str]) -> dict[str, str]:
    """As many threads as are asked for, though there be fewer cores: then they wait asleep."""
    plain = os.environ | {THREADS: "1", "OMP_WAIT_POLICY": "passive", "MKL_DYNAMIC": "FALSE"}
    return plain | {name: value for name, value in setting.items() if name != PYTHON}


def try_setting(name: str, paths: list[str], workers: str, here: dict[str, str]) -> str:
    """What the table says of it."""
    setting, report = SETTINGS[name], LOGS / f"{name}.xml"
    report.unlink(missing_ok=True)
    try:
        if NUMPY in setting and platform.machine() not in ("x86_64", "AMD64"):
            raise Missing("no x86 processor")
        python = find_python(setting[PYTHON]) if PYTHON in setting else sys.executable
        environment = make_environment(setting)
        found = in_force(python, environment)
        check(setting, found)
    except Missing as error:
        return f"not on this machine: {error}"
    except (RuntimeError, subprocess.CalledProcessError) as error:
        return f"failed: {error}"
    if found == here and name != "plain":
        return "as plain: this machine is so"
    with (LOGS / f"{name}.log").open("w", encoding="utf-8") as log:
        spread = ["-n", workers, "--dist=loadfile", "--no-loadscope-reorder"]
        run = [python, *PYTEST, *NBVAL, *spread, f"--junitxml={report}", *paths]
        code = subprocess.call(run, env=environment, stdout=log, stderr=subprocess.STDOUT)
    if code not in (0, 1) or not report.exists():
        return f"failed: see {log.name}"
    differ = list(differences(report))
    return "\n".join([f"{len(differ)} differ", *differ]) if differ else "same"


def main() -> None:
    parser = argparse.ArgumentParser(description="What differs on other processors.")
    parser.add_argument("--only", default="*", help="settings, such as threads-*,plain")
    parser.add_argument("--workers", default="auto", help="as pytest's -n")
    parser.add_argument("paths", nargs="*", help="what to run, if not all that compares numbers")
    options = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    tests = (
        str(path)
        for path in sorted(Path("tests").rglob("test_*.py"))
        if "tests.helpers.close" in path.read_text("utf-8")
        and path.name != "test_page.py"  # a browser's
        and "browser" not in path.parts
    )
    paths, good = options.paths or ["chapters", *tests], True
    here = in_force(sys.executable, make_environment({}))
    for name in SETTINGS:
        if any(fnmatch(name, pattern) for pattern in options.only.split(",")):
            row = try_setting(name, paths, options.workers, here)
            print(f"{name:18s} {row}", flush=True)
            good &= row.startswith(("same", "as plain", "not on this machine"))
    sys.exit(not good)


if __name__ == "__main__":
    call(main)
