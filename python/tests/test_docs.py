"""Every example in the documentation runs."""

import doctest
import importlib.util
import inspect
import os
import shutil
import subprocess
import sys
import types
from pathlib import Path

import feedstone
import pytest

# Spark's own code leaves files and sockets open.
pytestmark = pytest.mark.filterwarnings("default")
os.environ["PYSPARK_PYTHON"] = sys.executable


def modules():
    """The package, and what of it can be used here: parts need Scrapy, or Spark and Java."""
    yield "", feedstone
    for name, needs in [("ruleset", []), ("scrapy", ["scrapy"]), ("spark", ["pyspark", "pyarrow"])]:
        has_java = name != "spark" or shutil.which("java")
        if has_java and all(importlib.util.find_spec(needed) for needed in needs):
            yield f"{name}.", importlib.import_module(f"feedstone.{name}")


def documented():
    """The package, and all public names of it with their methods."""
    yield "feedstone", feedstone.feedstone
    for module, name in ((m, n) for m in modules() for n in m[1].__all__):
        name, thing = module[0] + name, getattr(module[1], name)
        yield name, thing
        if isinstance(thing, type):
            own = [(n, getattr(thing, n)) for n in vars(thing) if not n.startswith("_")]
            yield from ((f"{name}.{n}", method) for n, method in own)


DESCRIBED = (property, types.GetSetDescriptorType, types.ModuleType)
# What overrides a method leaves its words to that.
ALL = {
    name: inspect.getdoc(thing)
    for name, thing in documented()
    if callable(thing) or isinstance(thing, DESCRIBED)
}


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
    assert {"Frontier", "Frontier.resume", "pages", "ruleset.RuleSet"} <= set(named)


def test_readme():
    readme = Path("python/README.md").resolve()
    done = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 15
    assert done.failed == 0


# Large packages, of which nothing is to be checked.
OTHERS = ["pandas", "pyarrow", "pyspark", "scrapy", "twisted"]


def test_the_stub_is_what_the_module_has(tmp_path):
    # The compiled part stands inside the package that the stub is of. Scrapy and Spark need not be
    # installed; what is written in Python is its own stub.
    (tmp_path / "allowed").write_text("feedstone.(feedstone|scrapy|spark)")
    others = "".join(f"[mypy-{name}.*]\nfollow_imports = skip\n" for name in OTHERS)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nignore_missing_imports = True\n{others}")
    command = [sys.executable, "-m", "mypy.stubtest", "feedstone", "--allowlist", "allowed"]
    command += ["--mypy-config-file", "mypy.ini", "--ignore-unused-allowlist"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
