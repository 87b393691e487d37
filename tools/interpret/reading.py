"""README "record", "field" and "extent": the entries that a layout reads on a page."""

import bisect
import re
from dataclasses import replace
from unicodedata import category

import several
import sisters
from addresses import (Address, day_in, directory, link_key, names_tags, real, tells_authors,
                       tells_tags, year_in)
from days import is_day, is_year, lex
from filling import cut_at, drop_arrows, end_of, fill, is_arrow
from patterns import Slot, starts
from places import path_of
from share import most, nearly_all, some
from tokens import START, WORD
from values import (Entry, Value, endless, merged, name_in, read_all, read_field, slot_lines,
                    slot_text)

FIELDS = ("title", "link", "date", "author", "tags", "body", "excerpt")
MOST_RECORDS = 10_000
FEW_WORDS = 8
NOTICE_WORDS = 25
LONGEST_YEAR = 40
ELLIPSIS = re.compile(r"(?:…|⋯|\.\.\.)[\s\])\"]*\Z")
BRACKETED = re.compile(r"[\[(][…⋯. ]*(?:…|⋯|\.\.\.)[\s\])\"]*[\])]\s*\Z")


def find_records(page, layout):
    """README "record": where the records of a list stand."""
    body, out, behind = page.body, [], 0
    for begin in starts(page, layout.record, body):
        if begin.token < behind or len(out) >= MOST_RECORDS:
            continue
        if layout.ends == "element":
            out.append(page.region(begin.token))
            behind = out[-1].stop
            continue
        if out:
            out[-1] = range(out[-1].start, max(out[-1].start, min(out[-1].stop, begin.first)))
        parent = page.parent(begin.token) if layout.ends == "sibling" else None
        out.append(range(begin.first, body.stop if parent is None else page.tokens[parent].end))
    if layout.ends == "next" and len(out) > 1:
        around = page.common(out[0].start, out[-1].start)
        if around is not None:
            stop = min(out[-1].stop, page.inside(around).stop)
            out[-1] = range(out[-1].start, max(out[-1].start, stop))
    return out


def is_bare(layout):
    """Whether a layout reads titles and links alone."""
    return all(rule.name in ("title", "link") for rule in layout.fields)


def of_post(link):
    """README "Links": an address without a fragment that leads on in the post."""
    if link and re.fullmatch("(more|extended|comments?|respond)[0-9-]*", link.fragment or ""):
        return Address(link.scheme, link.host, link.port, link.path, link.query)
    return link


class Reader:
    """A page in the hands of a wrapper."""

    def __init__(self, wrapper, page, base):
        self.wrapper, self.page, self.base = wrapper, page, base
        self.headings, self.known_years = {}, None

    def years(self):
        """README "Days": the years that stand alone or in a short heading, in page order."""
        if self.known_years is None:
            texts = ((i, self.page.tokens[i].text.strip())
                     for i in self.page.texts(self.page.body))
            self.known_years = [(i, x.value) for i, text in texts
                                if len(text.encode()) <= LONGEST_YEAR
                                for x in lex(text) if is_year(x)]
        return self.known_years

    def complete(self, day, link, at):
        """README "Days": a day with its year; None where there is no such date."""
        year = day.year
        if year is None and link:
            year = year_in(link)
        if year is None:
            k = bisect.bisect_left(self.years(), (at, 0))
            year = self.years()[k - 1][1] if k else None
        return real(year, day.month, day.day)

    def heading(self, rule, anchor):
        """README "field", `sticky`: the last match ahead of a place."""
        page = self.page
        if id(rule) not in self.headings:
            self.headings[id(rule)] = list(read_all(page, rule, range(len(page))))
        found = self.headings[id(rule)]
        count = bisect.bisect_left(found, anchor, key=lambda value: value.slot.tokens.start)
        return found[max(count - 1, 0):count]

    def key(self, link):
        return None if link is None else link_key(self.base, link)

    def values(self, layout, name, window, anchor, names):
        """What the rules of a field give: (rule, values), None where none matches. Of tags the
        values are those of each rule. `names`: where the entry's day, author and tags stand."""
        families = []
        for rule in layout.rules(name):
            place = window
            if layout.kind == "entry" and rule.in_head and not rule.ends:
                place = range(len(self.page))
            read = self.heading(rule, anchor) if rule.sticky \
                else read_field(self.page, rule, place)
            if name == "link":
                read = read if any(self.key(value.text) is not None for value in read) else []
            if read and name != "tags":
                return rule, read
            families += [read] if read else []
        if name == "date":
            return self.day_otherwise(layout, window)
        again = name in ("body", "excerpt") and self.wrapper.index
        for rule in layout.rules(name) if again else ():
            read = read_field(self.page, endless(rule), window)
            if read:
                end = end_of(self.page, read[0].slot.tokens, names)
                cut = end is not None and anchor not in read[0].slot.tokens
                return rule, [cut_at(read[0], end), *read[1:]] if cut else read
        return (None, families) if families else None

    def day_otherwise(self, layout, window):
        """README "field": a day in another of the blog's patterns."""
        for rule in layout.rules("date"):
            undated = replace(rule, date=None)
            for value in () if rule.sticky else read_all(self.page, undated, window):
                lexed = lex(value.text)
                dated = (p for p in self.wrapper.patterns if p.has_year)
                days = (p.read(value.text, lexed) for p in dated)
                day = next(filter(None, days), None)
                if day:
                    return rule, [value._replace(day=day[0])]
        return None

    def permalink(self, layout, rule, values, window):
        """README "field": in lists the first match with the shape of permalinks counts first."""
        return of_post(self.linked(layout, rule, values, window))

    def linked(self, layout, rule, values, window):
        first = next((a for a in map(self.join, values) if a), None)
        if layout.kind == "entry" or self.wrapper.is_permalink(first) or first is None:
            return first
        matches = filter(None, map(self.join, read_all(self.page, rule, window)))
        return next(filter(self.wrapper.is_permalink, matches), first)

    def only_permalink(self, entry):
        """README "Links": the one post that links of a record lead to."""
        page, index, text = self.page, self.wrapper.index, entry.body_at or range(0)
        last = self.last_link(Value(Slot(text)))
        hrefs = (page.attr(i, "href") for i in page.starts("a")
                 if i in entry.tokens and (i not in text or i == last)) if index else ()
        links = (self.base.join(href) for href in hrefs if href is not None)
        posts = [to for to in links if to and index.fits(to)]
        return of_post(posts[0]) if len({to.key for to in posts}) == 1 else None

    def link_others(self, layout, entries):
        """README "Links": records without a link of their own."""
        linked = [entry for entry in entries if entry.link is not None]
        usual = [name for name in ("date", "author", "body")
                 if most(sum(1 for entry in linked if entry.has(name)), len(linked))]
        ruled, some_are = bool(layout.rules("link")), some(len(linked), len(entries))
        for k, entry in enumerate(entries):
            unlinked = entry.link is None
            may = (not ruled or some_are and entry.title is not None) if unlinked \
                else entry.link.site != self.base.site
            link = self.only_permalink(entry) if may else None
            if link is None:
                continue
            again = self.read_entry(layout, entry.tokens, link)
            if not unlinked or not ruled or all(map(again.has, usual)):
                entries[k] = again

    def join(self, value):
        return self.base.join(value.text)

    def is_text(self, body, link):
        """README "field": false for what shows nothing but links into the blog."""
        page, tokens = self.page, body.slot.tokens
        own = link or self.base
        short = page.count_words(tokens) < FEW_WORDS
        texts = [i for i in page.texts(tokens) if any(c.isalnum() for c in page.tokens[i].text)]

        def target(i, since):
            """Where a link in the blog around a token leads."""
            links = (page.attr(a, "href") for a in page.ancestors(i, since) if page.tag(a) == "a")
            address = next((self.base.join(href) for href in links if href is not None), None)
            return address if address is not None and address.site == own.site else None

        is_other = lambda to: to is not None and (bool(to.fragment) or to.key != own.key)
        if not texts:
            return True
        is_name = link is not None and page.count_words(tokens) <= sisters.LABEL
        if is_name and is_other(target(tokens.start, 0)):
            return False
        within = [target(i, tokens.start) for i in texts]
        return not all(to is not None and (short or is_other(to)) for to in within)

    def lists_posts(self, body):
        """README "field": whether all links of a text lead to posts, and to several."""
        page, index = self.page, self.wrapper.index
        hrefs = [page.attr(i, "href") for i in page.starts("a") if i in body.slot.tokens]
        links = [self.base.join(href) for href in hrefs if href is not None]
        return bool(index) and not index.fits(self.base) \
            and all(to and index.fits(to) for to in links) \
            and len({to.key for to in links}) > 1

    def is_withheld(self, body):
        """README "field": true where a form that asks for a password stands in the text's place."""
        page, tokens = self.page, body.slot.tokens

        def asks(i):
            return page.tokens[i].kind == START and page.tag(i) == "form" and any(
                page.tag(k) == "input" and (page.attr(k, "type") or "").lower() == "password"
                for k in page.region(i))

        form = next(filter(asks, tokens), None)
        if form is None:
            return False
        form = page.region(form)
        around = range(tokens.start, form.start), range(form.stop, tokens.stop)
        return sum(map(page.count_words, around)) <= NOTICE_WORDS

    def last_text(self, value):
        """The last text of a value, where the value ends with it."""
        texts = self.page.texts(value.slot.tokens)
        return None if value.slot.tail is not None else max(texts, default=None)

    def last_link(self, value):
        """The link around a value's last text, inside the value."""
        page, last = self.page, self.last_text(value)
        around = () if last is None else page.ancestors(last, value.slot.tokens.start)
        return next((a for a in around if page.tag(a) == "a"), None)

    def without_mark(self, title):
        """README "Titles": a title without the mark that links to its heading, or is there for
        the eye alone."""
        page, start, last = self.page, title.slot.tokens.start, self.last_text(title)
        if last is None or any(c.isalnum() for c in page.tokens[last].text):
            return title
        is_sign = all(map(is_arrow, page.tokens[last].text.strip()))
        hidden = lambda a: is_sign and (page.attr(a, "aria-hidden") or "").lower() == "true"
        around = page.ancestors(last, start)
        mark = next((a for a in around if page.tag(a) == "a" or hidden(a)), None)
        if mark is None or not page.has_text(range(start, mark)):
            return title
        slot = title.slot._replace(tokens=range(start, mark))
        return title._replace(slot=slot, text=slot_text(page, slot))

    def without_more(self, body, link):
        """README "field": a body without the link to the entry that ends it."""
        page, tokens = self.page, body.slot.tokens
        anchor = self.last_link(body)
        if anchor is None or link is None \
                or self.key(page.attr(anchor, "href")) != self.key(str(link)):
            return body
        start, words = anchor, page.count_words(page.region(anchor))
        for around in page.ancestors(anchor, tokens.start):
            if page.count_words(page.region(around)) != words:
                break
            start = around
        if not page.has_text(range(tokens.start, start)):
            return body
        return body._replace(slot=body.slot._replace(tokens=range(tokens.start, start)))

    def is_beside_tags(self, value, link):
        """README "Tags": whether a value is all that a link to its own entry, to the list of all
        tags or to an author's posts shows."""
        page, tokens = self.page, value.slot.tokens
        around = (a for a in (tokens.start, *page.ancestors(tokens.start)) if page.tag(a) == "a")
        anchor = next(around, None)
        if anchor is None or page.count_words(page.region(anchor)) != page.count_words(tokens):
            return False
        href = page.attr(anchor, "href")
        if None not in (href, link) and self.key(href) == self.key(str(link)):
            return True
        key = None if href is None else self.key(href)
        if key is not None and tells_authors(directory(key)):
            return True
        to = href is not None and names_tags(value.text.lower()) and self.base.join(href)
        return bool(to) and names_tags(to.name.lower()) and not tells_tags(directory(to.key))

    def set_body(self, entry, name, value, is_html):
        """The first body counts."""
        entry.missing -= {name, "body"}
        if entry.body_at is None:
            entry.body_at = value.slot.tokens
        if entry.body_text is None:
            entry.body_text = "\n".join(slot_lines(self.page, value.slot))
            if is_html:
                entry.body_html = self.page.markup(value.slot.tokens, self.base)
            entry.extent = "full" if name == "body" else "excerpt"

    def set_author(self, entry, text):
        """README "field": a day that stands where other entries name their author is none."""
        if is_day(text):
            entry.missing.add("author")
        else:
            entry.author = text
            entry.missing.discard("author")

    def set_tags(self, entry, values):
        if values:
            entry.tags = list(dict.fromkeys(value.text for value in values))
            entry.missing.discard("tags")

    def read_entry(self, layout, window, link=None):
        """All fields of one record; `link` where its address is known."""
        entry, anchor, day, families, body = Entry(window), window.stop, None, [], None
        for name in FIELDS:
            if name == "link" and link:
                entry.link = link
                continue
            if not layout.rules(name):
                continue
            named = entry.named_at + [value.slot.tokens for own in families for value in own]
            found = self.values(layout, name, window, anchor, named)
            if not found:
                entry.missing.add(name)
                entry.tags = [] if name == "tags" else entry.tags
                continue
            rule, values = found
            first = values[0]
            if name == "title":
                title = self.without_mark(first)
                anchor = title.slot.tokens.start
                entry.title, entry.title_at = title.text, title.slot.tokens
            elif name == "link":
                entry.link = self.permalink(layout, rule, values, window)
                entry.link_at = first.slot.tokens
            elif name == "date":
                day = first.day
                entry.day_at = first.slot.tokens
                entry.named_at.append(first.slot.tokens)
            elif name == "author":
                self.set_author(entry, first.text)
                entry.author_at = first.slot.tokens if entry.author else range(0)
                entry.named_at += [entry.author_at] if entry.author else []
            elif name == "tags":
                families = values
            else:
                body = body or first.slot.tokens
                self.read_body(layout, entry, rule, first)
        self.finish_tags(layout, entry, families, body)
        if day:
            entry.date = self.complete(day, entry.link, anchor)
            entry.missing |= set() if entry.date else {"date"}
        return entry

    def read_body(self, layout, entry, rule, value):
        if self.is_withheld(value):
            entry.missing.add(rule.name)
            return
        is_list = layout.kind == "list"
        if not self.is_text(value, entry.link) and (is_list or self.lists_posts(value)):
            entry.missing.add(rule.name)
            return
        if is_list:
            value = self.without_more(value, entry.link)
        self.set_body(entry, rule.name, value, rule.value == "html")

    def finish_tags(self, layout, entry, families, body):
        """README "field": tags inside the body count only where none of their rule are outside."""
        inside = lambda value: body is not None and value.slot.tokens.start in body
        outside = lambda family: [value for value in family if not inside(value)]
        tags = merged([value for family in families for value in outside(family) or family])
        own = entry.link or (self.base if layout.kind == "entry" else None)
        tags = [value for value in tags if not self.is_beside_tags(value, own)]
        if layout.kind == "entry":
            rows = sisters.beside(self.page, self.base, tags)
            beside = [Value(Slot(a), name_in(self.page.visible(a))) for a in rows]
            tags = merged([value for value in beside if value.text] + tags)
        self.set_tags(entry, tags)
        entry.tags_at = [value.slot.tokens for value in tags]
        entry.named_at += entry.tags_at

    def read_list(self, layout):
        """The entries of a list page."""
        entries = []
        for posts in several.posts(self, layout, find_records(self.page, layout)):
            entries += several.with_day([self.read_entry(layout, post) for post in posts])
        self.link_others(layout, entries)
        entries = [entry for entry in entries if self.is_entry(layout, entry)]
        if self.wrapper.index:
            if is_bare(layout):
                entries = self.without_links_elsewhere(entries)
            drop_arrows(entries)
            fill(self, entries, layout, [self.taken(layout, entry) for entry in entries])
            if is_bare(layout):
                entries = self.without_menus(entries)
            entries = self.without_boxes_beside(layout, entries)
        self.tell_extents(layout.extent, entries)
        return entries

    def without_menus(self, entries):
        """Where nearly all permalinks have a day, what has neither is no record."""
        posts = [entry for entry in entries if self.wrapper.is_permalink(entry.link)]
        dated = sum(1 for entry in posts if entry.date)
        if not dated or not nearly_all(dated, len(posts)):
            return entries
        return [entry for entry in entries
                if entry.date or self.wrapper.is_permalink(entry.link)]

    def without_links_elsewhere(self, entries):
        """Where nearly all permalinks have a day in their address, what stands at a place where
        none of them does is no record."""
        posts = [entry for entry in entries if self.wrapper.is_permalink(entry.link)]
        dated = sum(1 for entry in posts if day_in(entry.link.key))
        if not dated or not nearly_all(dated, len(posts)):
            return entries
        place = lambda entry: path_of(self.page, entry.tokens.start)
        of_posts = set(map(place, posts))
        return [entry for entry in entries if place(entry) in of_posts]

    def without_boxes_beside(self, layout, entries):
        """README "record": without what stands at no place of a record with a day, where nearly all
        there have one."""
        place = lambda entry: path_of(self.page, entry.tokens.start)
        dated = {place(entry) for entry in entries if entry.date}
        listed = [entry for entry in entries if place(entry) in dated]
        shown = sum(1 for entry in entries if entry.date)
        if not shown or not nearly_all(shown, len(listed)):
            return entries
        wanted = any(not rule.optional for rule in layout.rules("date"))
        more = lambda entry: entry.body_text is not None or entry.author or entry.tags
        return [entry for entry in entries
                if place(entry) in dated or not wanted and more(entry)]

    def is_entry(self, layout, entry):
        """README "record": false for advertisements and boxes of the template."""
        wants = lambda name: any(not rule.optional for rule in layout.rules(name))
        permalink, index = self.wrapper.is_permalink(entry.link), self.wrapper.index
        text = entry.body_text is not None
        more = text or entry.tags or entry.date or entry.author
        bare = is_bare(layout)
        if entry.title is None and (not permalink or not text and wants("title")):
            return False
        if entry.link is None and (entry.title is None or wants("link")):
            return False
        section = index and entry.link is not None and index.is_section(entry.link)
        down = entry.link is not None and entry.link.fragment and entry.link.key == self.base.key
        if section or down and not permalink and not text and not entry.date:
            return False
        return bool(permalink or more or bare)

    def taken(self, layout, entry):
        """Where the title of a record and its names stand: what is no text of it."""
        rules = (rule for rule in layout.rules("title") if not rule.sticky)
        read = (read_field(self.page, rule, entry.tokens) for rule in rules)
        title = [value.slot.tokens for value in next(filter(None, read), [])]
        # A day may be read in all that a record shows, its title too, or its link.
        head = entry.link_at if entry.title is None else entry.title_at
        wide = head is not None and head.start in entry.day_at
        named = [at for at in entry.named_at if not (wide and at is entry.day_at)]
        return title + [entry.title_at] + named

    def tell_extents(self, extent, entries):
        """README "extent": whether the bodies of a list are whole."""
        signs = [self.sign(extent, entry) for entry in entries]
        bodies = sum(1 for sign in signs if sign)
        signed = [sign for sign in signs if sign in ("more", "ellipsis")]
        parted = sum(1 for entry in entries if "\n" in (entry.body_text or ""))
        usual = "full" if most(len(signed), bodies) or most(parted, bodies) else None
        reaches = extent.short and any(
            len(WORD.findall(entry.body_text or "")) >= extent.short for entry in entries)
        cut = any(getattr(extent, sign) == "excerpt" for sign in signed)
        dotted = signs.count("ellipsis")
        all_dotted = dotted > 1 and nearly_all(dotted, bodies)
        for entry, sign in zip(entries, signs):
            said = getattr(extent, sign) if sign else None
            if sign == "plain" and not cut:
                said = extent.alone or said
            if sign == "ellipsis":
                said = said or ("excerpt" if all_dotted else "full")
            if sign and reaches and self.is_short(extent, entry.body_text):
                said = "full"
            entry.extent = (said or usual or entry.extent) if sign else None

    @staticmethod
    def is_short(extent, text):
        """A body that is shorter than what is cut."""
        return len(WORD.findall(text)) < extent.short and not ELLIPSIS.search(text)

    def sign(self, extent, entry):
        """What stands at the end of a body."""
        if entry.body_text is None:
            return None
        links = self.own_links(entry)
        if any(text not in extent.idle for text in links) or BRACKETED.search(entry.body_text):
            return "more"
        return "ellipsis" if ELLIPSIS.search(entry.body_text) else "plain"

    def own_links(self, entry):
        """The texts of the links to an entry itself from its body on."""
        page = self.page
        if entry.link is None or entry.body_at is None:
            return
        stop = max(entry.tokens.stop, entry.body_at.stop)
        for a in page.shown(range(entry.body_at.start, stop)):
            link = page.attr(a, "href")
            if page.tokens[a].kind != START or page.tag(a) != "a" or link is None:
                continue
            fragment = link.partition("#")[2]
            more = fragment.startswith(("more", "extended"))
            if fragment and not more or self.key(link) != entry.link.key:
                continue
            text = page.visible(page.inside(a))
            numbers = any(category(c).startswith("N") for c in text)
            wordy = any(c.isalpha() for c in text) and not numbers
            if (wordy or more) and text != entry.title:
                yield text
