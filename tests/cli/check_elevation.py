#!/usr/bin/python3
"""check_elevation.py <terrane>: real elevation data through `terrane new`, `info` and `bake`, compared with the formula it was made from.

The rasters are made here, in several systems and formats, of one surface over UTM zone 32. What is baked lies in that zone too, so that
every baked sample can be compared at the coordinates that GDAL gives it.
"""
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from osgeo import gdal, osr
    with contextlib.redirect_stdout(io.StringIO()):
        from osgeo_utils.samples import validate_cloud_optimized_geotiff as cog
except ImportError as problem:
    print(f"SKIPPED: elevation data is NOT tested through the command line: {problem}")
    sys.exit(77)

DONE, FAILED = 0, 1
FOOT_M = 0.3048
WEST, NORTH = 480000.0, 5150000.0  # corner of the projected rasters
PIXEL_M, SIDE_PX = 30.0, 200
BLEND_M = 500.0  # of the template
VOID = -9999.0
HOLE = (slice(60, 75), slice(80, 100))  # rows and columns without values

gdal.UseExceptions()
terrane = os.path.abspath(sys.argv[1])
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message[:1000])


def run(*arguments):
    return subprocess.run([terrane, *arguments], capture_output=True, text=True, check=False, timeout=300)


def must(*arguments):
    result = run(*arguments)
    check(result.returncode == DONE, f"{arguments}: exit {result.returncode}, {result.stderr}")
    return result.stdout


# ---------------------------------------------------------------------------------------------------------
# Rasters

def system(definition):
    it = osr.SpatialReference()
    it.SetFromUserInput(definition)
    it.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return it


UTM, DEGREES = system("EPSG:32632"), system("EPSG:4326")
FEET = system("+proj=tmerc +lat_0=46 +lon_0=8.7 +k=1 +x_0=300000 +y_0=200000 +datum=WGS84 +units=us-ft")


def alpine(east, north):
    """Metres. Waves of 6 and 8 km: small against a pixel of any of the rasters, so that interpolation errs little."""
    return (1500 + 300 * np.sin((east - WEST) / 900) * np.cos((north - NORTH) / 1300)
            + 0.02 * (east - WEST) + 0.01 * (north - NORTH))


def coastal(east, north):
    """Above and below the sea."""
    return 40 * np.sin((east - WEST) / 700) * np.cos((north - NORTH) / 500)


def transformed(source, target, x, y):
    points = np.column_stack([np.ravel(x), np.ravel(y)]).tolist()
    there = np.array(osr.CoordinateTransformation(source, target).TransformPoints(points))
    return there[:, 0].reshape(np.shape(x)), there[:, 1].reshape(np.shape(x))


def centres(transform, width, height):
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    return transform[0] + x * transform[1], transform[3] + y * transform[5]


def write_raster(path, place, corner, pixel, size, surface=alpine, driver="GTiff", unit_m=1.0, hole=None):
    transform = (corner[0], pixel, 0, corner[1], 0, -pixel)
    east, north = transformed(place, UTM, *centres(transform, *size))
    heights = surface(east, north) / unit_m
    if hole:
        heights[hole] = VOID
    kind = gdal.GDT_Int16 if driver == "SRTMHGT" else gdal.GDT_Float32
    memory = gdal.GetDriverByName("MEM").Create("", *size, 1, kind)
    memory.SetGeoTransform(transform)
    memory.SetSpatialRef(place)
    band = memory.GetRasterBand(1)
    if hole:
        band.SetNoDataValue(VOID)
    if unit_m != 1:
        band.SetUnitType("ft")
    band.WriteArray(np.rint(heights) if kind == gdal.GDT_Int16 else heights)
    gdal.GetDriverByName(driver).CreateCopy(path, memory)


def write_utm(path, **more):
    write_raster(path, UTM, (WEST, NORTH), PIXEL_M, (SIDE_PX, SIDE_PX), **more)


def write_hgt(path):
    step = 1 / 1200
    write_raster(path, DEGREES, (8 - step / 2, 47 + step / 2), step, (1201, 1201), driver="SRTMHGT")


def write_degrees(path):
    write_raster(path, DEGREES, (8.75, 46.5), 1 / 3600, (300, 220))


def write_feet(path):
    east, north = transformed(UTM, FEET, np.array([WEST]), np.array([NORTH]))
    write_raster(path, FEET, (round(east[0]), round(north[0])), 100, (200, 200), unit_m=FOOT_M)


# Name, writer, spacing near its pixels, a finer one, and how far, in metres, a baked height may be from the formula. A file that is
# taken as it is leaves the error of cubic interpolation; a warped one is interpolated twice; a .hgt file holds whole metres.
CASES = [
    ("voids.tif", lambda path: write_utm(path, hole=HOLE), 30, 10, 0.02),
    ("grid.asc", lambda path: write_utm(path, driver="AAIGrid"), 30, 10, 0.02),
    ("degrees.tif", write_degrees, 26, 10, 0.1),
    ("feet.tif", write_feet, 30, 10, 0.1),
    ("N46E008.hgt", write_hgt, 80, 20, 0.8),
]
HOLE_TOLERANCE_M = 15.0  # a membrane over a hole of 450 x 600 m, where the formula bends by 0.0004 per metre


# ---------------------------------------------------------------------------------------------------------
# Worlds and bakes

def new_world(folder, path, **values):
    """A world of the template, some keys replaced; its description's name."""
    must("new", folder, "--template", "dem", "--dem", path, "--quiet")
    name = os.path.join(folder, "world.yaml")
    with open(name, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for key, value in values.items():
        found = [i for i, line in enumerate(lines) if line.strip().lstrip("# ").startswith(key + ":")]
        assert found, key
        indent = len(lines[found[0]]) - len(lines[found[0]].lstrip())
        lines[found[0]] = f"{' ' * indent}{key}: {value}"
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return name


def bake(world, directory, *options):
    must("bake", world, "-o", directory, "--quiet", *options)
    return directory


def heights_of(directory):
    """All baked heights and the eastings and northings of their samples."""
    source = gdal.Open(os.path.join(directory, "heights.vrt"))
    heights = source.ReadAsArray().astype(float)
    return heights, *centres(source.GetGeoTransform(), source.RasterXSize, source.RasterYSize)


def described(path):
    out = subprocess.run(["gdalinfo", "-json", path], capture_output=True, text=True, check=True).stdout
    return json.loads(out)


def extent_in(place, info):
    corners = info["cornerCoordinates"]
    names = ("upperLeft", "upperRight", "lowerRight", "lowerLeft")
    x, y = np.array([corners[name] for name in names]).T
    east, north = transformed(system(info["coordinateSystem"]["wkt"]), place, x, y)
    return east.min(), north.min(), east.max(), north.max()


# ---------------------------------------------------------------------------------------------------------
# What must hold

def check_georeference(name, path, directory, spacing):
    given, baked = described(path), described(os.path.join(directory, "heights.vrt"))
    there = system(baked["coordinateSystem"]["wkt"])
    check(there.IsSame(UTM), f"{name}: baked in {there.GetName()}, not in UTM zone 32")
    here = system(given["coordinateSystem"]["wkt"])
    if here.IsProjected() and here.GetLinearUnits() == 1:
        check(there.IsSame(here), f"{name}: another system than that of the file")
    inner, outer = extent_in(there, given), extent_in(there, baked)
    check(outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3],
          f"{name}: {outer} does not contain {inner}")
    check(baked["geoTransform"][1] == spacing == -baked["geoTransform"][5], f"{name}: {baked['geoTransform']}")
    level = os.path.join(directory, "level0")
    tile = os.path.join(level, min(entry for entry in os.listdir(level) if entry.endswith(".tif")))
    check(system(described(tile)["coordinateSystem"]["wkt"]).IsSame(there), f"{name}: a tile in another system")
    warnings, errors, _ = cog.validate(tile, full_check=True)
    check(not errors and not warnings, f"{name}: the validator says {errors} {warnings}")


def check_heights(name, path, directory, tolerance_m):
    """Inside the blend every sample is the formula's."""
    heights, east, north = heights_of(directory)
    place, source = system(described(path)["coordinateSystem"]["wkt"]), gdal.Open(path)
    transform = source.GetGeoTransform()
    x, y = transformed(UTM, place, east, north)
    column, row = (x - transform[0]) / transform[1], (y - transform[3]) / transform[5]
    corner = transformed(place, UTM, transform[0] + np.array([0, transform[1]]), np.full(2, transform[3]))
    metres = np.hypot(*np.diff(corner)[:, 0])
    # The warped raster is the box around the file's outline, which leans by up to a fiftieth; the blend begins at the box.
    margin = (BLEND_M + source.RasterYSize * metres * 0.02) / metres + 3
    inside = ((column > margin) & (column < source.RasterXSize - margin)
              & (row > margin) & (row < source.RasterYSize - margin))
    wrong = np.abs(heights - alpine(east, north))
    if name == "voids.tif":
        near = ((row > HOLE[0].start - 2) & (row < HOLE[0].stop + 2)
                & (column > HOLE[1].start - 2) & (column < HOLE[1].stop + 2))
        check(near.any() and wrong[near].max() <= HOLE_TOLERANCE_M, f"{name}: {wrong[near].max()} m wrong in the hole")
        inside &= ~near
    check(inside.sum() > 500, f"{name}: only {inside.sum()} samples to compare")
    check(wrong[inside].max() <= tolerance_m, f"{name}: {wrong[inside].max()} m wrong, allowed is {tolerance_m}")
    print(f"{name}: {inside.sum()} samples, at most {wrong[inside].max():.4f} m wrong")


def check_r16(name, directory):
    with open(os.path.join(directory, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    low, high = manifest["height_16_bit"]["height_of_0_m"], manifest["height_16_bit"]["height_of_65535_m"]
    quantum = (high - low) / 65535
    files = manifest["levels"][0]["tiles"][0]["files"]
    floats = gdal.Open(os.path.join(directory, files["tiff"]["name"])).ReadAsArray().astype(float)
    words = np.fromfile(os.path.join(directory, files["r16"]["name"]), dtype="<u2").reshape(floats.shape)
    worst = np.abs(low + words * quantum - floats).max()
    check(worst <= 0.51 * quantum, f"{name}: the R16 is {worst} m from the GeoTIFF, a step is {quantum}")


def check_case(folder, case):
    name, write, spacing, finer, tolerance_m = case
    path = os.path.join(folder, name)
    write(path)
    world = new_world(path + ".world", path, detail="0 %")
    facts = json.loads(must("info", world, "--json"))
    check(facts["terrain"]["source"] == "elevation" and system(facts["terrain"]["wkt"]).IsSame(UTM),
          f"{name}: info says {facts['terrain']}")
    whole = bake(world, path + ".whole", "--spacing", str(spacing), "--formats", "tiff,r16")
    check_georeference(name, path, whole, spacing)
    check_heights(name, path, whole, tolerance_m)
    check_r16(name, whole)
    middle = [(facts["home"]["x0"] + facts["home"]["x1"]) // 2, (facts["home"]["z0"] + facts["home"]["z1"]) // 2]
    region = ",".join(str(value) for value in (middle[0] - 1500, middle[1] - 1500, middle[0] + 1500, middle[1] + 1500))
    part = bake(world, path + ".part", "--spacing", str(finer), "--formats", "tiff,r16", f"--region={region}")
    check_heights(name, path, part, tolerance_m)
    check_r16(name, part)


def check_detail(folder):
    """Detail leaves the centres of pixels alone and adds something between them."""
    path = os.path.join(folder, "detail.tif")
    write_utm(path)
    world = new_world(path + ".world", path, detail="100 %")
    heights, east, north = heights_of(bake(world, path + ".bake", "--spacing", "15", "--formats", "tiff"))
    wrong = np.abs(heights - alpine(east, north))
    first, last = int(BLEND_M / 15) + 2, int((SIDE_PX * PIXEL_M - BLEND_M) / 15) - 2
    inner = wrong[first | 1:last, first | 1:last]  # odd samples are centres
    check(inner[::2, ::2].max() <= 0.01, f"detail: {inner[::2, ::2].max()} m wrong at the centres of pixels")
    check(inner[1::2, 1::2].max() > 0.2, f"detail: only {inner[1::2, 1::2].max()} m between them")


def bend(heights):
    return np.abs(heights[:, 2:] - 2 * heights[:, 1:-1] + heights[:, :-2])


def check_seams(folder):
    """Second differences along lines across the west border: where a border begins they are at most 1.5 times those of the 80 m around. The
    heights lie near those of the generated land, which is smooth here: neither hides a step."""
    path, spacing = os.path.join(folder, "seam.tif"), 10
    write_utm(path)
    for beyond in ("generated", "edge", "sea"):
        for detail in ("0 %", "50 %"):
            where = os.path.join(folder, f"{beyond}{detail[0]}")
            world = new_world(where, path, beyond=beyond, detail=detail, vertical_scale="0.2", offset="-100 m",
                              ruggedness="0 %", mountain_share="0 %")
            directory = bake(world, where + ".bake", "--spacing", str(spacing), "--formats", "tiff",
                             "--region=-1500,2000,1500,3000")
            heights, east, _ = heights_of(directory)
            bends, x = bend(heights), east[0, 1:-1] - WEST
            for border in (PIXEL_M / 2,) if beyond == "edge" else (0, BLEND_M):
                seam, near = np.abs(x - border) <= 1.5 * spacing, np.abs(x - border) <= 8 * spacing
                worst, allowed = bends[:, seam].max(), 1.5 * bends[:, near & ~seam].max()
                if beyond == "edge":  # goes on level: the slope of the border ends within a pixel or two
                    slope = np.abs(np.diff(heights, axis=1))[:, :-1][:, near].max() / spacing
                    allowed = 1.5 * slope * spacing**2 / PIXEL_M
                check(worst <= allowed, f"{beyond}, detail {detail}: bends by {worst} m at {border} m, allowed is {allowed} m")


def check_purity(folder):
    """One bake in large and in small tiles, coarser, on other threads and kernels, and by GL. Every step of the terrain is on, on a coast."""
    path = os.path.join(folder, "coast.tif")
    write_utm(path, surface=coastal)
    world = new_world(path + ".world", path, strength="80 %", width="60 m", detail="50 %",
                      beaches="{height: 4 m, width: 4}", terraces="{height: 6 m, flatness: 60 %}")
    common = ("--spacing", "15", "--formats", "tiff", "--region=-1000,-1000,4000,4000")
    whole = heights_of(bake(world, path + ".a", *common, "--tile", "512"))[0]
    bakes = [("--tile", "64"), ("--tile", "512", "--threads", "1", "--isa", "scalar"), ("--tile", "512", "--memory", "128")]
    if run("info", world, "--backend", "gl").returncode == DONE:
        bakes.append(("--tile", "512", "--backend", "gl"))
    else:
        print("SKIPPED: elevation data is NOT compared on GL, which was not found")
    for number, options in enumerate(bakes):
        other = heights_of(bake(world, f"{path}.b{number}", *common, *options))[0]
        rows, columns = (min(a, b) for a, b in zip(whole.shape, other.shape))
        check(np.array_equal(whole[:rows, :columns], other[:rows, :columns]), f"{options}: other heights")
    coarse = heights_of(bake(world, path + ".c", "--spacing", "30", "--formats", "tiff", "--region=-990,-990,3990,3990"))
    fine = heights_of(bake(world, path + ".d", "--spacing", "15", "--formats", "tiff", "--region=-990,-990,3990,3990"))
    lookup = {(e, n): h for h, e, n in zip(np.ravel(fine[0]), np.ravel(fine[1]), np.ravel(fine[2]))}
    pairs = [(h, lookup[e, n]) for h, e, n in zip(*(np.ravel(it) for it in coarse)) if (e, n) in lookup]
    differing = sum(a != b for a, b in pairs)
    check(len(pairs) > 10000 and differing == 0, f"{differing} of {len(pairs)} heights depend on the spacing")


def check_hash(folder):
    """The hash of a world sees what a file beside the raster says, and only that which matters."""
    path = os.path.join(folder, "plain.asc")
    write_utm(path, driver="AAIGrid")
    world = new_world(path + ".world", path)

    def hashed(description=world):
        return json.loads(must("info", description, "--json"))["hash"]

    before = hashed()
    source = gdal.Open(path)
    tiff = os.path.join(folder, "world_file.tif")
    gdal.GetDriverByName("GTiff").CreateCopy(tiff, source, options=["PROFILE=BASELINE", "TFW=YES"])
    moved = new_world(tiff + ".world", tiff)
    plain = hashed(moved)
    check("no coordinate system" in must("info", moved), "info does not say that the file has no coordinate system")
    nowhere = described(os.path.join(bake(moved, tiff + ".bake", "--spacing", "30", "--formats", "tiff"), "heights.vrt"))
    check(nowhere["geoTransform"][0] == WEST - 15 and not nowhere.get("coordinateSystem", {}).get("wkt"),
          f"a raster without a system: {nowhere['geoTransform']}")
    with open(os.path.join(folder, "world_file.tfw"), encoding="ascii") as file:
        lines = file.read().split()
    lines[0], lines[3] = "20", "-20"
    with open(os.path.join(folder, "world_file.tfw"), "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    check(hashed(moved) != plain, "the hash does not see the pixel size of a .tfw file")
    virtual, copied = os.path.join(folder, "virtual.vrt"), os.path.join(folder, "copied.tif")
    shutil.copy(make_plain(folder), copied)
    gdal.BuildVRT(virtual, [copied]).FlushCache()
    through = new_world(virtual + ".world", virtual)
    first = hashed(through)
    write_utm(copied, surface=coastal)
    check(hashed(through) != first, "the hash does not see the raster behind a .vrt")
    check(hashed() == before, "the hash changes by itself")


def make_plain(folder):
    path = os.path.join(folder, "plain.tif")
    write_utm(path)
    return path


def write_bytes(path, data):
    with open(path, "wb") as file:
        file.write(data)


def broken_files(folder):
    """Name and what the message must say."""
    with open(make_plain(folder), "rb") as file:
        good = file.read()
    write_bytes(os.path.join(folder, "cut.tif"), good[:len(good) // 2])
    write_bytes(os.path.join(folder, "head.tif"), good[:20])
    write_bytes(os.path.join(folder, "empty.tif"), b"")
    write_bytes(os.path.join(folder, "text.tif"), b"not a raster\n" * 100)
    write_bytes(os.path.join(folder, "N46E009.hgt"), b"\0" * 1000)
    write_bytes(os.path.join(folder, "cut.asc"), b"ncols 4\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n")
    write_utm(os.path.join(folder, "nothing.tif"), hole=(slice(None), slice(None)))
    os.mkdir(os.path.join(folder, "folder.tif"))
    return [("missing.tif", "there is no such file"), ("cut.tif", "cut short"), ("head.tif", "not a raster"),
            ("empty.tif", "not a raster"), ("text.tif", "not a raster"), ("N46E009.hgt", "not a raster"),
            ("cut.asc", "cut short"), ("nothing.tif", "are voids"), ("folder.tif", "not a raster")]


def check_broken(folder):
    for name, part in broken_files(folder):
        where = os.path.join(folder, "broken_" + name)
        os.mkdir(where)
        world = os.path.join(where, "world.yaml")
        write_bytes(world, f"name: broken\nterrain:\n  elevation:\n    file: ../{name}\n".encode())
        commands = [("info", world), ("bake", world, "-o", os.path.join(where, "bake")),
                    ("map", world, "-o", os.path.join(where, "map.png"))]
        for command in commands:
            result = run(*command)
            check(result.returncode == FAILED and not result.stdout,
                  f"{name}: {command[0]} ends with {result.returncode}: {result.stdout} {result.stderr}")
            check("world.yaml:4:11: " in result.stderr and name in result.stderr and result.stderr.count("\n") == 1,
                  f"{name}: {command[0]} says {result.stderr!r}")
        check(os.listdir(where) == ["world.yaml"], f"{name}: left {os.listdir(where)}")
        check(part in result.stderr, f"{name}: {result.stderr!r} does not hold {part!r}")


with tempfile.TemporaryDirectory() as temporary:
    for one in CASES:
        check_case(temporary, one)
    check_detail(temporary)
    check_seams(temporary)
    check_purity(temporary)
    check_hash(temporary)
    check_broken(temporary)
print("failed:" if failures else "all right", len(failures) or "")
sys.exit(1 if failures else 0)
