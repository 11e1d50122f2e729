#!/usr/bin/python3
"""Shapes that lines and polygons of files may have at their worst, of any number of vertices.

shapes.py <name> <vertices> > paths.geojson; without arguments it lists the names. Every shape is a pure function of its
number of vertices. `SHAPES` names, for each, the kind of path, the type of geometry and the function that makes its
coordinates in metres; the largest part of most lies in a square of `SIDE_M`.
"""
import json
import math
import sys

SIDE_M = 2000.0
MIDDLE_M = SIDE_M / 2


def noise(i, seed=0):
    """A number in [0, 1) that follows from i alone: a few rounds of mixing, as everywhere in the project."""
    x = (i * 0x9E3779B97F4A7C15 + seed * 0xD1B54A32D192ED03 + 0x632BE59BD9B4E019) & (2**64 - 1)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = ((x ^ (x >> shift)) * factor) & (2**64 - 1)
    return (x ^ (x >> 31)) / 2**64


def close(points):
    return points + [points[0]]


# ---------------------------------------------------------------------------------------------------------
# Lines

def comb(n):
    """Up and down along teeth that lie within each other's reach."""
    step = (SIDE_M - 200) / n
    return [(100 + i * step, 600 if i % 4 in (1, 2) else 1400) for i in range(n)]


def slanted_comb(n):
    """The boxes of all teeth overlap, though no two of them touch."""
    step = 300.0 / n
    return [(300 + i * step + (800 if i % 4 in (1, 2) else 0), 500 + (800 if i % 4 in (1, 2) else 0)) for i in range(n)]


def spiral(n):
    turns = 40
    return [(MIDDLE_M + (20 + 800 * i / n) * math.cos(2 * math.pi * turns * i / n),
             MIDDLE_M + (20 + 800 * i / n) * math.sin(2 * math.pi * turns * i / n)) for i in range(n)]


def tight_spiral(n):
    """All of it within the reach of its own banks."""
    turns = n / 50
    return [(MIDDLE_M + (1 + 20 * i / n) * math.cos(2 * math.pi * turns * i / n),
             MIDDLE_M + (1 + 20 * i / n) * math.sin(2 * math.pi * turns * i / n)) for i in range(n)]


def zigzag(n):
    """Denser than the smoothing is wide."""
    return [(200 + 1600.0 * i / n, MIDDLE_M + (3 if i % 2 else -3)) for i in range(n)]


def scribble(n):
    """A random walk that crosses itself everywhere, in a hundred metres."""
    return [(950 + 100 * noise(i), 950 + 100 * noise(i, 1)) for i in range(n)]


def cross_country(n):
    """Random straight lines across the whole ground."""
    return [(100 + 1800 * noise(i), 100 + 1800 * noise(i, 1)) for i in range(n)]


def coincident_line(n):
    """Vertices that come in fours at one place."""
    return [(200 + 1600.0 * (i // 4 * 4) / n, MIDDLE_M + 100 * noise(i // 4)) for i in range(n)]


def back_and_forth(n):
    """Over itself on one straight line."""
    return [(300 if i % 2 else 1700 - 0.01 * i, MIDDLE_M) for i in range(n)]


def tiny_line(n):
    """A millimetre in all."""
    return [(MIDDLE_M + 1e-3 * i / n, MIDDLE_M) for i in range(n)]


def huge_line(n):
    """Ten thousand kilometres."""
    return [(-5e6 + 1e7 * i / (n - 1), MIDDLE_M + 300 * math.sin(i)) for i in range(n)]


# ---------------------------------------------------------------------------------------------------------
# Polygons

def star(n):
    """Every edge crosses most others: about n^2 / 2 crossings."""
    n |= 1
    step = n // 2
    return [close([(MIDDLE_M + 800 * math.cos(2 * math.pi * (i * step % n) / n),
                    MIDDLE_M + 800 * math.sin(2 * math.pi * (i * step % n) / n)) for i in range(n)])]


def tangle(n):
    """Random places."""
    return [close(cross_country(n))]


def short_tangle(n):
    """Edges of ten metres at random: few crossings each, many in all."""
    points, x, z = [], MIDDLE_M, MIDDLE_M
    for i in range(n):
        points.append((x, z))
        x = min(max(x + 20 * noise(i, 2) - 10, 100), 1900)
        z = min(max(z + 20 * noise(i, 3) - 10, 100), 1900)
    return [close(points)]


def bow_tie(n):
    """One crossing, in an outline of many vertices."""
    half = n // 2
    top = [(200 + 1600.0 * i / half, 700 + 600.0 * i / half) for i in range(half)]
    back = [(1800 - 1600.0 * i / half, 700 + 600.0 * i / half + 5 * noise(i)) for i in range(half)]
    return [close([(x, z) for x, z in top] + [(1800, 700)] + [(x, 1300 - (z - 700)) for x, z in back[1:-1]] + [(200, 1301)])]


def comb_polygon(n):
    step = (SIDE_M - 200) / n
    teeth = [(100 + i * step, 600 if i % 4 in (1, 2) else 1400) for i in range(n - 2)]
    return [close(teeth + [(1900, 1500), (100, 1500)])]


def slanted_comb_polygon(n):
    teeth = slanted_comb(n // 4 * 4 - 3)
    return [close(teeth + [(teeth[-1][0], 450), (teeth[0][0], 450)])]


def spiral_polygon(n):
    half, turns = n // 2, 20
    arm = [(20 + 800 * i / half, 2 * math.pi * turns * i / half) for i in range(half)]
    out = [(MIDDLE_M + r * math.cos(a), MIDDLE_M + r * math.sin(a)) for r, a in arm]
    back = [(MIDDLE_M + (r + 15) * math.cos(a), MIDDLE_M + (r + 15) * math.sin(a)) for r, a in reversed(arm)]
    return [close(out + back)]


def needle_fan(n):
    """Thin needles that all but meet in one place."""
    half, points = n // 2, []
    for i in range(half):
        a = 2 * math.pi * i / half
        b = 2 * math.pi * (i + 0.5) / half
        points += [(MIDDLE_M + 0.05 * math.cos(a), MIDDLE_M + 0.05 * math.sin(a)),
                   (MIDDLE_M + 800 * math.cos(b), MIDDLE_M + 800 * math.sin(b))]
    return [close(points)]


def square(x, z, half):
    return close([(x - half, z - half), (x - half, z + half), (x + half, z + half), (x + half, z - half)])


def holes(n):
    """A quarter of n holes in one outline."""
    count = max(n // 4 - 1, 1)
    side = math.ceil(math.sqrt(count))
    pitch = 1600.0 / side
    return [square(MIDDLE_M, MIDDLE_M, 850)] + [
        square(200 + (i % side + 0.5) * pitch, 200 + (i // side + 0.5) * pitch, 0.3 * pitch) for i in range(count)]


def nested(n):
    """Rings within rings: a hole, an island, a hole."""
    count = n // 4
    return [square(MIDDLE_M, MIDDLE_M, 900 - 890.0 * i / count) for i in range(count)]


def needle(n):
    """A kilometre long, a hand wide."""
    half = n // 2
    return [close([(500 + 1000.0 * i / half, MIDDLE_M + 0.02 * noise(i)) for i in range(half)] +
                  [(1500 - 1000.0 * i / half, MIDDLE_M + 0.1 + 0.02 * noise(i, 1)) for i in range(half)])]


def coincident_polygon(n):
    """Each vertex four times, and the edge runs along itself for a while."""
    quarter = max(n // 4, 3)
    ring = [(MIDDLE_M + 800 * math.cos(2 * math.pi * i / quarter), MIDDLE_M + 800 * math.sin(2 * math.pi * i / quarter))
            for i in range(quarter)]
    return [close([p for p in ring for _ in range(4)])]


def overlapping_polygon(n):
    """Edges that lie on each other: out along a line and back on it."""
    half = n // 2
    out = [(400 + 1200.0 * i / half, MIDDLE_M) for i in range(half)]
    return [close([(400, 600)] + out + list(reversed(out))[1:] + [(300, MIDDLE_M), (300, 600)])]


def circle(n, radius=800.0, x=MIDDLE_M, z=MIDDLE_M):
    return [close([(x + radius * math.cos(2 * math.pi * i / n), z + radius * math.sin(2 * math.pi * i / n))
                   for i in range(n)])]


def tiny_polygon(n):
    return circle(n, 1e-3)


def huge_polygon(n):
    return circle(n, 1e7)


SHAPES = {
    "comb": ("road", "LineString", comb),
    "slanted_comb": ("road", "LineString", slanted_comb),
    "spiral": ("road", "LineString", spiral),
    "tight_spiral": ("stream", "LineString", tight_spiral),
    "zigzag": ("river", "LineString", zigzag),
    "scribble": ("track", "LineString", scribble),
    "cross_country": ("road", "LineString", cross_country),
    "coincident_line": ("road", "LineString", coincident_line),
    "back_and_forth": ("road", "LineString", back_and_forth),
    "tiny_line": ("track", "LineString", tiny_line),
    "huge_line": ("road", "LineString", huge_line),
    "star": ("lake", "Polygon", star),
    "tangle": ("lake", "Polygon", tangle),
    "short_tangle": ("level", "Polygon", short_tangle),
    "bow_tie": ("lake", "Polygon", bow_tie),
    "comb_polygon": ("lake", "Polygon", comb_polygon),
    "slanted_comb_polygon": ("level", "Polygon", slanted_comb_polygon),
    "spiral_polygon": ("river", "Polygon", spiral_polygon),
    "needle_fan": ("lake", "Polygon", needle_fan),
    "holes": ("lake", "Polygon", holes),
    "nested": ("level", "Polygon", nested),
    "needle": ("level", "Polygon", needle),
    "coincident_polygon": ("lake", "Polygon", coincident_polygon),
    "overlapping_polygon": ("lake", "Polygon", overlapping_polygon),
    "tiny_polygon": ("level", "Polygon", tiny_polygon),
    "huge_polygon": ("lake", "Polygon", huge_polygon),
}


def document(name, vertices, west=500000.0, south=5148000.0, system="EPSG:32632"):
    """GeoJSON of one shape, in metres of a projected system."""
    kind, geometry, make = SHAPES[name]
    rows = make(vertices)
    place = lambda points: [[west + x, south + z] for x, z in points]
    coordinates = place(rows) if geometry == "LineString" else [place(ring) for ring in rows]
    return {"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": system}},
            "features": [{"type": "Feature", "properties": {"kind": kind, "name": name},
                          "geometry": {"type": geometry, "coordinates": coordinates}}]}


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in SHAPES:
        print("\n".join(SHAPES), file=sys.stderr)
        sys.exit(2)
    json.dump(document(sys.argv[1], int(sys.argv[2])), sys.stdout)
