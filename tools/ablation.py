#!/usr/bin/env python3
"""ablation.py FEEDSTONE SHARED: what each mechanism is worth, as a table.

Learns and reads all blogs of SHARED/corpus/dev and zoo with the paper's own way, with no mechanism
beyond it, with one after the other added, and with all but one; SHARED/eval/run.sh scores. Prints
Markdown. Takes a quarter of a minute a row. Standard library only.

  tools/ablation.py target/release/feedstone ../shared
"""
import json
import os
import subprocess
import sys
import tempfile

ALL = ["choice", "structure", "entries", "dates", "markup", "lists", "archives", "builds"]
COLUMNS = ([("list_unseen", f) for f in ("f1", "title", "link", "date", "author", "tags", "body")]
           + [("entry_unseen", f) for f in ("title", "date", "author", "tags", "body")])


def rows():
    yield "the paper's own way (`--literal`)", ["--literal"]
    for n in range(len(ALL) + 1):
        off = ALL[n:]
        name = ("none of the mechanisms" if n == 0 else f"+ {ALL[n - 1]}"
                + (" (all)" if not off else ""))
        yield name, ["--without", ",".join(off)] if off else []
    for one in ALL:
        yield f"all but {one}", ["--without", one]


def scores(program, shared, corpus, flags):
    with tempfile.TemporaryDirectory() as out:
        # run.sh calls one program: a script that adds the flags to `learn`.
        script = os.path.join(out, "feedstone")
        with open(script, "w") as f:
            f.write('#!/bin/bash\n'
                    'case $1 in learn) shift; exec "%s" learn %s "$@";; *) exec "%s" "$@";; esac\n'
                    % (program, " ".join(flags), program))
        os.chmod(script, 0o755)
        where = os.path.join(out, "score.json")
        subprocess.run([os.path.join(shared, "eval/run.sh"), script,
                        os.path.join(shared, "corpus", corpus), os.path.join(out, "run"),
                        "--json", where], check=True, stdout=subprocess.DEVNULL)
        with open(where) as f:
            return json.load(f)


def main(program, shared):
    program = os.path.realpath(program)
    for corpus in ("dev", "zoo"):
        print(f"\n{corpus}, unseen records, %\n")
        print("| | list f1 | title | link | date | author | tags | body | entry title | date | "
              "author | tags | body | perfect |")
        print("|---|" + "---|" * (len(COLUMNS) + 1))
        for name, flags in rows():
            got = scores(program, shared, corpus, flags)
            cells = [got["total"].get(group, {}).get(field) for group, field in COLUMNS]
            cells = ["–" if c is None else f"{100 * c:.1f}" for c in cells]
            print("| " + " | ".join([name, *cells, str(got["perfect"])]) + " |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
