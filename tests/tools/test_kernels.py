"""The page's WebAssembly: the stored binary comes from the stored sources."""

import pytest

from tools import kernels


def test_source_and_binary_belong_together():
    assert kernels.STORED.read_text("utf-8") == kernels.digests()


@pytest.mark.weekly
@pytest.mark.needs("compiler")
def test_compiled_again_it_is_the_same_bytes():
    assert not kernels.differs()
