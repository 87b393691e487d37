"""Rules of many blogs, found by address."""

import pickle

import feedstone
import pytest
from conftest import HOME, ROOT
from feedstone.ruleset import RuleSet


def at(rules, home):
    """The same rules for another blog."""
    return feedstone.Wrapper.loads(rules.dumps().replace(f'home="{HOME}"', f'home="{home}"'))


@pytest.fixture
def blogs(rules):
    homes = [
        "https://one.example/",
        "https://www.two.example/blog",
        "https://many.example/~ann/index.html",
        "https://many.example/~ann/garden/",
        "https://many.example/~bob/",
    ]
    return RuleSet(at(rules, home) for home in homes)


@pytest.mark.parametrize(
    "url, home",
    [
        ("https://one.example/2020/salt", "https://one.example/"),
        ("http://www.one.example:8080/salt", "https://one.example/"),
        ("https://two.example/2020/salt", "https://www.two.example/blog"),
        ("https://many.example/~ann/salt", "https://many.example/~ann/index.html"),
        ("https://many.example/~ann/garden/salt", "https://many.example/~ann/garden/"),
        ("https://many.example/~bob", None),
        ("https://many.example/", None),
        ("https://three.example/", None),
        ("no address", None),
        ("http://[", None),
    ],
)
def test_addresses(blogs, url, home):
    found = blogs.of(url)
    assert (found and found.home) == home


def test_sets_are_pickled_packed(blogs):
    again = pickle.loads(pickle.dumps(blogs))
    assert len(again) == len(list(again)) == 5
    assert again.of("https://one.example/") == blogs.of("https://one.example/")
    assert repr(again) == "<RuleSet of 5 blogs>"
    assert len(pickle.dumps(blogs)) < sum(len(rules.dumps()) for rules in blogs) / 2


def test_rules_are_read_once_and_replaced(blogs, rules):
    assert blogs.of("https://one.example/") is blogs.of("https://one.example/salt")
    blogs.add(at(rules, "https://one.example/"))
    assert len(blogs) == 5


def test_files_and_folders(tmp_path):
    rules = RuleSet.load(ROOT / "rules", str(ROOT / "rules" / "garden-notes.xml"))
    assert rules.of(HOME) == feedstone.Wrapper.load(ROOT / "rules" / "garden-notes.xml")
    assert len(rules) == len(list((ROOT / "rules").glob("*.xml")))
    with pytest.raises(feedstone.RulesError, match="expected rule files"):
        RuleSet.load(tmp_path)
