"""A power cut at any moment: nothing catches it, so nothing is tidied up."""

from contextlib import contextmanager, suppress


class Cut(BaseException):
    """What happens instead of an operation on files."""


@contextmanager
def power_cut(monkeypatch, at, *operations):
    """Ends the block in place of its operation `at`, from 0; `operations`: their owners and names.

    A block with fewer of them runs to its end.
    """
    done = []

    def cutting(original):
        def operation(*arguments, **options):
            if len(done) == at:
                raise Cut
            done.append(original)
            return original(*arguments, **options)

        return operation

    with monkeypatch.context() as patch:
        for owner, name in operations:
            patch.setattr(owner, name, cutting(getattr(owner, name)))
        with suppress(Cut):
            yield
