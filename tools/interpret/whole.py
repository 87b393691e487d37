"""README "extent", Pages of one archive: what own pages tell of the texts that lists show."""

import re

from addresses import parse
from reading import ELLIPSIS
from share import most
from tokens import WORD

SIGNS = re.compile(r"[\x00-/:-@\[-`{-\xbf\u2000-\u2bff\u3000-\u303f]+")
ENOUGH_WORDS = 8


class Text:
    """How many words a text has, and what two spellings of one text share."""

    def __init__(self, text):
        self.words, self.open = len(WORD.findall(text)), bool(ELLIPSIS.search(text))
        runs = [run for run in SIGNS.split(text) if run]
        self.letters, self.end = "".join(runs), runs[-ENOUGH_WORDS:]


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
                key, text = key_of(url), Text(line["body_text"])
                if key not in own or own[key].words < text.words:
                    own[key] = text
    for _, lines in found:
        for line in lines:
            if line["kind"] != "list" or "extent" not in line:
                continue
            whole = own.get(key_of(line.get("link")))
            if not whole or not whole.words:
                continue
            text = Text(line["body_text"])
            missing = whole.words - text.words
            is_cut = most(missing, whole.words) and missing >= ENOUGH_WORDS
            if is_cut and text.end != whole.end:
                line["extent"] = "excerpt"
            elif text.letters == whole.letters and (whole.open or not text.open):
                line["extent"] = "full"
