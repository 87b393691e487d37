#!/usr/bin/env python3
"""The public API, as a list: docs/api.txt names every public path, and CI holds it there.

    tools/public_api.py            compare: what is new, what is gone; exit code 1 where they differ
    tools/public_api.py --write    write the list anew

What rustdoc does not show (`#[doc(hidden)]`) is no API. Reads rustdoc's JSON, which needs no
nightly compiler: RUSTC_BOOTSTRAP allows the option for this one run.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs/api.txt"
KINDS = ["mod", "struct", "enum", "trait", "fn", "const", "type", "use"]
NAMES = {"module": "mod", "function": "fn", "constant": "const", "type_alias": "type",
         "assoc_const": "const", "struct_field": "field"}


def rustdoc():
    """The crate as rustdoc's JSON has it."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    run = ["cargo", "rustdoc", "--release", "--lib", "--locked", "--quiet", "--target-dir", target,
           "--", "-Z", "unstable-options", "--output-format", "json"]
    env = os.environ | {"RUSTC_BOOTSTRAP": "1", "RUSTDOCFLAGS": ""}
    subprocess.run(run, check=True, cwd=ROOT, env=env)
    return json.loads((target / "doc/feedstone.json").read_text("utf-8"))


def kind_of(item):
    [kind] = item["inner"]
    return kind


def paths(crate):
    """Pairs of a kind and a path: items, then what belongs to them (with two levels more)."""
    index = {int(key): item for key, item in crate["index"].items()}
    out = []

    def members(item, path):
        inner = item["inner"][kind_of(item)]
        for impl in (index[i] for i in inner.get("impls", []) if i in index):
            if impl["inner"]["impl"]["trait"] is None:
                for member in (index[i] for i in impl["inner"]["impl"]["items"] if i in index):
                    add(member, path, member["name"])
        fields = inner.get("kind")
        fields = fields.get("plain", {}).get("fields", []) if isinstance(fields, dict) else []
        for k in fields + inner.get("variants", []) + inner.get("items", []):
            if k in index and index[k]["visibility"] in ("public", "default"):
                add(index[k], path, index[k]["name"])

    def add(item, path, name):
        kind = kind_of(item)
        if kind == "use":
            use = item["inner"]["use"]
            target = index.get(use["id"])
            if target is None:
                out.append(("use", f"{path}::{use['name']} = {use['source']}"))
            elif use["is_glob"]:
                for k in target["inner"]["module"]["items"]:
                    add(index[k], path, index[k]["name"])
            else:
                add(target, path, use["name"])
            return
        here = f"{path}::{name}"
        out.append((NAMES.get(kind, kind), here))
        if kind == "module":
            for k in item["inner"]["module"]["items"]:
                if k in index and index[k]["visibility"] == "public":
                    add(index[k], here, index[k]["name"])
        elif kind in ("struct", "enum", "trait"):
            members(item, here)

    root = index[int(crate["root"])]
    for k in root["inner"]["module"]["items"]:
        if k in index and index[k]["visibility"] == "public":
            add(index[k], "feedstone", index[k]["name"])
    return sorted(set(out), key=lambda p: p[1])


def main():
    found = paths(rustdoc())
    types = {path for kind, path in found if kind in ("struct", "enum", "trait")}
    is_item = lambda kind, path: kind in KINDS and path.rsplit("::", 1)[0] not in types
    items = sum(is_item(*p) and p[0] not in ("mod", "use") for p in found)
    modules = sum(p[0] == "mod" for p in found)
    rest = len(found) - items - modules
    head = f"# {items} items in {modules} modules and the root, with {rest}" \
           " fields, variants, methods and re-exports. Made by tools/public_api.py --write.\n"
    text = head + "".join(f"{path}  {kind}\n" for kind, path in found)
    if "--write" in sys.argv[1:]:
        LIST.write_text(text, "utf-8")
        print(head, end="")
        return 0
    was = LIST.read_text("utf-8")
    if was == text:
        return 0
    old, new = was.splitlines(), text.splitlines()
    print(*(f"- {line}" for line in old if line not in new), sep="\n")
    print(*(f"+ {line}" for line in new if line not in old), sep="\n")
    print("the public API is not what docs/api.txt says; where that is meant, run "
          "tools/public_api.py --write and say in CHANGELOG.md what users have to change")
    return 1


if __name__ == "__main__":
    sys.exit(main())
