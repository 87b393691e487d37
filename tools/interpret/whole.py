"""README "extent", Pages of one archive: what own pages tell of the texts that lists show."""

import re
import unicodedata

from addresses import parse
from reading import ELLIPSIS
from tokens import SOFT, WORD

UNSEEN = re.compile(f"[{SOFT}]")
MORE_WORDS = 8


def words_of(text):
    """The words of a text as they are compared."""
    plain = (unicodedata.normalize("NFKC", word).lower() for word in WORD.findall(text))
    return [UNSEEN.sub("", word) for word in plain]


def key_of(address):
    """The key of an absolute address."""
    parsed = address and parse(address)
    return parsed.key if parsed else None


def settle(found):
    """Tell extents anew: of pages with their addresses and lines, as `lines` gives them."""
    own = {}
    for url, lines in found:
        for line in lines:
            if line["kind"] == "entry" and line.get("extent") == "full":
                key, words = key_of(url), words_of(line["body_text"])
                own[key] = max(own.get(key, []), words, key=len)
    for _, lines in found:
        for line in lines:
            if line["kind"] != "list" or "extent" not in line:
                continue
            whole = own.get(key_of(line.get("link")))
            if not whole:
                continue
            words = words_of(line["body_text"])
            if len(words) < .9 * len(whole) and len(words) + MORE_WORDS <= len(whole):
                line["extent"] = "excerpt"
            elif words == whole and not ELLIPSIS.search(line["body_text"]):
                line["extent"] = "full"
