"""A command of the program as its checks see it: what it must do, and what it must refuse without leaving anything behind."""
import os
import subprocess

DONE, FAILED, USAGE = 0, 1, 2
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message[:1000])


class Command:
    def __init__(self, program, name):
        self.words = [os.path.abspath(program), name]

    def run(self, *arguments):
        return subprocess.run([*self.words, *map(str, arguments)], capture_output=True, text=True, check=False,
                              timeout=300)

    def must(self, *arguments):
        result = self.run(*arguments)
        check(result.returncode == DONE, f"{arguments}: exit {result.returncode}, {result.stderr}")
        return result.stdout

    def must_fail(self, part, *arguments, code=FAILED):
        """The message holds `part` and nothing is left behind."""
        before = {name: os.stat(name).st_mtime_ns for name in os.listdir(".")}
        result = self.run(*arguments)
        check(result.returncode == code, f"{arguments}: exit {result.returncode}, expected {code}; {result.stderr}")
        check(part in result.stderr, f"{arguments}: {result.stderr!r} does not hold {part!r}")
        check(result.stdout == "", f"{arguments}: printed {result.stdout!r}")
        after = {name: os.stat(name).st_mtime_ns for name in os.listdir(".")}
        check(before == after, f"{arguments}: changed {set(after.items()) ^ set(before.items())}")
