#!/bin/bash
# methods.sh FEEDSTONE SHARED: the figures of docs/methods.md, one line a method and data set.
set -euo pipefail
[ $# = 2 ] || { echo "usage: methods.sh FEEDSTONE SHARED" >&2; exit 2; }
bin=$(realpath "$1"); shared=$(realpath "$2"); out=$(mktemp); trap 'rm -f "$out"' EXIT
for set in stackoverflow swde; do
  for threshold in 0.8 0.75; do
    "$bin" cluster --threshold $threshold "$shared"/corpus/trees/$set/pages/*.html.gz >"$out"
    echo "cluster $set $threshold: $(python3 "$shared"/eval/trees/score_clusters.py "$shared"/corpus/trees/$set "$out"), $(head -1 "$out" | grep -o '"ms":[0-9.]*') a page"
  done
done
for set in cleanportaleval aeb-pairs; do
  for flags in "--literal --references 1" "--references 3"; do
    "$bin" content $flags "$shared"/corpus/trees/$set/pages/*.html.gz >"$out"
    echo "content $set $flags: $(python3 "$shared"/eval/trees/score_text.py "$shared"/corpus/trees/$set "$out")"
  done
done
