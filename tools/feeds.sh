#!/bin/bash
# feeds.sh FEEDSTONE SHARED OUT: the figures of corpus/dev with feeds that say less (see feeds.py),
# a table for docs/accuracy.md. Some 5 minutes.
set -euo pipefail
tools=$(dirname "$(realpath "$0")"); bin=$(realpath "$1"); shared=$(realpath "$2")
mkdir -p "$3"; out=$(realpath "$3")
for change in 5 3 teasers titles undated bare links campaigns; do
  [ -d "$out/$change" ] || python3 "$tools/feeds.py" "$shared/corpus/dev" "$out/$change" "$change"
  "$shared/eval/run.sh" "$bin" "$out/$change" "$out/$change-out" >"$out/$change.txt" 2>&1
  echo "== $change"; grep -E "list_unseen|entry_unseen|^sites" "$out/$change.txt"
done
