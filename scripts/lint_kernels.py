#!/usr/bin/env python3
"""lint_kernels.py <folder>: the rules of kernel headers (*_kernel.h) that a compiler does not check.

A kernel gives the same bits as scalar C, as SIMD C and as GLSL only if it is made of operations that every machine
rounds alike, and if the GLSL compiler is told so for each of them:

  no functions of libm and no GLSL built-ins whose precision is the driver's choice (use tr_sqrt, tr_sin, ...)
  no division of floats (use tr_div or tr_rcp)
  no arithmetic in a return: GLSL's `precise` holds for named values, so name the result and return the name
"""
import pathlib
import re
import sys

INEXACT = (
    "sqrt cbrt hypot pow exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh "
    "fma fmod remainder inversesqrt mix smoothstep fract mod length distance normalize dot cross radians degrees"
).split()
CALL = re.compile(r"(?<![\w.])(" + "|".join(name + "f?l?" for name in INEXACT) + r")\s*\(")
RETURN = re.compile(r"\breturn\b([^;]*);")
# What a division may have on its right: a whole number, or a bracket with an unsigned literal in it.
WHOLE_DIVISOR = re.compile(r"/=?\s*(\d+u?\b(?![.\w])|\([^().]*\d+u[^().]*\))")
LITERAL = re.compile(r"^-?[\d.]+(e[+-]?\d+)?[fu]?$")


def without_comments(text):
    """The text with comments and strings blanked out, line breaks kept."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    return re.sub(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", blank, text, flags=re.DOTALL)


def problems(text):
    """Yields (offset, problem) for one header."""
    for match in CALL.finditer(text):
        yield match.start(), f"{match.group(1)}() is not the same everywhere; use the kernel function"
    for match in re.finditer("/", text):
        line_start = text.rfind("\n", 0, match.start()) + 1
        is_include = text[line_start:].lstrip().startswith("#include")
        if not is_include and not WHOLE_DIVISOR.match(text, match.start()):
            yield match.start(), "division of floats; use tr_div or tr_rcp"
    for match in RETURN.finditer(text):
        value = match.group(1).strip()
        exponent_free = re.sub(r"(?<=\de)[+-]", "", value)
        if not LITERAL.match(value) and re.search(r"[-+*/]", exponent_free.replace("->", "")):
            yield match.start(), f"arithmetic in 'return {value}'; name the result first"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    headers = sorted(pathlib.Path(sys.argv[1]).rglob("*_kernel.h"))
    count = 0
    for header in headers:
        text = without_comments(header.read_text())
        for offset, problem in sorted(problems(text)):
            count += 1
            line = text.count("\n", 0, offset) + 1
            print(f"{header}:{line}: {problem}")
    print(f"{len(headers)} kernel headers, {count} problems")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
