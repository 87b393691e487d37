#!/usr/bin/env python3
"""checks.py WHAT FEEDSTONE SHARED: how well `feedstone check` and `relearn` do on the blogs of
SHARED/corpus, as text and Markdown.

  drift         rules learned on one side of a redesign, checked on the other side's pages; and on
                their own unseen pages
  damage        pages broken in fifteen ways, most of them in one field (examples/damage.rs; `cargo build --release
                --example damage` comes first)
  reliability   stated against true confidence in ten bins, on the own pages of dev and zoo and on
                all of the above
  weights       the tables of src/check/confidence.rs, fitted to all of the above
  ablation      drift and damage with weights fitted without one witness, and without a kind of them
  crossfit      drift, damage and reliability with weights fitted to other blogs than those they
                judge
  kinds         damage with weights fitted to half of the ways in which pages were broken, judged on
                the other half, both ways
  relearn       relearning over a redesign, against wrappers learned for each side
  cost          time of check against that of extract, over all pages of dev
  all           all of these but weights, with the pages read once: eight minutes on two cores

Truth is SHARED/corpus/*/truth.jsonl, judged by SHARED/eval/score.py; of broken pages also what was
read before they were broken. Standard library only. drift takes half a minute, damage two.
"""
import functools
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

FIELDS = ["title", "link", "date", "author", "tags", "body"]
COLUMNS = FIELDS + ["entry body"]
WITNESSES = ["layout", "kind", "crossed", "bounds", "letters", "page", "address", "profile",
             "place", "others", "names", "unread", "records", "content", "order", "elsewhere", "feed"]
# As `Witness::is_drift` in src/check/witness.rs: compared with what the same rules read, at
# learning time or on other pages.
DRIFT = ["layout", "profile", "place", "others", "names", "unread", "elsewhere"]
# Witnesses whose contradiction settles that a value is wrong, whatever else is said.
SETTLES = {"kind", "bounds", "letters"}
DAMAGES = ["rename", "retag", "remove", "empty", "decoy", "swap", "foreign", "cut", "swell",
           "moved", "escaped", "misread", "truncated", "login", "missing"]
# Every other kind: each half has markup, values and whole pages.
HALVES = [DAMAGES[::2], DAMAGES[1::2]]


class Bench:
    def __init__(self, program, shared, folder):
        shared = os.path.realpath(shared)
        self.program, self.folder = os.path.realpath(program), folder
        self.corpora = os.path.join(shared, "corpus")
        sys.path.insert(0, os.path.join(shared, "eval"))
        import score
        self.score = score

    def sites(self, corpus):
        top = os.path.join(self.corpora, corpus)
        return sorted(d for d in os.listdir(top) if os.path.isdir(os.path.join(top, d)))

    def pairs(self):
        """Ids of one blog in two layouts: a year or an engine is what they differ in."""
        blogs = defaultdict(list)
        for site in self.sites("dev"):
            blogs[re.sub(r"-(\d{4}|hugo)$", "", site)].append(site)
        return [(a, b) for ids in blogs.values() for a in ids for b in ids if a != b]

    def warc(self, corpus, site):
        return os.path.join(self.corpora, corpus, site, "site.warc.gz")

    def home(self, corpus, site):
        with open(os.path.join(self.corpora, corpus, site, "site.json"), encoding="utf8") as f:
            return json.load(f)["home_url"]

    def run(self, *args):
        out = subprocess.run([self.program, *args], capture_output=True, text=True).stdout
        return [json.loads(line) for line in out.splitlines()]

    def rules(self, corpus, site):
        file = os.path.join(self.folder, f"{corpus}-{site}.xml")
        if not os.path.exists(file):
            args = [self.program, "learn", "--warc", self.warc(corpus, site), "--out", file,
                    self.home(corpus, site)]
            subprocess.run(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return file

    def truth(self, corpus, site):
        return self.score.load_jsonl(os.path.join(self.corpora, corpus, site, "truth.jsonl"))

    def known(self, corpus, site):
        """What truth knows, by page."""
        out = defaultdict(list)
        for t in self.truth(corpus, site):
            out[self.score.norm_link(t["page"])].append(t)
        return out

    def rows(self, corpus, learned_on, site):
        """One row a page, entry and field that truth knows: what was read, what the check says,
        whether it is right."""
        rules = self.rules(corpus, learned_on)
        if not os.path.exists(rules):
            return []
        warc, truths, out = self.warc(corpus, site), self.known(corpus, site), []
        read = self.read(rules, warc)
        for page in self.check(rules, warc):
            known = truths.get(self.score.norm_link(page["page"]))
            if not known:
                continue
            entry_page, preds = known[0]["kind"] == "entry", read.get(page["page"], [])
            truth_of = self.pair(known, preds)
            for k, entry in enumerate(page["entries"]):
                pred = preds[k] if preds else None
                # What is read besides the entry on its own page is of other entries, hence wrong.
                truth = (truth_of.get(id(pred)) if pred is not None
                         else known[0] if entry_page else None)
                right = self.right(truth, pred)
                for f in entry["fields"]:
                    if truth is None and entry_page or f["field"] in right:
                        out.append(row(page, entry, f, right.get(f["field"], False), corpus=corpus,
                                       rules=learned_on, site=site,
                                       seen=bool(truth and truth["seen"])))
        return out

    def check(self, rules, warc):
        """The pages as checked; drift signals are votes like the others here, for rows and for what
        a page's other entries say."""
        for page in self.run("check", "--rules", rules, "--format", "json", "--warc", warc):
            for f in (f for entry in page["entries"] for f in entry["fields"]):
                f["votes"] |= f.pop("drift")
            yield page

    def read(self, rules, warc):
        """What rules read, by page."""
        out = defaultdict(list)
        for p in self.run("extract", "--rules", rules, "--warc", warc):
            out[p["page"]].append(p)
        return out

    def pair(self, known, preds):
        """The truth of each entry that was read, by its id."""
        if known and known[0]["kind"] == "entry":
            pairs = [(known[0], self.score.pair_entry(known[0], preds))]
        else:
            pairs = self.score.pair_list(known, preds)[0]
        return {id(p): t for t, p in pairs if p is not None}

    def right(self, truth, pred):
        """{field: whether it is right} for the fields that truth knows."""
        scores = self.score.compare(truth, pred, truth["kind"] == "entry") if truth else {}
        return {f: scores[f] >= (0.9 if f == "body" else 1) for f in FIELDS if f in scores}

    def damaged(self, corpus, site):
        """As rows, for copies of the site with every fourth page broken: what is as before is
        right, and what truth says is."""
        rules, out = self.rules(corpus, site), []
        if not os.path.exists(rules):
            return out
        before, truths = self.read(rules, self.warc(corpus, site)), self.known(corpus, site)
        tool = os.path.join(os.path.dirname(self.program), "examples", "damage")
        for kind in DAMAGES:
            warc = os.path.join(self.folder, f"{corpus}-{site}-{kind}.warc")
            done = subprocess.run([tool, rules, self.warc(corpus, site), kind, warc],
                                  capture_output=True, text=True, check=True).stdout
            broken = {d["page"]: d["field"] for d in map(json.loads, done.splitlines())}
            after = self.read(rules, warc)
            for page in self.check(rules, warc):
                old, new = before.get(page["page"], []), after.get(page["page"], [])
                # Where records were lost, the others are known by their links, else by their
                # titles.
                pairs = (zip(old, new) if len(old) == len(new)
                         else self.score.pair_list(
                             [dict(p, link=p.get("link")) for p in old], new)[0])
                was = {id(p): q for q, p in pairs if p is not None}
                truth_of = self.pair(truths.get(self.score.norm_link(page["page"]), []), new)
                more = dict(corpus=corpus, rules=site, site=site, run=kind,
                            broken=broken.get(page["page"]), lost=len(old) - len(new))
                if old and not new:
                    # It counts once: which of its fields are gone is said only where that was
                    # found.
                    out.append(dict(more, page=page["page"], field="records", present=False,
                                    right=False, state=page["verdict"]))
                if not new:
                    continue
                for k, entry in enumerate(page["entries"]):
                    p = new[k]
                    q, true = was.get(id(p)), self.right(truth_of.get(id(p)), p)
                    # Truth knows an entry by its link: where that changed, the title must be this
                    # entry's, too.
                    if (q is None or not self.same("link", p, q)) and not true.get("title"):
                        true = {}
                    for f in entry["fields"]:
                        if q is not None or old:
                            same = q is not None and self.same(f["field"], p, q)
                            less = (same and f["field"] == "body"
                                    and p.get("body_text") != q.get("body_text"))
                            unclear = less or same and true.get(f["field"]) is False
                            out.append(row(page, entry, f, same or true.get(f["field"], False),
                                           unclear=unclear, **more))
            os.remove(warc)
        return out

    def same(self, field, a, b):
        x, y = ((p or {}).get("body_text" if field == "body" else field) for p in (a, b))
        if field == "body" and x and y and x != y:
            return self.score.f1_bags(self.score.shingles(x), self.score.shingles(y)) >= 0.9
        return set(x or []) == set(y or []) if field == "tags" else (x or None) == (y or None)

    def all(self, job, jobs):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return [r for rows in pool.map(lambda j: job(*j), jobs) for r in rows]

    def own(self):
        return self.all(self.rows, [(c, s, s) for c in ("dev", "zoo") for s in self.sites(c)])

    def redesigned(self):
        return self.all(self.rows, [("dev", a, b) for a, b in self.pairs()])

    def broken(self):
        return self.all(self.damaged, [(c, s) for c in ("dev", "zoo") for s in self.sites(c)])


def row(page, entry, f, right, **more):
    lacking = [e["value"] is None for x in page["entries"] for e in x["fields"]
               if e["field"] == f["field"]]
    return dict(more, page=page["page"], kind=page["kind"], layout=page["layout"],
                likeness=page["likeness"], field=f["field"],
                present=f["value"] is not None, required=f["required"], alone=all(lacking),
                mates=mates(page, f), right=right,
                state=f["state"], confidence=f["confidence"], votes=f["votes"])


# ---------------------------------------------------------------- figures

def unit(r):
    return r["corpus"], r["rules"], r["site"], r.get("run"), r["page"], r["field"]


def units(rows, key=unit):
    """{page and field: (some value wrong, some value flagged)}"""
    out = defaultdict(lambda: [False, False])
    for r in rows:
        out[key(r)][0] |= not r["right"]
        out[key(r)][1] |= r["state"] == "disagree"
    return out


def line(name, units):
    hit = sum(w and f for w, f in units.values())
    wrong, flagged = (sum(u[k] for u in units.values()) for k in (0, 1))
    print(f"{name:38} {len(units):6} units, wrong {wrong:5}, flagged {flagged:5}: "
          f"precision {hit / max(1, flagged):.3f} recall {hit / max(1, wrong):.3f}")


def drift(bench):
    own, pairs = [r for r in bench.own() if not r["seen"]], bench.redesigned()
    by_page = lambda r: (r["corpus"], r["rules"], r["site"], r["page"])
    for corpus in ("dev", "zoo"):
        line(f"own unseen pages of {corpus}, fields",
             units([r for r in own if r["corpus"] == corpus]))
    line("other side of a redesign, fields", units(pairs))
    for f in FIELDS:
        line(f"  {f}", units([r for r in pairs if r["field"] == f]))
    line("other side of a redesign, pages", units(pairs, by_page))
    dev, sites = [r for r in own if r["corpus"] == "dev"], {r["site"] for r in pairs}
    for name, some in (("with own pages of these blogs", [r for r in dev if r["site"] in sites]),
                       ("with own pages of all of dev", dev)):
        line(f"{name}, fields", units(some + pairs))
        line(f"{name}, pages", units(some + pairs, by_page))


def damages(rows):
    """By page and field: [broken, found, flagged] of broken pages, [wrong, flagged] of the
    others."""
    found = defaultdict(lambda: [False, False, False])
    calm = defaultdict(lambda: [False, False])
    for r in rows:
        key = (r["corpus"], r["site"], r["run"], r["page"], r["field"])
        if r["broken"]:
            flagged = r["state"] in ("drifted", "partial", "disagree")
            found[key][0] |= not r["right"]
            found[key][1] |= flagged and not r["right"]
            found[key][2] |= flagged
        elif r["lost"] == 0:
            calm[key][0] |= not r["right"]
            calm[key][1] |= r["state"] == "disagree"
    return found, calm


def broken_found(rows):
    """Share of the broken fields that are found, of the flagged ones of their pages that are
    broken, and of false alarms elsewhere."""
    found, calm = damages(rows)
    share = lambda some: sum(some) / max(1, len(some))
    return (share([v[1] for v in found.values() if v[0]]),
            share([v[0] for v in found.values() if v[2]]),
            share([v[1] for v in calm.values() if not v[0]]))


def damage(bench):
    found, calm = damages(bench.broken())
    broken = {k: v[1] for k, v in found.items() if v[0]}
    print("| damage | " + " | ".join(FIELDS + ["records", "all"]) + " |\n|---|"
          + "---|" * (len(FIELDS) + 2))
    for kind in DAMAGES + [None]:
        cells = []
        for f in FIELDS + ["records", None]:
            hits = [v for k, v in broken.items() if kind in (k[2], None) and f in (k[4], None)]
            cells.append(f"{100 * sum(hits) / len(hits):.0f} % of {len(hits)}" if hits else "–")
        print(f"| {kind or 'all'} | " + " | ".join(cells) + " |")
    alarms = [v[1] for v in calm.values() if not v[0]]
    pages = defaultdict(bool)
    for k, v in calm.items():
        pages[k[:4]] |= v[1] and not v[0]
    show = lambda rows: f"{sum(rows)} of {len(rows)} ({sum(rows) / max(1, len(rows)):.3f})"
    print(f"\nbroken fields found: {show(list(broken.values()))}; "
          "of flagged fields of these pages broken: "
          f"{show([v[0] for v in found.values() if v[2]])}; "
          f"false alarms on pages that were not broken: {show(alarms)} of fields, "
          f"{show(list(pages.values()))} of pages")


def reliability(bench):
    own = bench.own()
    for name, rows in (("own pages of dev and zoo", own),
                       ("these, redesigned and broken pages",
                        own + bench.redesigned() + bench.broken())):
        rows = [r for r in rows if r["present"] and r.get("confidence") is not None]
        weigh = Counter((r["corpus"], r["rules"], r["site"], r.get("run")) for r in rows)
        bins = [[0.0, 0.0, 0.0] for _ in range(10)]
        for r in rows:
            b = bins[min(9, int(10 * r["confidence"]))]
            w = 1 / weigh[r["corpus"], r["rules"], r["site"], r.get("run")]
            b[0] += w
            b[1] += w * r["confidence"]
            b[2] += w * r["right"]
        total = sum(b[0] for b in bins)
        print(f"\n{name}: {len(rows)} values, every site and run weighs the same\n\n"
              "| confidence | share of values | stated | true |\n|---|---|---|---|")
        for k, (n, stated, true) in enumerate(bins):
            if n:
                print(f"| {k / 10:.1f} to {(k + 1) / 10:.1f} | {100 * n / total:.1f} % | "
                      f"{stated / n:.3f} | {true / n:.3f} |")
        error = sum(abs(b[1] - b[2]) for b in bins) / total
        print(f"\nexpected calibration error {error:.3f}; of values with 0.9 or more "
              f"{bins[9][2] / bins[9][0]:.4f} are right")


# ---------------------------------------------------------------- weights

def common(r):
    out = (["Base"] + ["Learned"] * (r["layout"] not in (None, "index"))
           + ["EntryPage"] * (r["kind"] == "entry"))
    return (out
            + ["Strange"] * (r["likeness"] is not None
                             and r["likeness"] < constant("likeness.rs", "STRANGE")))


def said(f):
    """As `Tally::said` in src/check/mod.rs."""
    own = {w: v for w, v in f["votes"].items() if w not in ("layout", "kind")
           and (f["field"], w) != ("link", "profile")}
    contested, vouched = not all(own.values()), any(own.get(w)
                                                    for w in ("page", "address", "elsewhere",
                                                              "feed"))
    return contested and not vouched, not contested and any(w != "profile" for w in own)


def mates(page, f):
    """What the same field of the page's other entries says; see `Tally` in src/check/mod.rs."""
    if f["value"] is None:
        return None
    if "tally" not in page:
        tally = page["tally"] = defaultdict(lambda: [0, 0, 0])
        for g in (g for e in page["entries"] for g in e["fields"] if g["value"] is not None):
            for k, n in enumerate((1, *said(g))):
                tally[g["field"]][k] += n
    n, odd, fine = (a - b for a, b in zip(page["tally"][f["field"]], (1, *said(f))))
    if n < 2:
        return None
    return ("MostOdd" if 3 * odd >= 2 * (n + 2) else "SomeOdd" if 3 * odd >= n + 2
            else "OthersFine" if fine >= 0.5 * n else None)


def votes(r, of):
    return [f"Vote(Witness::{w.capitalize()}, {str(v).lower()})" for w, v in r["votes"].items()
            if w in of]


def fit(groups, terms):
    """The weights of `newton`, none with the wrong sign: agreeing never lowers a confidence,
    disagreeing never raises one. What would is worth nothing, and is fitted without."""
    sign = lambda t: 0 if "Vote(" not in t else 1 if "true" in t else -1
    while True:
        found = newton(groups, terms)
        worst = min(terms, key=lambda t: sign(t) * found[t], default=None)
        if worst is None or sign(worst) * found[worst] >= 0:
            return found
        # Terms that say the same share a weight, so the others may change their sign without the
        # worst.
        terms = [t for t in terms if t != worst]


def newton(groups, terms, ridge=8.0):
    """Logistic regression by Newton's method: {frozenset of terms: (right, wrong)} to {term:
    weight}. The ridge is the one of 2, 4, 6, 8, 10, 25 with which `crossfit` does best."""
    at = {t: i for i, t in enumerate(terms)}
    weights, n = [0.0] * len(terms), len(terms)
    data = [([at[t] for t in x if t in at], *y) for x, y in groups.items()]
    for _ in range(60):
        rows = [[0.0] * n + [-ridge * weights[i]] for i in range(n)]
        for i in range(n):
            rows[i][i] = ridge
        for x, right, wrong in data:
            p = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(weights[i] for i in x)))))
            for i in x:
                rows[i][n] += right - (right + wrong) * p
                for j in x:
                    rows[i][j] += (right + wrong) * p * (1 - p)
        for i in range(n):
            best = max(range(i, n), key=lambda k: abs(rows[k][i]))
            rows[i], rows[best] = rows[best], rows[i]
            for k in range(i + 1, n):
                if m := rows[k][i] / rows[i][i]:
                    rows[k] = [a - m * b for a, b in zip(rows[k], rows[i])]
        step = [0.0] * n
        for i in reversed(range(n)):
            step[i] = (rows[i][n] - sum(rows[i][j] * step[j] for j in range(i + 1, n))) / rows[i][i]
        weights = [w + max(-2.0, min(2.0, s)) for w, s in zip(weights, step)]
        if max(map(abs, step)) < 1e-4:
            break
    return dict(zip(terms, weights))


def terms(r):
    """What is known of a row; of values that a witness contradicts it counts otherwise (`CONTESTED`
    in src/check/confidence.rs)."""
    if not r["present"]:
        # A page built as at learning time speaks against an absence.
        said = ["Alike" if v == "Vote(Witness::Layout, true)" else v for v in votes(r, WITNESSES)]
        said += (["Required"] * r["required"] + ["Alone"] * r["alone"]
                 + [f"Of(Field::{r['field'].capitalize()})"])
        if r["kind"] == "entry":  # Learned, and the only one.
            return ["E:" + t for t in common(r) + said
                    if t not in ("EntryPage", "Learned", "Alone")]
        return ["L:" + t for t in common(r) + said]
    known = [t for t in common(r) if t != "EntryPage" or column(r) != "entry body"]
    return [("C:" if contested(r) else "P:") + t for t in known
            + ([r["mates"]] if r.get("mates") else []) + votes(r, WITNESSES)]


def column(r):
    """Where the weights of a row stand: None for absent values; texts of lists and of entries'
    pages are known by different witnesses."""
    return (("entry body" if (r["field"], r["kind"]) == ("body", "entry") else r["field"])
            if r["present"] else None)


def judged(rows):
    """Rows that weights decide: lists of others, and texts out of bounds, are wrong without."""
    return [r for r in rows if "votes" in r and r["kind"]
            and not SETTLES & r["votes"].keys()]


def train(rows):
    """Weights for each field's values, and under None those for absent ones."""
    groups = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    key = lambda r: (r["corpus"], r["rules"], r["site"], r.get("run"), r["field"], r["right"])
    count = Counter(map(key, rows))
    for r in rows:
        # A site with many entries says no more than one with forty.
        groups[column(r)][frozenset(terms(r))][not r["right"]] += min(1, 40 / count[key(r)])
    return {f: fit(g, sorted({t for x in g for t in x})) for f, g in groups.items()}


def learned_from(bench):
    """Own pages, the other side of redesigns, and pages with one field broken."""
    return [bench.own(), bench.redesigned(), bench.broken()]


def in_training(sets):
    own, redesigned, broken = map(judged, sets)
    # A text that has lost a little is neither right nor wrong, nor is what was misread before.
    return (own + redesigned
            + [r for r in broken if r["broken"] and r["lost"] == 0 and not r["unclear"]])


def weights(bench):
    table = train(in_training(learned_from(bench)))
    said = [f"Vote(Witness::{w.capitalize()}, {b})" for w in WITNESSES
            if w not in SETTLES and w != "feed" for b in ("true", "false")]
    names = ["Base", "Learned", "EntryPage", "Strange", "OthersFine", "SomeOdd", "MostOdd"] + said
    for part in "PC":
        lines = []
        for t in names:
            cells = [round(table[f].get(f"{part}:{t}", 0.0), 2) + 0.0 for f in COLUMNS]
            if any(cells):
                lines.append(f"    (Term::{t}, [{', '.join(f'{c:.2f}' for c in cells)}]),")
        # Items of the feed were seen in learning: what the feed says is what another page says, and
        # one more.
        feed = lambda agrees: [table[f].get(f"{part}:Vote(Witness::Elsewhere, {agrees})", 0.0)
                               for f in COLUMNS]
        lines.append("    (Term::Vote(Witness::Feed, true), [%s]),"
                     % ", ".join(f"{max(2.0, e + 1):.1f}" for e in feed("true")))
        if part == "C":
            lines.append("    (Term::Vote(Witness::Feed, false), [%s]),"
                         % ", ".join(f"{min(-2.5, e - 1):.1f}" for e in feed("false")))
        print(f"const {dict(P='PLAIN', C='CONTESTED')[part]}: [(Term, [f64; 7]); {len(lines)}] = [",
              *lines, "];", sep="\n")
    absence = {t[2:] for t in table[None]} | {"Vote(Witness::Feed, false)"}
    order = sorted(absence,
                   key=lambda t: (t.startswith("Of"), t.startswith("Vote"), t != "Base", t))
    # What is said against an absence never makes it surer.
    most = lambda t: 0.0 if "Vote" in t and "false" in t else math.inf
    cell = lambda part, t: (-2.0 if "Feed" in t
                            else round(min(most(t), table[None].get(f"{part}:{t}", 0.0)), 2) + 0.0)
    lines = [f"    (Term::{t}, [{cell('L', t):.2f}, {cell('E', t):.2f}])," for t in order
             if cell("L", t) or cell("E", t)]
    print(f"const ABSENCE: [(Term, [f64; 2]); {len(lines)}] = [", *lines, "];", sep="\n")


@functools.cache
def constant(file, name):
    """A constant of the checker."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "check", file),
              encoding="utf8") as f:
        return float(re.search(rf"const {name}: \w+ = ([0-9.]+);", f.read()).group(1))


def threshold(r):
    """Confidence below which the checker takes a value as wrong."""
    if r["likeness"] is None or r["likeness"] < constant("likeness.rs", "ALIKE"):
        return constant("confidence.rs", "WRONG")
    return constant("confidence.rs", "WRONG_IF_CONTESTED" if r["present"] and contested(r)
                    else "WRONG_AT_HOME")


def contested(r):
    return any(not v for w, v in r["votes"].items() if w != "layout")


def crossfit(bench):
    """Every blog's pages judged with weights that were fitted to the other blogs: what blogs never
    seen may expect."""
    sets = learned_from(bench)
    part = lambda r: sum(re.sub(r"-(\d{4}|hugo)$", "", r["site"]).encode()) % 5
    for k in range(5):
        table = train([r for r in in_training(sets) if part(r) != k])
        for r in (r for rows in sets for r in judged(rows) if part(r) == k):
            known = table[column(r)]
            r["confidence"] = 1 / (1 + math.exp(-sum(known.get(t, 0.0) for t in terms(r))))
            r["state"] = "disagree" if r["confidence"] < threshold(r) else "agree"
    figures(bench, sets)


def kinds(bench):
    """Broken pages judged with weights that were fitted to pages broken in other ways: what is to
    be expected of faults that nobody thought of."""
    own, redesigned, broken = learned_from(bench)
    for seen, unseen in (HALVES, HALVES[::-1]):
        table = train(in_training([own, redesigned, [r for r in broken if r["run"] in seen]]))
        for r in judged([r for r in broken if r["run"] in unseen]):
            known = table[column(r)]
            r["confidence"] = 1 / (1 + math.exp(-sum(known.get(t, 0.0) for t in terms(r))))
            r["state"] = "disagree" if r["confidence"] < threshold(r) else "agree"
    bench.broken = lambda: broken
    damage(bench)


def ablation(bench):
    """What the witnesses are worth: weights fitted anew without one of them, or without a kind."""
    sets = learned_from(bench)
    whole = [(r, r["votes"]) for rows in sets for r in rows if "votes" in r]
    independent = [w for w in WITNESSES if w not in DRIFT]
    print("| without | fields of redesigns: precision | recall | broken found | of flagged broken "
          "| false alarms |\n|---|---|---|---|---|---|")
    for name, gone in ([("nothing", [])] + [(w, [w]) for w in WITNESSES]
                       + [("drift signals", DRIFT), ("independent witnesses", independent)]):
        for r, votes_of in whole:
            r["votes"] = {w: v for w, v in votes_of.items() if w not in gone}
            if SETTLES & r["votes"].keys():
                r["state"] = "disagree"
        table = train(in_training(sets))
        for rows in sets:
            for r in judged(rows):
                known = table[column(r)]
                r["confidence"] = 1 / (1 + math.exp(-sum(known.get(t, 0.0) for t in terms(r))))
                r["state"] = "disagree" if r["confidence"] < threshold(r) else "agree"
        wrong, flagged = zip(*units(sets[1]).values())
        hit = sum(map(lambda w, f: w and f, wrong, flagged))
        drifted = hit / max(1, sum(flagged)), hit / max(1, sum(wrong))
        print(f"| {name} | " + " | ".join(f"{x:.3f}" for x in (*drifted, *broken_found(sets[2])))
              + " |", flush=True)
    for r, votes_of in whole:
        r["votes"] = votes_of


def figures(bench, sets):
    bench.own, bench.redesigned, bench.broken = (lambda rows=rows: rows for rows in sets)
    for what in (drift, damage, reliability):
        print(f"\n## {what.__name__}\n")
        what(bench)


def everything(bench):
    figures(bench, [bench.own(), bench.redesigned(), bench.broken()])
    for what in (relearn, cost, crossfit, kinds):
        print(f"\n## {what.__name__}\n")
        what(bench)


# ---------------------------------------------------------------- relearning and cost

def relearned(bench):
    """For each redesign: both sides, whether it was accepted, what both sides' means lost against
    wrappers of their own, what was said."""
    def scores(rules, site):
        with open(os.path.join(bench.corpora, "dev", site, "site.json"), encoding="utf8") as f:
            meta = json.load(f)
        groups = bench.score.score_site(meta, bench.truth("dev", site),
                                        bench.run("extract", "--rules", rules, "--warc",
                                                  bench.warc("dev", site)))
        groups = groups[0]["groups"]
        return {(g, f): groups[g][f] for g in ("list", "entry") if g in groups
                for f in ["recall", *FIELDS] if f in groups[g]}

    def one(old, new):
        rules = os.path.join(bench.folder, f"relearned-{old}-{new}.xml")
        shutil.copy(bench.rules("dev", old), rules)
        args = [bench.program, "relearn", "--rules", rules, "--warc", bench.warc("dev", new),
                "--home", bench.home("dev", new)]
        done = subprocess.run(args, capture_output=True, text=True)
        lost = []
        for site in (old, new):
            joint, alone = scores(rules, site), scores(bench.rules("dev", site), site)
            lost.append(sum(joint.values()) / len(joint) - sum(alone.values()) / len(alone))
        return [(old, new, done.returncode == 0, lost, done.stdout.strip().split(": ", 1)[-1])]

    return bench.all(one, bench.pairs())


def as_good(row):
    return row[2] and min(row[3]) >= -0.02


def relearn(bench):
    rows = relearned(bench)
    for old, new, accepted, (a, b), said in rows:
        print(f"{old} -> {new}: {said}; against a wrapper of its own {a:+.3f} on the old side, "
              f"{b:+.3f} on the new")
    good = sum(map(as_good, rows))
    print(f"accepted, or nothing to relearn: {sum(r[2] for r in rows)} of {len(rows)}; also within "
          f"0.02 on both sides: {good}")


def cost(bench):
    for site in bench.sites("dev"):
        bench.rules("dev", site)
    for what in (["extract"], ["check", "--format", "json"]):
        start = time.perf_counter()
        for site in bench.sites("dev"):
            bench.run(*what, "--rules", bench.rules("dev", site), "--warc", bench.warc("dev", site))
        print(f"{what[0]}: {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    WHAT = {"drift": drift, "damage": damage, "reliability": reliability, "weights": weights,
            "crossfit": crossfit, "kinds": kinds, "ablation": ablation, "all": everything, "relearn": relearn,
            "cost": cost}
    if len(sys.argv) != 4 or sys.argv[1] not in WHAT:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        WHAT[sys.argv[1]](Bench(sys.argv[2], sys.argv[3], folder))
