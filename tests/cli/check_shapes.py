#!/usr/bin/python3
"""check_shapes.py <terrane> [--table]: `terrane carve` with the worst shapes that lines and polygons can have (shapes.py).

For each shape and number of vertices: it is carved or refused with a message that names a limit, within the memory budget
and 256 MB for the program and its libraries, within a generous time of the processor, and a refusal leaves no file. Prints
the table. A few in the short form; all sizes and a small budget as well with TERRANE_LONG_TESTS=1 or --table.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from osgeo import gdal, osr
except ImportError as problem:
    print(f"SKIPPED: shapes are NOT carved through the command line: {problem}")
    sys.exit(77)

import shapes
from command_check import check, failures

gdal.UseExceptions()
osr.UseExceptions()

PROGRAM = os.path.abspath(sys.argv[1])
BUDGET_MIB, SMALL_BUDGET_MIB, OTHER_MIB = 2048, 256, 256
# Seconds of the processor. What lies across the whole ground a thousand times over costs its length.
SECONDS = {500: 10, 2000: 10, 20000: 10, 100000: 60}
MORE_SECONDS = {"cross_country": 60, "comb": 30}
REFUSALS = ("crosses itself in more than 1000 places; allowed are 1000",
            "pairs of its edges lie side by side.*allowed are 1000",
            "of its pieces reach one place near .* m; allowed are 16384",
            "path '.*': a piece at .* m reaches .* m beside it; allowed is less than",
            "of the memory budget of", "are too many", "lie outside of")
# Those that must be carved, and those that must be refused, whatever the time and the memory.
CARVED = [(name, n) for name in ("spiral", "coincident_line", "bow_tie", "needle", "coincident_polygon",
                                 "overlapping_polygon", "huge_polygon") for n in (500, 2000, 20000)]
CARVED += [("comb", 20000), ("holes", 20000), ("spiral_polygon", 20000), ("scribble", 2000), ("huge_line", 20000)]
REFUSED = [(name, n) for name in ("star", "tangle") for n in (500, 2000, 20000, 100000)]
REFUSED += [("short_tangle", 20000), ("zigzag", 20000), ("slanted_comb", 20000), ("comb_polygon", 20000),
            ("needle_fan", 20000), ("back_and_forth", 20000)]
SHORT = [(name, 500) for name in shapes.SHAPES] + [
    (name, 20000) for name in ("star", "tangle", "short_tangle", "comb_polygon", "slanted_comb_polygon", "needle_fan",
                               "nested", "bow_tie", "spiral", "zigzag")]
LONG = [(name, n) for n in (500, 2000, 20000, 100000) for name in shapes.SHAPES]


def make_ground():
    y, x = np.mgrid[0:400, 0:400]
    heights = (100 + 20 * np.sin(x / 30) + 15 * np.cos(y / 23) + 0.05 * x).astype(np.float32)
    dataset = gdal.GetDriverByName("GTiff").Create("dem.tif", 400, 400, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((500000, 5, 0, 5150000, 0, -5))
    system = osr.SpatialReference()
    system.SetFromUserInput("EPSG:32632")
    dataset.SetSpatialRef(system)
    dataset.GetRasterBand(1).WriteArray(heights)


def carve(path, memory_mib):
    """Exit code, message, seconds of the processor and MB at most of one run."""
    with open("message", "w+", encoding="utf-8") as message:
        with subprocess.Popen([PROGRAM, "carve", "--dem", "dem.tif", "--paths", path, "-o", "out.tif", "--memory",
                               str(memory_mib), "-q", "--backend", "cpu"], stdout=subprocess.DEVNULL,
                              stderr=message) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        message.seek(0)
        return (process.returncode, " ".join(message.read().split()), usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss / 1024)


def check_shape(name, vertices, memory_mib):
    path = f"{name}.geojson"
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(shapes.document(name, vertices), stream)
    if os.path.exists("out.tif"):
        os.remove("out.tif")
    code, message, seconds, used_mb = carve(path, memory_mib)
    what = f"{name} of {vertices} vertices, {memory_mib} MiB"
    result = "carved" if code == 0 else message.replace("terrane carve: ", "", 1)
    print(f"{name:22} {vertices:7} {memory_mib:5} MiB {seconds:7.2f} s {used_mb:6.0f} MB  {result[:150]}", flush=True)
    check(code in (0, 1), f"{what}: exit {code}, {message}")
    check(code == 0 or any(re.search(refusal, message) for refusal in REFUSALS), f"{what}: {message!r} names no limit")
    left = sorted(set(os.listdir(".")) - {"dem.tif", "message", path, "out.tif"})
    check(not left and os.path.exists("out.tif") == (code == 0), f"{what}: exit {code}, and there is {left}")
    check(used_mb <= memory_mib + OTHER_MIB, f"{what}: {used_mb:.0f} MB were used")
    allowed = max(SECONDS[vertices], MORE_SECONDS.get(name, 0))
    check(seconds <= allowed, f"{what}: {seconds:.1f} s of the processor; allowed are {allowed}")
    if memory_mib == BUDGET_MIB:
        check((name, vertices) not in CARVED or code == 0, f"{what}: refused: {message}")
        check((name, vertices) not in REFUSED or code == 1, f"{what}: was not refused")
    os.remove(path)


def main():
    is_long = "--table" in sys.argv or os.environ.get("TERRANE_LONG_TESTS") == "1"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_ground()
        for name, vertices in LONG if is_long else SHORT:
            check_shape(name, vertices, BUDGET_MIB)
        for name in shapes.SHAPES if is_long else ("comb", "bow_tie"):
            check_shape(name, 20000, SMALL_BUDGET_MIB)
        os.chdir("/")
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
