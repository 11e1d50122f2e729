#!/usr/bin/env python3
"""check_examples.py <terrane> <source folder>: runs the example of every command's help as it is printed.

The examples are meant for the root of the sources after ./dev build. Here they run in a folder that looks like
it, with an out/ of its own, so that the test leaves nothing in the sources.
"""
import os
import re
import subprocess
import sys
import tempfile


def commands(program):
    text = subprocess.run([program, "help"], capture_output=True, text=True, check=True).stdout
    block = text.split("Commands:\n", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^  (\S+)", block, re.MULTILINE)


def examples(program, command):
    text = subprocess.run([program, "help", command], capture_output=True, text=True, check=True).stdout
    return [line.strip() for line in text.split("Example:\n", 1)[1].splitlines() if line.strip()]


def imitate_source_folder(source, program, folder):
    for name in os.listdir(source):
        if name not in ("build", "out", ".git"):
            os.symlink(os.path.join(source, name), os.path.join(folder, name))
    os.makedirs(os.path.join(folder, "build", "bin"))
    os.mkdir(os.path.join(folder, "out"))
    os.symlink(program, os.path.join(folder, "build", "bin", "terrane"))


def main():
    program, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        imitate_source_folder(source, program, folder)
        for command in commands(program):
            for line in examples(program, command):
                result = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True)
                print(f"[{result.returncode}] {line}")
                if result.returncode != 0:
                    failures += 1
                    print(result.stdout + result.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
