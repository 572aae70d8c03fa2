"""tools.versions: the list that Colab publishes, as tools/colab.txt stores it."""

import re
from datetime import date

import pytest

from tools import versions

# as `pip freeze` says it in Colab: a wheel's address, a CUDA library, what no index has
FREEZE = """\
# Do not modify this file directly
google-colab @ file:///colabtools/dist/google_colab-1.0.0.tar.gz
ipywidgets==7.7.1
nvidia-nccl-cu13==2.31.2
setuptools==75.2.0
torch @ https://download.pytorch.org/whl/cu130/torch-2.8.0%2Bcu130-cp313-cp313-linux_x86_64.whl
tqdm==4.67.3
"""


def test_what_colab_publishes_is_stored_with_its_day():
    text = versions.published(FREEZE, date(2026, 8, 19))
    head, rest = text[: text.index("\nipyw")], text[text.index("ipyw") :]
    assert "as of 2026-08-19" in head
    assert all(line.startswith("#") for line in head.splitlines())
    assert rest == "ipywidgets==7.7.1\ntorch==2.8.0\ntqdm==4.67.3\n"


def test_a_list_without_torch_is_refused():
    with pytest.raises(ValueError, match="expected what Colab has installed"):
        versions.published("<html>not found</html>", date(2026, 8, 19))


def test_the_stored_list_is_as_the_command_writes_it():
    text = versions.COLAB.read_text("utf-8")
    day = re.search(r"as of (\d{4}-\d\d-\d\d)\.", text)
    assert versions.published(text, date.fromisoformat(day[1])) == text
