#!/bin/bash
# Fuzz feedstone: tools/fuzz.sh MINUTES [TARGET]...; without targets each of fuzz/ in turn.
# Needs a nightly toolchain and cargo-fuzz (cargo install cargo-fuzz). Starts from fuzz/seeds and
# from inputs made of samples/; what it finds on its way stays in target/fuzz/corpus, what fails in
# target/fuzz/failed: reduce it with `cargo +nightly fuzz tmin`, mend it, and put it into
# fuzz/seeds/TARGET, where tests/fuzz.rs runs it from then on. Prints a line for docs/security.md.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

minutes=${1:?tools/fuzz.sh MINUTES [TARGET]...}
shift
targets=${*:-$(ls fuzz/seeds)}
work=$PWD/target/fuzz
if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
  echo "tools/fuzz.sh: expected a nightly toolchain and cargo-fuzz, found not both;" \
    "rustup toolchain install nightly; cargo install cargo-fuzz" >&2
  exit 2
fi
# cargo-fuzz itself has no --locked: it takes fuzz/Cargo.lock where that is whole, which this asks.
cargo fetch --locked --manifest-path fuzz/Cargo.toml
python3 tools/fuzz_seeds.py "$work/corpus"

for target in $targets; do
  # The C of zstd is behind `warc` alone; all else forbids unsafe code, and is faster unguarded.
  sanitizer=none
  [ "$target" = warc ] && sanitizer=address
  # Short inputs are fast; an archive needs some room.
  case $target in warc) longest=16384 ;; learn | harvest | replay) longest=3072 ;; *) longest=2048 ;;
  esac
  mkdir -p "$work/corpus/$target" "$work/failed/$target"
  log=$work/$target.log
  status=0
  cargo +nightly fuzz run --sanitizer "$sanitizer" --target-dir "$work/build" "$target" \
    "$work/corpus/$target" "fuzz/seeds/$target" -- \
    -dict=fuzz/words.dict -max_total_time=$((minutes * 60)) -timeout=10 -rss_limit_mb=3000 \
    -max_len=$longest -print_final_stats=1 -artifact_prefix="$work/failed/$target/" \
    >"$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  found=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  printf '| %s | %s | %s | %s |\n' "$target" "${runs:-?}" "${found:-?}" \
    "$([ $status = 0 ] && echo none || echo "see $log")"
done
