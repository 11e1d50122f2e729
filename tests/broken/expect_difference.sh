#!/usr/bin/env bash
# expect_difference.sh <terrane>: passes when `verify` ends with 1 because it saw different results, and for no
# other reason.
# The broken kernels are those of four lanes: one thread of each instruction set is enough to see them.
report=$("$1" verify --backend cpu --threads 1 --json --quiet)
code=$?
echo "$report"
if [ "$code" -ne 1 ]; then
    echo "exit code $code, expected 1" >&2
    exit 1
fi
if ! grep -q '"equal": false' <<<"$report"; then
    echo "the report does not say that results differ" >&2
    exit 1
fi
