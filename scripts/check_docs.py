#!/usr/bin/env python3
"""check_docs.py [root]: the files that documents and comments name exist.

In README.md, CONVENTIONS.md and docs/*.md every word like folder/name.c must be a file, every link a target, and a bare
`name.c` a file of any folder. Words with <, * or ... are patterns and left alone.
"""
import pathlib
import re
import sys

NAMED = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:c|h|py|sh|cmake|yaml|txt))`")
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
# Documents of a user, and outputs of the program.
OWN = {"world.yaml", "map_meta.txt", "manifest.json", "graph.yaml", "map.yaml", "terrane.h"}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    folders = ["src", "cli", "include", "tests", "scripts", "scenes", "bench", "examples", "worlds", "cmake", "docs"]
    files = [path for folder in folders for path in (root / folder).rglob("*") if path.is_file()]
    names = {path.name for path in files} | {path.name for path in root.iterdir()}
    paths = {str(path.relative_to(root)) for path in files}
    problems = []
    for page in sorted([root / "README.md", root / "CONVENTIONS.md", *(root / "docs").glob("*.md")]):
        for number, line in enumerate(page.read_text().splitlines(), 1):
            where = f"{page.relative_to(root)}:{number}"
            for name in NAMED.findall(line):
                if name in OWN:
                    continue
                found = name in names if "/" not in name else any(path == name or path.endswith("/" + name) for path in paths)
                if not found:
                    problems.append(f"{where}: there is no {name}")
            for target in LINKED.findall(line):
                if not (page.parent / target).exists():
                    problems.append(f"{where}: the link to {target} leads nowhere")
    print("\n".join(problems) if problems else "all files that are named exist")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
