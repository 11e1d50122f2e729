#!/usr/bin/env python3
"""check_usage.py <terrane>: wrong and right uses of the program, as a table of what must come out.

A row is: the arguments, the exit code, what stderr must hold, what stdout must hold. Wrong use prints nothing on
stdout and leaves no file.
"""
import os
import subprocess
import sys
import tempfile

DONE, FAILED, USAGE = 0, 1, 2

ROWS = [
    ([], DONE, "", "Usage: terrane <command>"),
    (["help"], DONE, "", "Commands:"),
    (["--help"], DONE, "", "Commands:"),
    (["--version"], DONE, "", "terrane "),
    (["version"], DONE, "", "terrane "),
    (["version", "--json"], DONE, "", '"version": "'),
    (["version", "--help"], DONE, "", "Example:"),
    (["help", "version"], DONE, "", "Example:"),
    (["help", "vresion"], USAGE, "did you mean 'version'?", ""),
    (["help", "a", "b"], USAGE, "unexpected argument 'b'", ""),
    (["vresion"], USAGE, "unknown command 'vresion'; did you mean 'version'?", ""),
    (["qqqqqqqq"], USAGE, "'terrane help' lists them", ""),
    ([""], USAGE, "unknown command ''", ""),
    (["-x"], USAGE, "unknown command '-x'", ""),
    (["version", "--jsno"], USAGE, "unknown option '--jsno'; did you mean --json?", ""),
    (["version", "--qqqqqqqq"], USAGE, "unknown option '--qqqqqqqq'\n", ""),
    (["version", "--qqqqqqqq=5"], USAGE, "unknown option '--qqqqqqqq'\n", ""),
    (["version", "-z"], USAGE, "unknown option '-z'", ""),
    (["version", "--json=yes"], USAGE, "--json takes no value, but 'yes' was given", ""),
    (["version", "extra"], USAGE, "unexpected argument 'extra'", ""),
    (["version", "--", "--json"], USAGE, "unexpected argument '--json'", ""),
    (["version", "--seed", "5"], USAGE, "unknown option '--seed'", ""),
]


def check(program, row, folder):
    """Runs one row and returns what is wrong with it, or None."""
    arguments, code, stderr_part, stdout_part = row
    result = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
    if result.returncode != code:
        return f"exit code {result.returncode}, expected {code}; stderr: {result.stderr!r}"
    if stderr_part not in result.stderr:
        return f"stderr {result.stderr!r} does not hold {stderr_part!r}"
    if stdout_part not in result.stdout:
        return f"stdout {result.stdout!r} does not hold {stdout_part!r}"
    if code == USAGE and result.stdout:
        return f"wrong use printed to stdout: {result.stdout!r}"
    if code == DONE and not stderr_part and result.stderr:
        return f"unexpected stderr: {result.stderr!r}"
    if code != DONE and os.listdir(folder):
        return f"left behind: {os.listdir(folder)}"
    return None


def check_full_output(program):
    """Output that cannot be written is a failure."""
    if not os.path.exists("/dev/full"):
        print("skipped: there is no /dev/full here")
        return None
    with open("/dev/full", "w") as full:
        result = subprocess.run([program, "help"], stdout=full, stderr=subprocess.PIPE, text=True)
    if result.returncode != FAILED or "cannot write to standard output" not in result.stderr:
        return f"help > /dev/full: exit code {result.returncode}, stderr {result.stderr!r}"
    return None


def main():
    program = os.path.abspath(sys.argv[1])
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        for row in ROWS:
            problem = check(program, row, folder)
            if problem:
                problems += 1
                print(f"terrane {' '.join(row[0])}: {problem}")
    problem = check_full_output(program)
    if problem:
        problems += 1
        print(problem)
    print(f"{len(ROWS) + 1} uses, {problems} wrong")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
