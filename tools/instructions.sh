#!/bin/bash
# instructions.sh [FEEDSTONE]: how many instructions learning and replaying one sample blog take,
# counted by valgrind.
#
# Time hangs on the machine and on what else runs there; instructions hardly do, so two commits can
# be compared to a tenth of a percent. Prints the totals and what they are per byte of HTML.
# Start-up of the program is in them (see the first line). Without valgrind it says so and ends
# well.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
bin=${1:-target/release/feedstone}
sample=samples/garden-notes

if ! command -v valgrind >/dev/null; then
  echo "instructions.sh: valgrind is not installed; nothing was counted"
  exit 0
fi
if [ ! -x "$bin" ]; then
  echo "instructions.sh: expected the program at $bin; build it with: cargo build --release" >&2
  exit 2
fi

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The saved rules; where there are none, the same learned now.
rules=rules/garden-notes.xml
if [ ! -f "$rules" ]; then
  rules=$tmp/garden-notes.xml
  "$bin" learn "$sample" --out "$rules" >/dev/null
fi
bytes=$(find "$sample" -name '*.html' -exec cat {} + | wc -c)

# count ARGUMENTS...: the instructions that the program takes with them
count() {
  if ! valgrind --tool=callgrind --callgrind-out-file="$tmp/out" "$bin" "$@" \
    >"$tmp/stdout" 2>"$tmp/stderr"; then
    echo "instructions.sh: failed: $bin $*" >&2
    tail -5 "$tmp/stderr" >&2
    exit 1
  fi
  sed -nE 's/^(totals|summary): ([0-9]+).*/\2/p' "$tmp/out" | head -1
}

show() { printf '%-9s %14d instructions  %8d per byte of HTML\n' "$1" "$2" "$(($2 / bytes))"; }

start=$(count --version)
extract=$(count extract --rules "$rules" --dir "$sample")
learn=$(count learn "$sample")
printf '%s: %d bytes of HTML\n' "$sample" "$bytes"
printf '%-9s %14d instructions\n' start-up "$start"
show extract "$extract"
show learn "$learn"
