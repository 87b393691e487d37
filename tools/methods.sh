#!/bin/bash
# methods.sh FEEDSTONE SHARED: the figures of docs/methods.md, one line a method and data set.
# Takes a minute.
set -euo pipefail
[ $# = 2 ] || { echo "usage: methods.sh FEEDSTONE SHARED" >&2; exit 2; }
bin=$(realpath "$1"); shared=$(realpath "$2")
out=$(mktemp); folder=$(mktemp -d); trap 'rm -rf "$out" "$folder"' EXIT
tools=$(dirname "$(realpath "$0")"); trees=$shared/corpus/trees; eval=$shared/eval/trees
for set in stackoverflow swde; do
  for threshold in 0.8 0.66; do
    "$bin" cluster --timing --threshold $threshold "$trees"/$set/pages/*.html.gz >"$out"
    ms=$(head -1 "$out" | grep -o '"ms":[0-9.]*') || true
    score=$(python3 "$eval"/score_clusters.py "$trees"/$set "$out") || true
    echo "cluster $set $threshold: $score, $ms a page"
  done
done
for flags in --literal ""; do
  "$bin" news --timing $flags "$trees"/cleanportaleval/pages/*.html.gz >"$out"
  echo "news $flags: $(python3 "$eval"/score_text.py "$trees"/cleanportaleval "$out")"
  python3 - "$trees"/cleanportaleval/truth.jsonl "$out" <<'PY'
import json, re, sys
truth, found = ([json.loads(line) for line in open(f, encoding="utf8")] for f in sys.argv[1:])
plain = lambda s: re.sub(r"\W+", " ", s or "").strip().lower()
titles = {f["page"]: f["title"] for f in found}
asked = [t for t in truth if t["text"] and t["title"]]
right = sum(plain(titles[t["page"]]) == plain(t["title"]) for t in asked)
print(f"  titles right: {right} of {len(asked)}")
PY
done
for set in cleanportaleval aeb-pairs; do
  for flags in "--literal --references 1" "--references 3"; do
    "$bin" content --timing $flags "$trees"/$set/pages/*.html.gz >"$out"
    echo "content $set $flags: $(python3 "$eval"/score_text.py "$trees"/$set "$out")"
  done
done
for set in webdext serp lists depta-tests; do
  layout=(); [ $set = webdext ] || [ $set = serp ] && layout=(--layout "$trees"/$set/layout)
  "$bin" records --timing "${layout[@]}" "$trees"/$set/pages/*.html.gz >"$out"
  echo "records $set: $(python3 "$eval"/score_records.py "$trees"/$set "$out")"
  "$bin" records --timing --literal "$trees"/$set/pages/*.html.gz >"$out" || true
  echo "records $set --literal: $(python3 "$eval"/score_records.py "$trees"/$set "$out")"
done
echo "records --format entries on the lists of corpus/dev:"
"$tools"/without_feed.py "$bin" "$shared"/corpus/dev "$folder"
for flags in --literal --flat ""; do
  "$bin" sections --timing $flags "$trees"/blocks/pages/*.html.gz >"$out"
  echo "sections $flags: $(python3 "$eval"/score_blocks.py "$trees"/blocks "$out")"
done
"$tools"/menu_closure.py "$bin" "$shared"
"$tools"/taxonomy_edges.py "$bin" "$shared"
for flags in --literal ""; do
  "$bin" instances --timing $flags --pages "$trees"/cleanportaleval/pages/*.html.gz >"$out"
  echo "instances $flags: $(python3 "$eval"/score_text.py "$trees"/cleanportaleval "$out")"
done
