"""README "field", sister rows: tags in the row beside the one that was learned."""

from addresses import directory, link_key, tells_tags

LABEL = 3
LONGEST_ROW = 400


class Rows:
    """Rows of links to tags on a page."""

    def __init__(self, page, base):
        self.page, self.base = page, base

    def leads_to(self, a):
        """The directory that a link leads to; None where a token starts no link with a text."""
        page = self.page
        if not page.opens(a) or page.tag(a) != "a" or not page.has_text(page.inside(a)):
            return None
        link = page.attr(a, "href")
        key = None if link is None else link_key(self.base, link)
        return None if key is None else directory(key)

    def is_row(self, element, fits):
        """Whether an element shows links to such directories and hardly anything else."""
        page, region = self.page, self.page.region(element)
        if not page.opens(element) or len(region) > LONGEST_ROW:
            return False
        links = {a: where for a in region if (where := self.leads_to(a)) is not None}
        linked = sum(page.count_words(page.inside(a)) for a in links)
        return bool(links) and all(map(fits, links.values())) \
            and page.count_words(region) <= linked + LABEL

    def row_of(self, tags, fits):
        """The largest element around all tags that is a row."""
        page, row = self.page, None
        first, last = tags[0].tokens.start, tags[-1].tokens.stop
        for around in page.ancestors(first):
            region = page.region(around)
            if len(region) > LONGEST_ROW:
                break
            if region.stop >= max(last, first + 1) and self.is_row(around, fits):
                row = around
        return row

    def beside(self, row):
        """The elements that stand directly ahead of a row and behind it."""
        page, region = self.page, self.page.region(row)
        parent = page.parent(row)
        near = range(0) if parent is None else page.inside(parent)
        ahead = page.previous(region.start, near.start)
        behind = page.following(region.stop, near.stop)
        if ahead is not None:
            yield page.tokens[ahead].begin
        if behind is not None:
            yield behind


def beside(page, base, tags):
    """Where the links of the sister rows of a row of tags stand."""
    rows, slots = Rows(page, base), [value.slot for value in tags]
    families = []
    for slot in slots:
        links = (rows.leads_to(a) for a in page.around(slot.tokens.start))
        families += [where for where in links if where is not None][:1]
    if not families:
        return []
    own = min(families, key=lambda where: len(where.encode()))
    is_ours = lambda where: where == own or where.startswith(own + "/")
    row = rows.row_of(slots, is_ours)
    if row is None:
        return []
    is_sister = lambda where: not is_ours(where) and tells_tags(where)
    sisters = [s for s in rows.beside(row)
               if page.tag(s) == page.tag(row) and rows.is_row(s, is_sister)]
    return [page.inside(a) for s in sisters for a in page.region(s)
            if rows.leads_to(a) is not None]
