"""README "Addresses": resolving links, when two addresses are one, what an address says."""

import re
import unicodedata
from datetime import date
from urllib.parse import quote, unquote

YEARS = range(1980, 2100)
PORTS = {"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443"}
PARTS = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:([/\\]{2})([^/\\?#]*))?([^?#]*)"
                   r"(\?[^#]*)?(#.*)?", re.S)
KEPT = "!$%&'()*+,-./:;=@[\\]_~|^"
INDEXES = ("index.html", "index.htm", "index.php", "default.aspx")
DAY = re.compile(r"(?=(?<![^/-])(\d{4})[/-](\d\d?)[/-](\d\d?)(?![^/_-]))", re.ASCII)
SUFFIX = re.compile(r"(?s)(.+)(\.[A-Za-z]{0,5})")
# What blogs call authors, tags and categories in their addresses.
AUTHORS = frozenset(
    "author authors auteur auteurs autor autores autoren autore autori verfasser автор авторы"
    " 作者 skribent skribenter författare forfatter forfattere kirjoittaja kirjoittajat yazar"
    " yazarlar szerző szerzo penulis autorzy autoři автори συγγραφέας συντάκτης كاتب الكاتب"
    " نویسنده 著者 작성자 글쓴이 rédacteur redacteur".split())
TAGS = frozenset(
    "tag tags tagged cat cats topic topics label labels keyword keywords subject schlagwort"
    " schlagwörter schlagworte stichwort thema themen rubrik rubrique rubriques etiqueta"
    " etiquetas etichetta etichette étiquette étiquettes etiquette etiquettes tema temas mot-cle"
    " motcle trefwoord onderwerp emne emner ämne avainsana kulcsszo cimke címke štítek stitek"
    " rubrika rubriky tagi etiket etiketler konu метка метки тег теги рубрика рубрики 标签 標籤 分类"
    " 分類 类别 タグ カテゴリ カテゴリー 태그 분류 taggar etikett etiketter stikord stikkord nøgleord nøkkelord"
    " avainsanat tunniste tunnisteet aihe aiheet trefwoorden onderwerpen temat tematy etykieta"
    " etykiety štítky stitky tagy témata temata značky znacky címkék cimkek etichete subiecte"
    " konular marcador marcadores assunto assuntos etiquetes temes sujet sujets schlagworter"
    " stichworte stichwörter тэг тэги ярлык ярлыки тема темы мітка мітки позначка позначки"
    " етикет етикети тагове ετικέτα ετικέτες κατηγορία κατηγορίες nhãn topik oznaka oznake žyma"
    " žymos märksõnad etiketak แท็ก ป้ายกำกับ หมวดหมู่ وسم وسوم الوسوم تصنيف تصنيفات التصنيفات"
    " برچسب برچسبها תג תגים תגית תגיות קטגוריה קטגוריות टैग श्रेणी 類別 话题 話題 专题 專題 ジャンル 주제".split())
CATEGORIES = ("categor", "catégor", "kategor", "катего")


class Address:
    """An absolute address in its parts, as browsers spell it."""

    def __init__(self, scheme, host, port, path, query=None, fragment=None):
        self.scheme, self.host, self.port = scheme, host, port
        self.path, self.query, self.fragment = path, query, fragment

    def __str__(self):
        host = "" if self.host is None else f"//{self.host}"
        port = f":{self.port}" if self.port else ""
        query = "" if self.query is None else f"?{self.query}"
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        return f"{self.scheme}:{host}{port}{self.path}{query}{fragment}"

    def join(self, link):
        """A link on the page of this address; None where it is no address."""
        return parse(link, self)

    @property
    def site(self):
        """The host without `www.`."""
        return re.sub(r"^(www\.)+", "", self.host or "")

    @property
    def name(self):
        """The last part of the path, but for index files, without what says how it is made."""
        parts = unquote(self.path).rstrip("/").split("/")
        last = next((part for part in reversed(parts) if not part.startswith("index.")), "")
        return re.sub(r"\.(html|htm|php|aspx)$", "", last)

    def pairs(self):
        """Names and values of the query."""
        pairs = (pair.partition("=") for pair in (self.query or "").split("&") if pair)
        return [(plain(name), plain(value)) for name, _, value in pairs]

    @property
    def key(self):
        """What two spellings of one address share."""
        path = re.sub("/{2,}", "/", unquote(self.path))
        for index in INDEXES:
            if path.endswith("/" + index):
                path = path.removesuffix(index)
        pairs = [f"{n}={v}" for n, v in self.pairs()
                 if not n.startswith("utm_") and n not in ("fbclid", "gclid")]
        return self.site + path.rstrip("/") + ("?" if pairs else "") + "&".join(pairs)

    @property
    def is_web(self):
        return self.scheme in ("http", "https")


def plain(text):
    return unquote(text.replace("+", " "))


def parse(text, base=None):
    """An address as the URL standard reads it."""
    text = re.sub(r"[\t\n\r]", "", text.strip("".join(map(chr, range(33))) + "\x85\xa0\u3000"))
    scheme, slashes, host, path, query, fragment = PARTS.fullmatch(text).groups()
    scheme = scheme and scheme.lower()
    fragment = None if fragment is None else quote(fragment[1:], safe=KEPT + "?{}#")
    special = not scheme or scheme in PORTS
    kept = KEPT.replace("'", "") if special else KEPT
    query = None if query is None else quote(query[1:], safe=kept + "?`{}")
    if not special:
        rest = re.split("[?#]", text.partition(":")[2])[0]
        return Address(scheme, None, None, escape_controls(rest), query, fragment)
    path = path.replace("\\", "/")
    if scheme and not slashes and (base is None or base.scheme != scheme):
        host, _, path = path.lstrip("/").partition("/")
        slashes, path = "//", "/" + path
    if slashes:
        host, port = read_host(host, scheme or (base and base.scheme))
        if not host or not (scheme or base):
            return None
        return Address(scheme or base.scheme, host, port, clean(path), query, fragment)
    if base is None:
        return None
    if not path:
        query = base.query if query is None else query
        return Address(base.scheme, base.host, base.port, base.path, query, fragment)
    if not path.startswith("/"):
        path = base.path[:base.path.rfind("/") + 1] + path
    return Address(base.scheme, base.host, base.port, clean(path), query, fragment)


def escape_controls(text):
    return re.sub(r"[^ -~]", lambda c: quote(c[0]), text)


def read_host(text, scheme):
    """Host and port; the host is None where it is none."""
    host, colon, port = text.rpartition("@")[2].partition(":")
    host = unquote(host).lower()
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            return None, None
    if re.search(r"[\x00-\x20#%/<>?@\[\\\]^|\x7f]", host) or not re.fullmatch(r"\d*", port):
        return None, None
    return host, port if port != PORTS.get(scheme) else ""


def clean(path):
    """A path without dot segments, what may not stand in it escaped."""
    out = []
    segments = path.split("/")[1:] or [""]
    for k, segment in enumerate(segments):
        dots = segment.lower().replace("%2e", ".")
        if dots == "..":
            out = out[:-1]
        if dots not in (".", ".."):
            out.append(segment)
        elif k == len(segments) - 1:
            out.append("")
    return "/" + quote("/".join(out), safe=KEPT)


def link_key(base, link):
    """The key of a web address as written on a page."""
    address = base.join(link)
    return address.key if address and address.is_web else None


def real(year, month, day):
    """A date, where there is such a day."""
    try:
        return date(year, month, day)
    except (TypeError, ValueError):
        return None


def day_in(key):
    """The day that an address has in its path."""
    found = (map(int, day.groups()) for day in DAY.finditer(re.split("[?#]", key)[0]))
    days = (real(year, month, day) for year, month, day in found if year in YEARS)
    return next(filter(None, days), None)


def month_in(key):
    """The year and the month that an address has in its path."""
    parts = re.split("[?#]", key)[0].split("/")
    found = ((int(year), int(month)) for year, month in zip(parts, parts[1:])
             if re.fullmatch("[0-9]{4}", year) and re.fullmatch("0[1-9]|1[0-2]", month))
    return next((time for time in found if time[0] in YEARS), None)


def ends_with_time(key):
    """Whether an address ends with a year, or with a year and a month."""
    found = re.search(r"/([0-9]{4})(?:/(0[1-9]|1[0-2]))?$", key)
    return bool(found) and int(found[1]) in YEARS


def year_in(address):
    """The first part of an address' path that is a year."""
    years = (part for part in address.path.split("/") if re.fullmatch("[0-9]{4}", part))
    return next((int(year) for year in years if int(year) in YEARS), None)


FILES = frozenset(
    "jpg jpeg png gif webp svg ico bmp tif tiff avif mp3 mp4 m4a m4v ogg ogv oga wav avi mov wmv flv"
    " webm pdf ps doc docx xls xlsx ppt pptx odt ods odp epub mobi zip gz tgz bz2 xz rar 7z tar iso"
    " dmg exe msi txt csv".split())


def directory(key):
    """An address without its last part."""
    name = re.match(r"[^?]*\?[^=]*=", key)
    return name[0] if name else key.rpartition("/")[0] or key


def tells_tags(where):
    """True for the directory of tags: `blog.example/tag`."""
    return any(map(names_tags, last_words(where)))


def is_below_tags(where):
    """True inside a directory of tags: `blog.example/category/bread`."""
    return any(map(names_tags, where.split("/")[1:]))


def is_named_like(name, key):
    """True where a name is the last part of its address, but for a file's with its end."""
    last = unquote(re.split("[/=#]", key)[-1])
    stem, _, ending = last.rpartition(".") if "." in last else (last, "", "")
    name = letters(name)
    return bool(name) and (name == letters(stem)
                           or name == letters(last) and ending.lower() not in FILES)


def letters(text):
    """Letters and digits alone, without accents, in lower case."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum()).lower()


def tells_authors(where):
    """True for the directory of authors: `blog.example/author`."""
    return not AUTHORS.isdisjoint(last_words(where))


def last_words(where):
    """The words of a directory's last part, in lower case."""
    last = re.split("[/?&]", where.rstrip("="))[-1].lower()
    return re.findall(r"[^\W_]+", last)


def names_tags(word):
    """True for a word for tags or categories, in lower case."""
    return word in TAGS or word.startswith(CATEGORIES)


class Shape:
    """README "index": the shape of a blog's permalinks."""

    def __init__(self, text):
        path, question, query = text.partition("?")
        self.query = query.removesuffix("=*") if question else None
        self.site, *pieces = path.split("/")
        self.suffix = ""
        if pieces and (found := re.fullmatch(r"(.*[*}])(\..*)", pieces[-1])):
            pieces[-1], self.suffix = found.groups()
        self.pieces = [self.piece(piece) for piece in pieces]
        self.are_numbers = [bool(re.fullmatch(r"\{d+\}", piece)) for piece in pieces]
        self.are_open = [piece == "*" for piece in pieces[:-1]]
        is_below_day = re.search(r"/\{dddd\}([-_/])\{dd\}\1\{dd\}/[^/]*$", path)
        self.ends_open = pieces[-1:] == ["*"] and not is_below_day

    @staticmethod
    def piece(piece):
        """What a piece of the path may be, as a regular expression."""
        digits = re.fullmatch(r"\{(d+)\}", piece)
        if digits:
            return "[0-9]+" if len(digits[1]) == 1 else f"[0-9]{{{len(digits[1])}}}"
        day = re.fullmatch(r"\{dddd\}([-_])\{dd\}\1\{dd\}(?:([-_])\*)?", piece)
        if day:
            sign, more = day.groups()
            return f"[0-9]{{4}}{sign}[0-9]{{2}}{sign}[0-9]{{2}}" \
                + (f"{more}(?s:.*)" if more else "")
        return "(?s:.*)" if piece == "*" else re.escape(piece)

    def fits(self, address):
        site, pieces, suffix, query = shape_parts(address)
        return (site, suffix, query) == (self.site, self.suffix, self.query) \
            and len(pieces) == len(self.pieces) and self.begins(pieces) \
            and not any(is_open and heads_lists(piece)
                        for is_open, piece in zip(self.are_open, pieces)) \
            and not (self.ends_open and not suffix and is_page_number(pieces[-1]))

    def begins(self, pieces):
        return all(re.fullmatch(p, piece) for p, piece in zip(self.pieces, pieces))

    def is_folder(self, address):
        """Whether an address is the beginning of such a path, up to a number in it."""
        site, pieces, suffix, query = shape_parts(address)
        return site == self.site and not suffix and query is None \
            and 0 < len(pieces) < len(self.pieces) \
            and self.are_numbers[len(pieces) - 1] and self.begins(pieces)


def heads_lists(piece):
    """True for a part of a path that lists stand below, not posts."""
    word = piece.lower()
    return names_tags(word) or word in AUTHORS


def is_page_number(piece):
    """True for the number of a list's page, a year, or a month as `0405`."""
    return bool(re.fullmatch("[0-9]{1,3}|19[0-9]{2}|20[0-9]{2}|[0-9]{2}(0[1-9]|1[0-2])", piece))


def shape_parts(address):
    """Host, pieces of the path, extension, first parameter."""
    pieces = [piece for piece in unquote(address.path).split("/") if piece]
    if len(pieces) > 1 and pieces[-1] in ("index.html", "index.php"):
        pieces.pop()
    suffix = ""
    if pieces and (found := SUFFIX.fullmatch(pieces[-1])):
        pieces[-1], suffix = found.groups()
    query = address.pairs()
    return address.site, pieces, suffix, query[0][0] if query else None
