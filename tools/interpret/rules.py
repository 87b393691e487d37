"""README "The elements": a rule file in memory."""

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

from addresses import Shape, day_in, directory, ends_with_time, parse, tells_tags
from days import read_pattern
from patterns import End, read_token
from tokens import START

MOST_PATTERNS = 100
SPACE = "{urn:feedstone:rules}"


@dataclass
class Rule:
    """README "field": how to find one field."""

    name: str
    start: list
    ends: list
    value: str = "text"
    attr: str = None
    sticky: bool = False
    many: bool = False
    split: str = None
    optional: bool = False
    date: object = None
    longest: int = 0

    @property
    def in_head(self):
        """Whether its last token is a tag of a page's head."""
        last = self.start[-1]
        return last.kind == START and last.name in ("link", "meta")

    @property
    def is_body(self):
        return self.name in ("body", "excerpt")


@dataclass
class Extent:
    """README "extent": which bodies of a list are whole."""

    more: str = "excerpt"
    ellipsis: str = "excerpt"
    plain: str = None
    alone: str = None
    short: int = 0
    idle: list = field(default_factory=list)


@dataclass
class Layout:
    """README "layout": how pages of one kind are built."""

    name: str
    kind: str
    fingerprint: list
    record: list
    ends: str
    extent: Extent
    fields: list
    at_home: bool

    def rules(self, name):
        return [rule for rule in self.fields if rule.name == name]

    def requires(self, name):
        """Whether every entry has a field; an excerpt counts as a body."""
        names = ("body", "excerpt") if name == "body" else (name,)
        return any(rule.name in names and not rule.optional for rule in self.fields)


@dataclass
class Index:
    """README "index": how lists never seen are read."""

    dated: bool
    tag_rows: bool
    shapes: list
    dates: list
    navigation: dict

    def fits(self, address):
        """Whether an address has a shape of the blog's permalinks."""
        return any(shape.fits(address) for shape in self.shapes)

    def is_section(self, address):
        """README "Addresses": whether an address is a folder of posts, or a tag's page."""
        return not self.fits(address) and (
            tells_tags(directory(address.key)) or ends_with_time(address.key)
            or day_in(address.key) is None
            and any(shape.is_folder(address) for shape in self.shapes))

    def patterns(self):
        """The blog's date patterns and their relatives, each once."""
        relatives = [relative for date in self.dates for relative in date.relatives()]
        return list(dict.fromkeys(self.dates + relatives))[:MOST_PATTERNS]


class Wrapper:
    """README "wrapper": a whole rule file."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.home = parse(root.find(f"{SPACE}blog").get("home"))
        self.layouts = [read_layout(node) for node in root.iter(f"{SPACE}layout")]
        index = root.find(f"{SPACE}index")
        self.index = None if index is None else read_index(index)
        self.patterns = self.index.patterns() if self.index else []

    def is_permalink(self, address):
        """Whether an address may be an entry's: without an index any may be."""
        return bool(address) and (self.index is None or self.index.fits(address))


def children(node, name):
    return [] if node is None else node.findall(SPACE + name)


def read_tokens(node):
    return [] if node is None else [read_token(token) for token in node]


def read_layout(node):
    record, extent = node.find(f"{SPACE}record"), node.find(f"{SPACE}extent")
    return Layout(
        name=node.get("name"), kind=node.get("kind"),
        fingerprint=read_tokens(node.find(f"{SPACE}fingerprint")),
        record=[] if record is None else read_tokens(record.find(f"{SPACE}start")),
        ends=None if record is None else record.get("ends"),
        extent=Extent() if extent is None else read_extent(extent),
        fields=[read_rule(rule) for rule in children(node, "field")],
        at_home=node.get("home") == "true")


def read_extent(node):
    idle = [text.get("text") for text in children(node, "idle")]
    return Extent(node.get("more"), node.get("ellipsis"), node.get("plain"), node.get("alone"),
                  int(node.get("short", "0")), idle)


def read_date(node):
    return None if node is None else read_pattern(node.get("pattern"), node.get("lang"))


def read_rule(node):
    ends = children(node, "end")
    return Rule(
        name=node.get("name"), start=read_tokens(node.find(f"{SPACE}start")),
        ends=[End(read_tokens(end), end.get("level")) for end in ends],
        value=node.get("value"), attr=node.get("attr"), sticky=node.get("scope") == "sticky",
        many=node.get("many") == "true", split=node.get("split"),
        optional=node.get("optional") == "true",
        date=read_date(node.find(f"{SPACE}date")),
        longest=int(node.find(f"{SPACE}profile").get("longest")))


def read_index(node):
    return Index(
        dated=node.get("dated") == "true",
        tag_rows=node.get("tag-rows") == "true",
        shapes=[Shape(link.get("shape")) for link in children(node, "link")],
        dates=[read_date(date) for date in children(node, "date")],
        navigation={place.get("path"): place.get("most") and int(place.get("most"))
                    for place in children(node, "navigation")})
