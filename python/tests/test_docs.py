"""Every example in the documentation runs."""

import doctest
import subprocess
import sys
from pathlib import Path

import feedstone
import pytest


def documented():
    """The package, and all public names of it with their methods."""
    yield "feedstone", feedstone.feedstone
    for name in feedstone.__all__:
        thing = getattr(feedstone, name)
        yield name, thing
        if isinstance(thing, type):
            own = [(n, getattr(thing, n)) for n in vars(thing) if not n.startswith("_")]
            own = [(n, what) for n, what in own if what is not None]
            yield from ((f"{name}.{n}", method) for n, method in own)


ALL = {name: thing.__doc__ for name, thing in documented() if not isinstance(thing, str)}


@pytest.mark.parametrize("name", [n for n, doc in ALL.items() if doc and ">>>" in doc])
def test_examples(name):
    test = doctest.DocTestParser().get_doctest(ALL[name], {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("name", ALL)
def test_public_names_are_documented(name):
    assert ALL[name], f"{name} has no documentation"


def test_most_functions_have_an_example():
    named = [n for n, doc in ALL.items() if doc and ">>>" in doc]
    assert {"feedstone", "Entry", "Wrapper", "Wrapper.extract", "learn", "harvest"} <= set(named)


def test_readme():
    readme = Path("python/README.md").resolve()
    done = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 15
    assert done.failed == 0


def test_the_stub_is_what_the_module_has(tmp_path):
    # The compiled part stands inside the package that the stub is of.
    (tmp_path / "allowed").write_text("feedstone.feedstone")
    command = [sys.executable, "-m", "mypy.stubtest", "feedstone", "--allowlist", "allowed"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
