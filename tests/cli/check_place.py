#!/usr/bin/python3
"""check_place.py <terrane> <folder of the npm package gltf-validator>: `terrane place` on a small world, read back by GDAL.

Points of all formats must be the same objects, in the place that the world has on Earth; scenes must hold as many copies, and the Khronos
validator must have nothing against them; every bad input must give a message, its exit code and no file.
"""
import csv
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from osgeo import gdal, ogr, osr
except ImportError as problem:
    print(f"SKIPPED: `terrane place` is NOT tested through the command line: {problem}")
    sys.exit(77)

from command_check import Command, USAGE, check, failures

REGION = "0,0,96,96"
COLUMNS = ["id", "set", "layer", "model", "variant", "scale", "yaw", "tilt", "world_x", "world_z"]

WORLD = """
name: Grove
seed: 3
extent: {width: 2 km, depth: 2 km}
terrain: {landform: {hill_height: 40 m, mountain_share: 0 %, land_share: 100 %}}
placement:
  - name: trees
    footprint: 4 m
    nodes:
      - density: 60 %
        layer: {name: "oak, \\"old\\"", model: broadleaf, tilt: 0 deg}
      - density: 20 %
        layer: {name: spruce, model: conifer}
  - name: rocks
    footprint: 2 m
    radius: 0.5 m
    nodes:
      - density: 30 %
        layer: {name: rock, model: rock, tilt: 60 deg}
"""

# A road crosses a river.
PATHS = """
paths:
  - {kind: river, line: [[-500, 0, 60], [500, 0, 55]], width: 12 m}
  - {kind: road, line: [[0, -500], [0, 500]], width: 6 m}
"""

gdal.UseExceptions()
ogr.UseExceptions()
osr.UseExceptions()
validator = os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
command = Command(sys.argv[1], "place")
must, must_fail = command.must, command.must_fail

# ---------------------------------------------------------------------------------------------------------
# Points

def read_csv(path):
    with open(path, newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    check(not rows or list(rows[0]) == ["x", "y", "z", *COLUMNS], f"{path}: columns {list(rows[0]) if rows else []}")
    return rows


def read_vector(path):
    dataset = gdal.OpenEx(path, gdal.OF_VECTOR)
    layer = dataset.GetLayer(0)
    rows = []
    for feature in layer:
        point = feature.GetGeometryRef()
        rows.append({"x": point.GetX(), "y": point.GetY(), "z": point.GetZ(),
                     **{name: feature.GetField(name) for name in COLUMNS}})
    return rows, layer.GetSpatialRef().Clone() if layer.GetSpatialRef() else None


def same_objects(name, rows, reference, coordinates=True):
    check(len(rows) == len(reference), f"{name}: {len(rows)} objects instead of {len(reference)}")
    for row, other in zip(rows, reference):
        for column in ["id", "set", "layer", "model"]:
            check(row[column] == other[column], f"{name}: {row} instead of {other}")
        for column in ["variant", "scale", "yaw", "tilt", "world_x", "world_z"] + ["x", "y"] * coordinates + ["z"]:
            check(float(row[column]) == float(other[column]), f"{name}: {column} of {row} instead of {other}")
        if failures:
            return


def least_distance(rows):
    at = np.array([[float(row["world_x"]), float(row["world_z"])] for row in rows])
    apart = np.hypot(*(at[:, None, :] - at[None, :, :]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return apart.min()


def check_points():
    must("grove.yaml", "--region", REGION, "-o", "a.csv")
    rows = read_csv("a.csv")
    check(len(rows) > 200, f"{len(rows)} objects")
    check(len({row["id"] for row in rows}) == len(rows), "ids are not unique")
    check(all(len(row["id"]) == 16 for row in rows), "ids have 16 digits")
    check({row["layer"] for row in rows} == {'oak, "old"', "spruce", "rock"}, "layers")
    check(all(0 <= float(row["world_x"]) < 96 and 0 <= float(row["world_z"]) < 96 for row in rows), "region")
    check(all(float(row["x"]) == float(row["world_x"]) and float(row["y"]) == -float(row["world_z"]) for row in rows),
          "a world without a place has x east and -z north")
    check(all(0 <= float(row["yaw"]) < 360 and 0 <= float(row["tilt"]) <= 60.01 for row in rows), "angles")
    check(all(float(row["tilt"]) == 0 for row in rows if row["model"] == "broadleaf"), "oaks stand upright")
    check(any(float(row["tilt"]) > 0.5 for row in rows if row["model"] == "rock"), "rocks lean with the ground")
    yaws = np.array([float(row["yaw"]) for row in rows])
    check(np.histogram(yaws, bins=4, range=(0, 360))[0].min() > len(rows) / 8, "turns go all around")
    trees = [row for row in rows if row["set"] == "trees"]
    check(least_distance(trees) >= 3.9998, f"trees are {least_distance(trees)} m apart")

    for path in ["a.geojson", "a.gpkg"]:
        must("grove.yaml", "--region", REGION, "-o", path)
        back, _ = read_vector(path)
        same_objects(path, back, rows)
    must("grove.yaml", "--region", REGION, "-o", "b.csv", "--threads", 1)
    check(open("a.csv", "rb").read() == open("b.csv", "rb").read(), "one thread gives other bytes")
    must("grove.yaml", "--region", "0,0,48,96", "-o", "west.csv")
    must("grove.yaml", "--region", "48,0,96,96", "-o", "east.csv")
    halves = {row["id"]: row for row in read_csv("west.csv") + read_csv("east.csv")}
    check(halves == {row["id"]: row for row in rows}, "two halves are not the whole")
    must("grove.yaml", "--region", REGION, "--sets", "rocks", "-o", "rocks.csv")
    same_objects("rocks.csv", read_csv("rocks.csv"), [row for row in rows if row["set"] == "rocks"])
    return rows


def check_on_earth():
    """A world from a raster: its objects lie where the raster does."""
    heights = np.fromfunction(lambda z, x: 500 + 10 * np.sin(x / 9) * np.cos(z / 7), (100, 100))
    dataset = gdal.GetDriverByName("GTiff").Create("dem.tif", 100, 100, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform([500000, 10, 0, 5150000, 0, -10])
    system = osr.SpatialReference()
    system.ImportFromEPSG(32632)
    dataset.SetSpatialRef(system)
    dataset.GetRasterBand(1).WriteArray(heights)
    dataset = None
    with open("earth.yaml", "w", encoding="utf-8") as stream:
        stream.write("terrain: {elevation: {file: dem.tif}}\n" + WORLD[WORLD.index("placement:"):])
    must("earth.yaml", "-o", "earth.gpkg")
    must("earth.yaml", "-o", "earth.geojson")
    rows, found = read_vector("earth.gpkg")
    check(len(rows) > 1000, f"{len(rows)} objects on Earth")
    check(found.IsSame(system), "the system of the GeoPackage is not that of the raster")
    check(all(500000 <= row["x"] <= 501000 and 5149000 <= row["y"] <= 5150000 for row in rows), "place on Earth")
    degrees, found = read_vector("earth.geojson")
    check(found.IsGeographic() == 1, "GeoJSON is in degrees")
    same_objects("earth.geojson", degrees, rows, coordinates=False)
    found.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    back = osr.CoordinateTransformation(found, system)
    for row, other in list(zip(degrees, rows))[::97]:
        x, y, _ = back.TransformPoint(row["x"], row["y"])
        check(abs(x - other["x"]) < 1e-3 and abs(y - other["y"]) < 1e-3, f"{x}, {y} instead of {other}")


# ---------------------------------------------------------------------------------------------------------
# Scenes

def read_glb(path):
    with open(path, "rb") as stream:
        data = stream.read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[28 + size:]


def accessor(gltf, binary, number):
    it = gltf["accessors"][number]
    view = gltf["bufferViews"][it["bufferView"]]
    width = {"VEC3": 3, "VEC4": 4}[it["type"]]
    return np.frombuffer(binary, "<f4", it["count"] * width, view["byteOffset"]).reshape(-1, width)


def copies_of(path):
    """Translations, by the name of the list."""
    gltf, binary = read_glb(path)
    lists = {}
    for node in gltf["nodes"]:
        attributes = node.get("extensions", {}).get("EXT_mesh_gpu_instancing", {}).get("attributes")
        if attributes:
            lists[node["name"]] = accessor(gltf, binary, attributes["TRANSLATION"])
        elif "children" in node:
            lists[node["name"]] = np.array([gltf["nodes"][child]["translation"] for child in node["children"]], "f4")
    return gltf, lists


def check_scenes(rows):
    report = json.loads(must("grove.yaml", "--region", REGION, "-o", "a.glb", "--json"))
    must("grove.yaml", "--region", REGION, "-o", "plain.glb", "--plain-nodes")
    must("grove.yaml", "--region", REGION, "-o", "ground.glb", "--ground", "--level", 2)
    must("crossed.yaml", "--region", "-60,-60,60,60", "-o", "bridge.glb", "--ground")
    check(report["origin_m"][0] == 48 and report["origin_m"][2] == 48, f"origin {report['origin_m']}")
    gltf, lists = copies_of("a.glb")
    check(gltf["extensionsRequired"] == ["EXT_mesh_gpu_instancing"], "the extension is not required")
    check(sum(map(len, lists.values())) == len(rows), "copies are missing")
    origin = report["origin_m"]
    for name, places in lists.items():
        layer, variant = name.rsplit(" ", 1)
        wanted = [[float(row["world_x"]) - origin[0], float(row["z"]) - origin[1], float(row["world_z"]) - origin[2]]
                  for row in rows if f"{row['set']}/{row['layer']}" == layer and int(row["variant"]) == int(variant)]
        check(np.shape(wanted) == places.shape and np.abs(np.array(wanted) - places).max() < 1e-3,
              f"{name}: copies are elsewhere")
    plain, plain_lists = copies_of("plain.glb")
    check("extensionsUsed" not in plain, "plain nodes need no extension")
    check(plain_lists.keys() == lists.keys() and all(np.array_equal(plain_lists[name], lists[name]) for name in lists),
          "plain nodes are elsewhere")
    bridge, _ = copies_of("bridge.glb")
    check([mesh["name"] for mesh in bridge["meshes"]].count("bridge") == 1, "the ground has its bridge")
    ground, _ = copies_of("ground.glb")
    check("ground" in [node["name"] for node in ground["nodes"]] and len(ground["images"]) == 1, "no ground")
    script = os.path.join(here, "..", "validators", "validate_glb.mjs")
    if shutil.which("node") and os.path.exists(validator):
        result = subprocess.run(["node", script, validator, "a.glb", "plain.glb", "ground.glb", "bridge.glb"], capture_output=True,
                                text=True, check=False)
        check(result.returncode == 0, f"the Khronos validator: {result.stdout[:2000]}")
    else:
        print("SKIPPED: node or gltf-validator is missing: the scenes are NOT checked by the Khronos validator")


# ---------------------------------------------------------------------------------------------------------
# Numbers and pictures

def check_stats(rows):
    report = json.loads(must("grove.yaml", "--region", REGION, "--json"))
    check(report["count"] == len(rows) and abs(report["area_ha"] - 0.9216) < 1e-9, "counts and area")
    by_name = {it["name"]: it for it in report["sets"]}
    for name, it in by_name.items():
        mine = [row for row in rows if row["set"] == name]
        check(it["count"] == len(mine) == sum(layer["count"] for layer in it["layers"]), f"{name}: count {it['count']}")
        check(abs(it["per_hectare"] - len(mine) / 0.9216) < 1e-6, f"{name}: per hectare")
        check(abs(it["nearest"]["least_m"] - least_distance(mine)) < 3e-4, f"{name}: {it['nearest']}")
        check(sum(it["nearest"]["bins"]) == len(mine), f"{name}: histogram")
    check(0.7 < by_name["trees"]["candidate_share"] < 0.9, f"four of five candidates: {by_name['trees']}")
    text = must("grove.yaml", "--region", REGION, "--stats")
    check("spruce" in text and "###" in text and "per hectare" in text, text)
    check(must("grove.yaml", "--region", REGION, "--quiet", "-o", "q.csv") == "", "quiet is quiet")
    check(json.loads(must("grove.yaml", "--json"))["count"] >= 10000, "the default region has enough")
    beyond = json.loads(must("grove.yaml", "--region", "900,900,90000,90000", "--json"))
    check(beyond["region_m"] == [900, 900, 1000, 1000] and beyond["area_ha"] == 1, f"where the world ends: {beyond}")


def check_pictures():
    must("grove.yaml", "--region", "0,0,300,300", "--map", "map.png", "--spectrum", "spectrum.png", "-o", "both.csv")
    must("--spectrum", "patterns.png")
    for path in ["map.png", "spectrum.png", "patterns.png"]:
        pixels = gdal.Open(path).ReadAsArray()
        check(pixels.shape[0] == 3 and pixels.shape[1] > 500 and pixels.std() > 10, f"{path}: {pixels.shape}")
    check(os.path.exists("both.csv"), "the points are missing")


def check_patterns():
    """How good patterns are beside dart throwing, and that what the source has is seen to be worse."""
    rows = {row["name"]: row for row in json.loads(must("--spectrum", "p.png", "--json"))["patterns"]}
    check(0.68 < rows["dart throwing"]["per_square_footprint"] < 0.71, f"not full: {rows['dart throwing']}")
    for name, row in rows.items():
        check(row["nearest_least"] >= 1, f"too near: {row}")
        check(row["density_of_dart_throwing"] >= 0.9, f"too few: {row}")
        check(all(abs(share - 0.25 * (i + 1)) < 0.01 * share for i, share in enumerate(row["shares"])), f"shares: {row}")
    for name in ["dart", "blue"]:
        check(rows[name]["peak_of_dart_throwing"] < 2 and rows[name]["anisotropy_db"] < 1.5, f"seen: {rows[name]}")
    check(rows["one dart tile, repeated"]["peak_of_dart_throwing"] > 20, "a repeated tile is seen")


def check_bad_input():
    must_fail("an argument is missing", code=USAGE)
    must_fail("--map needs a world", "--spectrum", "x.png", "--map", "y.png", code=USAGE)
    must_fail("folder does not exist", "--spectrum", "missing/x.png")
    place = ["grove.yaml", "--region", REGION]
    must_fail("allowed are files that end in", *place, "-o", "a.txt", code=USAGE)
    must_fail("'tres', which is not there, did you mean 'trees'?", *place, "--sets", "rocks,tres", code=USAGE)
    must_fail("outside of the world", "grove.yaml", "--region", "90000,0,90100,100", "-o", "x.csv", code=USAGE)
    must_fail("region", "grove.yaml", "--region", "100,0,0,100", "-o", "x.csv", code=USAGE)
    must_fail("folder does not exist", *place, "-o", "missing/x.csv")
    must_fail("folder does not exist", *place, "-o", "x.csv", "--map", "missing/x.png")
    must_fail("it is a directory", *place, "-o", "folder.csv")
    must_fail("the world itself", *place, "--map", "grove.yaml", code=USAGE)
    must_fail("are both", *place, "--map", "x.png", "--spectrum", "x.png", code=USAGE)
    must_fail("--ground is for scenes", *place, "-o", "x.csv", "--ground", code=USAGE)
    must_fail("--level", *place, "-o", "x.glb", "--level", 3, code=USAGE)
    must_fail("--spectrum: the region is", "grove.yaml", "--region", "0,0,10,10", "--spectrum", "x.png", "-o", "x.csv")
    must_fail("- standard: trees", "bare.yaml", "-o", "x.csv")
    must_fail("nothing in the region", "empty.yaml", "--region", REGION, "-o", "x.glb")
    must("empty.yaml", "--region", REGION, "-o", "empty.csv")
    check(read_csv("empty.csv") == [], "nothing stands there")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("folder.csv")
        for name, text in [("grove", WORLD), ("crossed", WORLD + PATHS), ("bare", WORLD[:WORLD.index("placement:")]),
                           ("empty", WORLD.replace("60 %", "0 %").replace("20 %", "0 %").replace("30 %", "0 %"))]:
            with open(f"{name}.yaml", "w", encoding="utf-8") as stream:
                stream.write(text)
        rows = check_points()
        check_on_earth()
        check_scenes(rows)
        check_stats(rows)
        check_pictures()
        check_patterns()
        check_bad_input()
        os.chdir("/")
    print("failed" if failures else "points, scenes, numbers and pictures are as they should be")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
