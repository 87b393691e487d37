"""README "Tokens", "Visible text", "Words": a page as one flat list of tokens."""

import bisect
import html
import re
import unicodedata

from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import namespaces, tokenTypes
from html5lib.html5parser import HTMLParser
from html5lib.treebuilders import base

HIDDEN = frozenset(
    "script style noscript template head title textarea select datalist object iframe annotation"
    " annotation-xml".split())
BLOCKS = frozenset(
    "address article aside blockquote body br caption center dd details dialog dir div dl dt"
    " fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu"
    " nav ol p pre section summary table tbody td tfoot th thead tr ul".split())
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
UNWRITTEN = frozenset(("script", "style", "noscript", "template"))
ADDRESSES = frozenset(
    "href src poster action formaction cite background longdesc data-src data-lazy-src"
    " data-original".split())
SETS = frozenset("srcset imagesrcset data-srcset data-lazy-srcset".split())
LAZY = {"src": ("data-src", "data-lazy-src", "data-original"),
        "srcset": ("data-srcset", "data-lazy-srcset")}
FILLED = frozenset("img iframe source video audio embed".split())

SIGNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
MARKS = "".join(c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c)[0] == "M")
SOFT = "\u00ad\u200b-\u200d\u2060\ufeff"
WORD = re.compile(f"[{SIGNS}]|[^\\W_{SIGNS}][^\\W_{SIGNS}{MARKS}{SOFT}]*(?:[{MARKS}{SOFT}]+"
                  f"[^\\W_{SIGNS}]*)*")
BLANK = " \t\n\f\r"
LISTED = re.compile(r"[^ \t\n\f\r]+")

TEXTS = (tokenTypes["Characters"], tokenTypes["SpaceCharacters"])
START, END, TEXT, OTHER = "start", "end", "text", "other"


def fold(text):
    """White space folded and cut at both ends."""
    return " ".join(text.split())


def listed(value):
    """The words of an attribute that is a list parted by blanks."""
    return LISTED.findall(value)


class Token:
    """A start tag, an end tag, a text, or what is no token of rules (comment, doctype)."""

    __slots__ = ("kind", "name", "text", "attrs", "begin", "end", "parent", "level", "source",
                 "at")

    def __init__(self, kind, name, begin, parent, level):
        self.kind, self.name = kind, name
        self.begin = self.end = begin
        self.parent, self.level = parent, level
        self.text, self.attrs = "", {}
        # Whether the source has it, and its place among the tags and texts of the source.
        self.source, self.at = True, None


class Node:
    """A node of the tree while html5lib builds it."""

    def __init__(self, kind, name="", namespace=None, text="", at=None):
        self.kind, self.name, self.namespace = kind, name, namespace
        self.nameTuple = (namespace, name)
        self.attributes, self.childNodes, self.parent = {}, [], None
        self.pieces, self.at, self.until = [text], at, at

    def appendChild(self, node):
        self.insertBefore(node, None)

    def insertBefore(self, node, before):
        if node.parent:
            node.parent.removeChild(node)
        place = len(self.childNodes) if before is None else self.childNodes.index(before)
        self.childNodes.insert(place, node)
        node.parent = self

    def add_text(self, text, before, at):
        """Texts side by side are one."""
        place = len(self.childNodes) if before is None else self.childNodes.index(before)
        last = self.childNodes[place - 1] if place else None
        if last is not None and last.kind == TEXT:
            last.pieces.append(text)
            last.until = last.until if at is None or last.at is None else at
        else:
            self.insertBefore(Node(TEXT, text=text, at=at), before)

    def removeChild(self, node):
        self.childNodes.remove(node)
        node.parent = None

    def reparentChildren(self, parent):
        for child in list(self.childNodes):
            parent.appendChild(child)

    def cloneNode(self):
        node = Node(self.kind, self.name, self.namespace)
        node.attributes = dict(self.attributes)
        return node

    def hasContent(self):
        return bool(self.childNodes)


class Builder(base.TreeBuilder):
    """html5lib's tree builder; it notes which elements the source has a start tag of."""

    def __init__(self, namespaceHTMLElements):
        self.place, self.text, self.tag, self.taker, self.ends = 0, None, None, None, []
        super().__init__(namespaceHTMLElements)

    def documentClass(self):
        return Node(OTHER)

    def commentClass(self, _):
        return Node(OTHER, at=self.place)

    def doctypeClass(self, *_):
        return Node(OTHER, at=self.place)

    def read(self, place, token):
        """The tokenizer's next token, with its number in the source."""
        self.place, self.tag, self.taker = place, None, None
        # Texts of tables come with the tag behind them: where they stand is not known then.
        self.text = place if token["type"] in TEXTS else None
        if token["type"] == tokenTypes["StartTag"]:
            self.tag = token["name"]
        elif token["type"] == tokenTypes["EndTag"]:
            self.ends.append((place, token["name"]))

    def elementClass(self, name, namespace):
        """The last element of the tag's name that a start tag makes is the one in the source."""
        node = Node(START, name, namespace)
        if self.tag and (self.tag == name.lower() or (self.tag, name) == ("image", "img")):
            if self.taker:
                self.taker.at = None
            node.at = node.until = self.place
            self.taker = node
        return node

    def insertText(self, data, parent=None):
        parent, before = parent or self.openElements[-1], None
        if self.insertFromTable and parent.name in base.tableInsertModeElements:
            parent, before = self.getTableMisnestedNodePosition()
        parent.add_text(data, before, self.text)


class Tokenizer(HTMLTokenizer):
    """html5lib's tokenizer; it numbers its tokens."""

    def __iter__(self):
        for place, token in enumerate(super().__iter__()):
            self.parser.tree.read(place, token)
            yield token


class Parser(HTMLParser):
    """html5lib's parser with the parts above; noscript holds raw text, as with scripts on."""

    def _parse(self, stream, *_):
        self.innerHTMLMode, self.scripting = False, True
        self.tokenizer = Tokenizer(stream, parser=self)
        self.reset()
        self.mainLoop()


def flatten(document):
    """The nodes of a tree as tokens in document order."""
    tokens = []
    todo = [(node, -1, 0) for node in reversed(document.childNodes)]
    while todo:
        node, parent, level = todo.pop()
        if node is None:
            start = tokens[parent]
            end = Token(END, start.name, parent, start.parent, start.level)
            end.end = start.end = len(tokens)
            tokens.append(end)
            continue
        token = Token(node.kind, node.name, len(tokens), parent, level)
        tokens.append(token)
        token.at = None if node.at is None else (node.at, node.until)
        token.source = node.at is not None
        token.text = "".join(node.pieces)
        if node.kind == START:
            names = node.attributes.items()
            token.attrs = {n if isinstance(n, str) else n[1]: value for n, value in names}
            void = node.name in VOID and node.namespace == namespaces["html"]
            if node.childNodes or not void:
                todo.append((None, token.begin, level))
                inner = (token.begin, level + 1)
                todo.extend((child, *inner) for child in reversed(node.childNodes))
    return tokens


def find_end_tags(tokens, ends):
    """Which end tags the source has: the first unused one of the element's name that stands behind
    all that is inside the element and ahead of the next start tag or text."""
    following, limits = float("inf"), []
    for token in reversed(tokens):
        limits.append(following)
        if token.kind != END and token.source:
            following = token.at[0]
    used, place = set(), -1
    for token, limit in zip(tokens, reversed(limits)):
        if token.kind != END:
            place = token.at[1] if token.source else place
            continue
        token.source = False
        for k in range(bisect.bisect_right(ends, (place, "\U0010ffff")), len(ends)):
            at, name = ends[k]
            if at >= limit:
                break
            if name == token.name and k not in used:
                used.add(k)
                token.source, place = True, at
                break


class Page:
    """The flat list of tokens, and what they show. Places are ranges of token numbers."""

    def __init__(self, source):
        parser = Parser(Builder)
        parser.parse(source)
        self.tokens = flatten(parser.tree.document)
        find_end_tags(self.tokens, parser.tree.ends)
        self.index()

    def index(self):
        """Where tags and texts stand, by kind and name."""
        self.where = {}
        for i, token in enumerate(self.tokens):
            if token.kind == TEXT and token.text.strip() or token.kind in (START, END):
                self.where.setdefault((token.kind, token.name), []).append(i)
        first = self.starts("body")
        self.body = self.region(first[0]) if first else range(len(self))
        self.words = {}

    def __len__(self):
        return len(self.tokens)

    def starts(self, name):
        """The start tags of a name."""
        return self.where.get((START, name), [])

    def tag(self, i):
        return self.tokens[i].name

    def attr(self, i, name):
        return self.tokens[i].attrs.get(name)

    def region(self, i):
        """The whole element of a tag; of anything else the token itself."""
        return range(self.tokens[i].begin, self.tokens[i].end + 1)

    def inside(self, i):
        """What is between the two tags of an element."""
        token = self.tokens[i]
        return range(token.begin + 1, token.end) if token.end > token.begin else range(i, i)

    def opens(self, i):
        """Whether a token is the start tag of an element that has an end."""
        return self.tokens[i].kind == START and self.tokens[i].end > i

    def is_block(self, i):
        return self.tokens[i].name in BLOCKS

    def parent(self, i):
        parent = self.tokens[i].parent
        return parent if parent >= 0 else None

    def ancestors(self, i, since=0):
        """The elements around a token, the nearest first, as far as they start at `since`."""
        i = self.tokens[i].parent
        while i >= since:
            yield i
            i = self.tokens[i].parent

    def around(self, i, since=0):
        """A token and the elements around it."""
        yield i
        yield from self.ancestors(i, since)

    def common(self, a, b):
        """The innermost element that has both tokens in it."""
        return next((e for e in self.around(a) if self.opens(e) and b in self.region(e)), None)

    def significant(self, i):
        """True for what a rule may name: in the source, no comment, not white space alone."""
        token = self.tokens[i]
        return bool(token.text.strip()) if token.kind == TEXT else \
            token.kind != OTHER and token.source

    def previous(self, i, since):
        """The nearest significant token ahead of `i`."""
        return next((j for j in range(i - 1, since - 1, -1) if self.significant(j)), None)

    def following(self, i, until):
        """The nearest significant token at `i` or behind it."""
        return next((j for j in range(i, until) if self.significant(j)), None)

    def shown(self, place):
        """The tokens that a reader sees: hidden elements are stepped over as a whole."""
        i, tokens = place.start, self.tokens
        while i < min(place.stop, len(tokens)):
            token = tokens[i]
            if token.kind == START and token.name in HIDDEN:
                i = token.end + 1
                continue
            if token.kind != OTHER:
                yield i
            i += 1

    def texts(self, place):
        """The texts that a reader sees."""
        tokens = self.tokens
        return (i for i in self.shown(place) if tokens[i].kind == TEXT and tokens[i].text.strip())

    def lines(self, place, numbers=False):
        """The visible text: one line for each block. `numbers`: those of texts side by side are
        kept apart."""
        lines = [[]]
        for i in self.shown(place):
            if self.tokens[i].kind == TEXT:
                text = self.tokens[i].text
                meet = lines[-1] and (lines[-1][-1][-1:] + text[:1])
                if numbers and meet and re.fullmatch("[0-9]{2}", meet):
                    lines[-1].append(" ")
                lines[-1].append(text)
            elif self.is_block(i):
                lines.append([])
        folded = (fold("".join(line)) for line in lines)
        return [line for line in folded if line]

    def visible(self, place):
        """The visible text on one line."""
        return " ".join(self.lines(place))

    def has_text(self, place):
        return any(True for _ in self.texts(place))

    def count_words(self, place):
        """How many words a place shows."""
        return sum(self.words_of(i) for i in self.texts(place))

    def words_of(self, i):
        if i not in self.words:
            self.words[i] = sum(1 for _ in WORD.finditer(self.tokens[i].text))
        return self.words[i]

    def title(self):
        """The text of the title element ahead of the body."""
        found = next(iter(self.starts("title")), None)
        if found is None or found >= self.body.start:
            return None
        return fold("".join(self.tokens[i].text for i in self.inside(found))) or None

    def markup(self, place, base):
        """HTML of a place: no comments, scripts, styles, noscripts; addresses absolute."""
        out, i = [], place.start
        while i < min(place.stop, len(self)):
            token = self.tokens[i]
            if token.kind == START and token.name in UNWRITTEN:
                i = token.end
            elif token.kind == START:
                out.append(start_tag(token, base))
            elif token.kind == END:
                out.append(f"</{token.name}>")
            elif token.kind == TEXT:
                out.append(html.escape(token.text, quote=False))
            i += 1
        return "".join(out).strip()


def start_tag(token, base):
    """A start tag as HTML."""
    out, attrs = [token.name], dict(token.attrs)
    for name, lazy in LAZY.items() if token.name in FILLED else ():
        there = attrs.get(name, "").strip()
        filling = next((attrs[key] for key in lazy if attrs.get(key, "").strip()), None)
        if filling is not None and (not there or there.startswith("data:")):
            attrs[name] = filling
    for name, value in attrs.items():
        if name in SETS:
            value = absolute_set(value, base)
        elif name == "ping":
            listed = filter(None, re.split(f"[{BLANK}]+", value))
            value = " ".join(str(base.join(one) or one) for one in listed)
        elif name in ADDRESSES or (token.name, name) == ("object", "data"):
            value = str(base.join(value) or value)
        value = html.escape(value, quote=False).replace('"', "&quot;")
        out.append(f'{name}="{value}"')
    return f"<{' '.join(out)}>"


def absolute_set(value, base):
    """A set of addresses with sizes, each made absolute."""
    out, rest = [], value
    while rest := rest.lstrip(BLANK + ","):
        address = LISTED.match(rest).group()
        rest = rest[len(address):]
        size = ""
        if not address.endswith(","):
            size, comma, behind = rest.partition(",")
            rest = comma + behind
        address = address.rstrip(",")
        size = size.strip(BLANK)
        out.append(f"{base.join(address) or address} {size}".rstrip())
    return ", ".join(out)
