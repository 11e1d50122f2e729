#!/usr/bin/env python3
"""compare_verify.py <report.json>...: whether several `terrane verify --json` reports hold the same hashes.

Every report must be equal in itself, name the same systems, and have the same hash for each of them.
"""
import json
import sys


def read_hashes(path):
    """The hash of each system in a report, or an exit with what is wrong with it."""
    with open(path) as file:
        report = json.load(file)
    if report["equal"] is not True:
        sys.exit(f"{path}: the report itself says that its results differ")
    hashes = {}
    for row in report["rows"]:
        if hashes.setdefault(row["system"], row["hash"]) != row["hash"]:
            sys.exit(f"{path}: {row['system']} has two hashes, but the report says it is equal")
    if not hashes:
        sys.exit(f"{path}: the report has no rows")
    return hashes


def main():
    paths = sys.argv[1:]
    if len(paths) < 2:
        sys.exit(__doc__)
    reports = {path: read_hashes(path) for path in paths}
    first = reports[paths[0]]
    differences = 0
    for path in paths[1:]:
        for system in sorted(set(first) | set(reports[path])):
            here, there = first.get(system, "missing"), reports[path].get(system, "missing")
            if here != there:
                differences += 1
                print(f"{system}: {here} in {paths[0]}, {there} in {path}")
    print(f"{len(paths)} builds, {len(first)} systems, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
