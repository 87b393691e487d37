"""README "Charset": the bytes of a page as text; and the pages of a WARC file."""

import gzip
import re

import webencodings

MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"),
         (b"<\0?\0", "utf-16le"), (b"\0<\0?", "utf-16be"))
DECLARED_WITHIN = 4096
DECLARATION = re.compile(rb"<!--.*?(?:-->|$)|<(\?xml|meta)([^>]*)>", re.S | re.I)
UNTOLD = ("", "application/octet-stream", "text/plain", "text/xml", "application/xml")
LATIN = ("windows-1252", "iso-8859-15")
# Signs that Python reads in Japanese charsets, and those that the Encoding Standard reads.
JAPANESE = ("euc-jp", "iso-2022-jp", "shift_jis")
WIDE = str.maketrans("\u301c\u2016\u2212\u00a2\u00a3\u00ac", "\uff5e\u2225\uff0d\uffe0\uffe1\uffe2")


def attribute(tag, name):
    """The encoding that stands behind `name=`, quoted or bare."""
    found = re.search(name + rb"\s*=\s*[\"']?([^\"'\s;/>?]*)", tag, re.I)
    found = found and webencodings.lookup(found[1].decode("latin-1"))
    return found and found.name


def declared(head):
    """The encoding that an XML declaration or a meta tag names."""
    for kind, tag in DECLARATION.findall(head):
        name = attribute(tag, b"encoding" if kind.lower() == b"?xml" else b"charset")
        if name:
            return "utf-8" if name.startswith("utf-16") else name
    return None


def looks_utf8(data):
    """How many characters outside ASCII are valid UTF-8, and how many sequences are broken."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    return sum(1 for c in text if c > "\x7f") - text.count("\ufffd"), broken


def charset(data, content_type):
    """The charset of a page: its mark, its header, its declaration, UTF-8, windows-1252."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return name
    valid, broken = looks_utf8(data)
    plausible = broken <= valid // 2
    named = attribute((content_type or "").encode(), b"charset")
    for name in filter(None, (named, declared(data[:DECLARED_WITHIN]))):
        if name == "utf-8" and not plausible:
            continue
        return "utf-8" if name in LATIN and valid and not broken else name
    return "utf-8" if plausible else "windows-1252"


def decode(data, content_type=None):
    """The text of a page without its byte order mark."""
    encoding = webencodings.lookup(charset(data, content_type))
    text = encoding.codec_info.decode(data, "replace")[0].removeprefix("\ufeff")
    return text.translate(WIDE) if encoding.name in JAPANESE else text


def headers(block):
    """The first line of a block of headers, and its fields by name in lower case."""
    first, *lines = block.decode("utf-8", "replace").splitlines()
    fields = (line.partition(":") for line in lines)
    return first, {name.strip().lower(): value.strip() for name, _, value in fields}


def is_html(kind, data):
    """Whether a page is HTML by its type, or by its start where the type says nothing."""
    kind = (kind or "").lower().split(";")[0].strip()
    if kind not in UNTOLD:
        return kind in ("text/html", "application/xhtml+xml")
    start = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    html = re.search(rb"<html|<!doctype html|<body", start)
    return bool(start.startswith(b"<") and html and not re.search(rb"<rss|<feed|<rdf", start))


def pages(warc):
    """The HTML pages of a WARC file with status 200: address and text."""
    with gzip.open(warc) as file:
        while version := file.readline():
            if not version.strip():
                continue
            block = version
            while not block.endswith((b"\r\n\r\n", b"\n\n")):
                block += file.readline()
            record = headers(block)[1]
            data = file.read(int(record["content-length"]))
            if record["warc-type"] != "response":
                continue
            head, _, payload = data.partition(b"\r\n\r\n")
            status, fields = headers(head)
            kind = fields.get("content-type")
            if status.split()[1] == "200" and is_html(kind, payload):
                yield record["warc-target-uri"].strip("<>"), decode(payload, kind)
