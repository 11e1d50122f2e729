#!/usr/bin/env python3
"""Checks who includes whom against src/rooms.txt, and draws the graph of docs/architecture.md.

  rooms.py check [root]   fails on an edge that the list does not allow, on a cycle, on a public header of no room, on
                          threads outside of src/base, and when docs/architecture.md is not up to date
  rooms.py draw [root]    writes the graph and the table of rooms into docs/architecture.md
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
# Headers of a room whose name is not the room's.
HEADER_ROOMS = {"math": "simd", "schema": "base", "voxel_save": "voxel", "voxel_scene": "voxel"}
BEGIN, END = "<!-- rooms: begin -->", "<!-- rooms: end -->"


def read_rooms(root):
    rooms, texts = {}, {}
    for line in (root / "src/rooms.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            edges, text = line.split("|")
            name, below = edges.split(":")
            rooms[name.strip()], texts[name.strip()] = below.split(), text.strip()
    return rooms, texts


def room_of_include(path, rooms):
    first, _, rest = path.partition("/")
    if first == "terrane":
        stem = pathlib.PurePath(rest).stem
        return HEADER_ROOMS.get(stem, stem) if stem != "terrane" else None
    return first if first in rooms else None


def sources(root, rooms):
    for room in rooms:
        for path in sorted((root / "src" / room).rglob("*.[ch]")):
            yield room, path
    for path in sorted((root / "include/terrane").glob("*.h")):
        if path.stem != "terrane":
            yield HEADER_ROOMS.get(path.stem, path.stem), path


def find_problems(root, rooms):
    problems = []
    order = list(rooms)
    for room, below in rooms.items():
        if not (root / "src" / room).is_dir():
            problems.append(f"src/rooms.txt: there is no src/{room}")
        for other in below:
            if other not in order or order.index(other) >= order.index(room):
                problems.append(f"src/rooms.txt: {room} names {other}, which does not stand above it")
    for folder in sorted((root / "src").iterdir()):
        if folder.is_dir() and folder.name not in rooms:
            problems.append(f"src/{folder.name} is not in src/rooms.txt")
    used = {room: set() for room in rooms}
    for room, path in sources(root, rooms):
        name = path.relative_to(root)
        text = path.read_text()
        if room not in rooms:
            problems.append(f"{name}: a public header of no room")
            continue
        if room != "base" and "pthread" in text:
            problems.append(f"{name}: threads are made in src/base only (base/thread.h)")
        for include in INCLUDE.findall(text):
            other = room_of_include(include, rooms)
            if other is None or other == room:
                continue
            used[room].add(other)
            if other not in rooms[room]:
                problems.append(f"{name} includes {include}: {room} must not know {other}")
    for room, below in rooms.items():
        for other in below:
            if other not in used[room]:
                problems.append(f"src/rooms.txt: {room} may know {other} and never does")
    for folder in ("cli", "studio", "examples"):
        for path in sorted((root / folder).rglob("*.[ch]")) if (root / folder).is_dir() else []:
            for include in INCLUDE.findall(path.read_text()):
                if include.split("/")[0] in rooms:
                    problems.append(f"{path.relative_to(root)} includes {include}: programs use the public API only")
    return problems


def closest(rooms):
    """The edges that do not follow from others: what a picture needs."""
    def reach(room, seen):
        for other in rooms[room]:
            if other not in seen:
                seen.add(other)
                reach(other, seen)
        return seen
    for room, below in rooms.items():
        for other in below:
            if not any(other in reach(third, set()) for third in below if third != other):
                yield room, other


def drawing(root, rooms, texts):
    lines = [BEGIN, "```mermaid", "graph BT"]
    lines += [f"    {other} --> {room}" for room, other in closest(rooms)]
    lines += ["```", "", "| room | holds | may include | .c and .h files | lines |", "|---|---|---|---|---|"]
    for room, below in rooms.items():
        files = sorted((root / "src" / room).rglob("*.[ch]"))
        count = sum(len(path.read_text().splitlines()) for path in files)
        lines.append(f"| `{room}` | {texts[room]} | {', '.join(below) or '-'} | {len(files)} | {count} |")
    return "\n".join(lines + [END])


def with_drawing(root, rooms, texts):
    path = root / "docs/architecture.md"
    text = path.read_text()
    head, _, rest = text.partition(BEGIN)
    return path, text, head + drawing(root, rooms, texts) + rest.partition(END)[2]


def main():
    root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".").resolve()
    rooms, texts = read_rooms(root)
    path, old, new = with_drawing(root, rooms, texts)
    if sys.argv[1] == "draw":
        path.write_text(new)
        return 0
    problems = find_problems(root, rooms)
    # Line counts change with every commit; the graph does not.
    graph = lambda text: re.sub(r"\| \d+ \| \d+ \|$", "|", text, flags=re.M)
    if graph(old) != graph(new):
        problems.append("docs/architecture.md does not show this graph: run scripts/rooms.py draw")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
