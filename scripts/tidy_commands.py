#!/usr/bin/env python3
"""tidy_commands.py <compile_commands.json> <out.json>: one command per source of src, scenes, bench and cli.

A kernel is compiled several times; clang-tidy would read it as often. Prints the names of the files.
"""
import json
import os
import sys

FOLDERS = ("src", "scenes", "bench", "cli")


def main():
    with open(sys.argv[1]) as file:
        commands = json.load(file)
    chosen = {}
    for command in commands:
        name = os.path.relpath(command["file"])
        if name.split(os.sep)[0] in FOLDERS and name.endswith(".c"):
            chosen.setdefault(name, command)
    with open(sys.argv[2], "w") as file:
        json.dump([chosen[name] for name in sorted(chosen)], file)
    print("\n".join(sorted(chosen)))


if __name__ == "__main__":
    main()
