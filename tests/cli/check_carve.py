#!/usr/bin/python3
"""check_carve.py <terrane>: `terrane carve` on rasters and lines made here, read back by GDAL.

Georeferences are compared with those of the raster, volumes with prisms known in closed form, kinds with the tags of the
lines; every bad input must give a message, its exit code and no file.
"""
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from osgeo import gdal, ogr, osr
except ImportError as problem:
    print(f"SKIPPED: `terrane carve` is NOT tested through the command line: {problem}")
    sys.exit(77)

from command_check import Command, USAGE, check, failures

WEST, NORTH = 500000.0, 5150000.0
VOID = -9999.0
FOOT_M = 0.3048

gdal.UseExceptions()
ogr.UseExceptions()
osr.UseExceptions()
command = Command(sys.argv[1], "carve")
must, must_fail = command.must, command.must_fail

# ---------------------------------------------------------------------------------------------------------
# Rasters and lines

def system(definition):
    it = osr.SpatialReference()
    it.SetFromUserInput(definition)
    it.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return it


def make_raster(path, heights, transform, definition="EPSG:32632", kind=gdal.GDT_Float32, no_data=None, unit=None,
                point=False, bands=1):
    rows, columns = heights.shape
    dataset = gdal.GetDriverByName("GTiff").Create(path, columns, rows, bands, kind)
    dataset.SetGeoTransform(transform)
    if definition:
        dataset.SetSpatialRef(system(definition))
    if point:
        dataset.SetMetadataItem("AREA_OR_POINT", "Point")
    band = dataset.GetRasterBand(1)
    if no_data is not None:
        band.SetNoDataValue(no_data)
    if unit:
        band.SetUnitType(unit)
    band.WriteArray(heights)
    return path


def plane(rows, columns, height=100.0, rise_x=0.0, rise_y=0.0):
    y, x = np.mgrid[0:rows, 0:columns]
    return (height + rise_x * x + rise_y * y).astype(np.float32)


def make_lines(path, features, definition=None):
    """GeoJSON of (properties, type, coordinates); with a system, in the form that GDAL writes."""
    document = {"type": "FeatureCollection",
                "features": [{"type": "Feature", "properties": properties,
                              "geometry": {"type": shape, "coordinates": coordinates}}
                             for properties, shape, coordinates in features]}
    if definition:
        document["crs"] = {"type": "name", "properties": {"name": definition}}
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(document, stream)
    return path


def to_degrees(points, definition="EPSG:32632"):
    transformation = osr.CoordinateTransformation(system(definition), system("EPSG:4326"))
    return [list(transformation.TransformPoint(*point)[:2]) + list(point[2:]) for point in points]


def read(path):
    dataset = gdal.Open(path)
    return dataset.GetRasterBand(1).ReadAsArray()


def info(path):
    return json.loads(subprocess.run(["gdalinfo", "-json", path], capture_output=True, text=True, check=True).stdout)


def check_same_place(a, b):
    first, second = info(a), info(b)
    for key in ("size", "geoTransform", "coordinateSystem"):
        check(first.get(key) == second.get(key), f"{b}: {key} is {second.get(key)}, not {first.get(key)}")
    for key in ("noDataValue", "unit"):
        ours, theirs = second["bands"][0].get(key), first["bands"][0].get(key)
        check(ours == theirs, f"{b}: {key} is {ours!r}, not {theirs!r}")


def report_of(path):
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


# ---------------------------------------------------------------------------------------------------------
# What is carved

def theta_mean():
    """The mean of 6p^5 - 15p^4 + 10p^3 over 0..1: one half."""
    return 0.5


def check_prism():
    """A level road through a level plain: a prism of its width and half of each shoulder."""
    heights = plane(400, 600, 100.0)
    make_raster("plain.tif", heights, (WEST, 2.0, 0, NORTH, 0, -2.0))
    # Along a row, from beyond one edge to beyond the other, so that no end lies inside.
    y = NORTH - 401.0
    for height, key, other in ((112.0, "fill_m3", "cut_m3"), (95.0, "cut_m3", "fill_m3")):
        make_lines("prism.geojson", [({"name": "prism"}, "LineString",
                                      [[WEST - 300, y, height], [WEST + 700, y, height], [WEST + 1500, y, height]])],
                   "EPSG:32632")
        must("--dem", "plain.tif", "--paths", "prism.geojson", "-o", "out.tif", "--width", 20, "--smooth", 30,
             "--report", "r.json", "--displacement", "d.tif", "--quiet")
        total = report_of("r.json")["total"]
        expected = abs(height - 100) * (20 + 2 * 30 * theta_mean()) * 1200.0
        check(abs(total[key] / expected - 1) < 0.005, f"prism: {key} {total[key]}, expected {expected}")
        check(total[other] == 0, f"prism: {other} is {total[other]}")
        carved, change = read("out.tif"), read("d.tif")
        check(np.array_equal(carved[196:206, :], np.full((10, 600), height, np.float32)), "prism: the road is not level")
        check(np.array_equal(carved[:170], heights[:170]), "prism: ground out of reach was changed")
        check(abs(change.sum() * 4 - np.sign(height - 100) * expected) < 0.005 * expected, "prism: displacement")
        check_same_place("plain.tif", "out.tif")


def check_projections():
    """The same road in degrees and in metres carves the same; a hillside of ten percent."""
    heights = plane(300, 300, 500.0, rise_x=0.5)
    make_raster("hill.tif", heights, (WEST, 5.0, 0, NORTH, 0, -5.0), no_data=VOID)
    points = [[WEST + 200, NORTH - 200], [WEST + 800, NORTH - 500], [WEST + 1300, NORTH - 1200]]
    make_lines("metres.geojson", [({}, "LineString", points)], "EPSG:32632")
    make_lines("degrees.geojson", [({}, "LineString", to_degrees(points))])
    must("--dem", "hill.tif", "--paths", "metres.geojson", "-o", "metres.tif")
    must("--dem", "hill.tif", "--paths", "degrees.geojson", "-o", "degrees.tif")
    difference = np.abs(read("metres.tif") - read("degrees.tif")).max()
    check(difference < 0.002, f"degrees against metres: {difference} m")
    check(np.abs(read("metres.tif") - heights).max() > 0.5, "nothing was carved")
    check_same_place("hill.tif", "degrees.tif")
    # Tools read it.
    subprocess.run(["gdal_translate", "-q", "-outsize", "50%", "50%", "degrees.tif", "half.tif"], check=True)
    check(gdal.Open("half.tif").RasterXSize == 150, "gdal_translate")

    # The same place in degrees: the raster stays in degrees, and the road has about the same earthwork.
    gdal.Warp("geo.tif", "hill.tif", dstSRS="EPSG:4326", resampleAlg="bilinear", dstNodata=VOID)
    first = json.loads(must("--dem", "hill.tif", "--paths", "degrees.geojson", "-o", "a.tif", "--json"))["total"]
    second = json.loads(must("--dem", "geo.tif", "--paths", "metres.geojson", "-o", "b.tif", "--json"))["total"]
    check_same_place("geo.tif", "b.tif")
    for key in ("length_m", "cut_m3", "fill_m3"):
        check(abs(second[key] / first[key] - 1) < 0.03, f"degrees: {key} {second[key]} against {first[key]}")


def check_units_and_voids():
    """Feet, integers, points and voids are what they were, where nothing is carved to the bit."""
    heights = plane(200, 240, 1000.0, rise_y=0.5)
    heights[:40, 100:140] = VOID
    points = [[WEST + 100, NORTH - 1000], [WEST + 2300, NORTH - 1000]]
    across = [[WEST + 100, NORTH - 250], [WEST + 2300, NORTH - 250]]
    make_lines("road.geojson", [({}, "LineString", points)], "EPSG:32632")
    make_lines("across.geojson", [({}, "LineString", across)], "EPSG:32632")
    for name, kind, unit, point in (("float.tif", gdal.GDT_Float32, "", False), ("short.tif", gdal.GDT_Int16, "m", True),
                                    ("feet.tif", gdal.GDT_Float32, "ft", False)):
        make_raster(name, heights, (WEST, 10.0, 0, NORTH, 0, -10.0), kind=kind, no_data=VOID, unit=unit, point=point)
        original = read(name).astype(np.float32)
        for lines in ("road.geojson", "across.geojson"):
            must("--dem", name, "--paths", lines, "-o", "out.tif", "--width", 30, "--smooth", 30, "--report", "r.json",
                 "--displacement", "d.tif")
            check_same_place(name, "out.tif")
            carved, change = read("out.tif"), read("d.tif")
            check(np.array_equal(carved == VOID, original == VOID), f"{name}: voids moved")
            check(np.array_equal(change == VOID, original == VOID), f"{name}: voids of the displacement")
            touched = (change != 0) & (change != VOID)
            check(touched.any(), f"{name}: nothing was carved")
            check(np.array_equal(carved[~touched], original[~touched]), f"{name}: untouched ground differs")
            metres = (carved - original)[touched] * (FOOT_M if unit == "ft" else 1)
            check(np.abs(metres - change[touched]).max() < 1e-3, f"{name}: displacement is not the difference")
            report = report_of("r.json")
            moved = np.abs(change[touched]).sum() * 100
            total = report["total"]["cut_m3"] + report["total"]["fill_m3"]
            check(abs(total - moved) <= 1e-3 * moved + 1, f"{name}: {total} m3 reported, {moved} m3 in the files")
        check(info("out.tif")["metadata"][""].get("AREA_OR_POINT") == ("Point" if point else "Area"), f"{name}: point")


def check_no_system():
    """Neither has a system: taken as they are."""
    make_raster("local.tif", plane(100, 100), (0, 1.0, 0, 100.0, 0, -1.0), definition=None)
    with open("local.csv", "w", encoding="utf-8") as stream:
        stream.write('id,WKT\n1,"LINESTRING(10 50,90 50)"\n')
    must("--dem", "local.tif", "--paths", "local.csv", "-o", "out.tif")
    make_raster("far.tif", plane(100, 100), (2000, 1.0, 0, 3000.0, 0, -1.0), definition=None)
    make_lines("far.geojson", [({}, "LineString", [[2010, 2950], [2090, 2950]])])
    must("--dem", "far.tif", "--paths", "far.geojson", "-o", "out.tif")


# ---------------------------------------------------------------------------------------------------------
# Formats and kinds

def write_layers(path, driver, layers):
    """layers: name -> (geometry type, definition, [(attributes, wkt)])."""
    dataset = ogr.GetDriverByName(driver).CreateDataSource(path)
    for name, (kind, definition, features) in layers.items():
        layer = dataset.CreateLayer(name, system(definition), kind)
        for key in sorted({key for attributes, _ in features for key in attributes}):
            layer.CreateField(ogr.FieldDefn(key, ogr.OFTString))
        for attributes, wkt in features:
            feature = ogr.Feature(layer.GetLayerDefn())
            for key, value in attributes.items():
                feature.SetField(key, value)
            feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
            layer.CreateFeature(feature)


def wkt_line(points):
    return "LINESTRING (" + ", ".join(f"{point[0]} {point[1]}" for point in points) + ")"


def kinds_of(*arguments):
    report = json.loads(must(*arguments, "-o", "out.tif", "--json"))
    return sorted((path["kind"], path["name"]) for path in report["paths"]), report


def check_geopackage():
    make_raster("dem.tif", plane(300, 300, 200.0, rise_x=0.05), (WEST, 5.0, 0, NORTH, 0, -5.0))
    road = [[WEST + 100, NORTH - 300], [WEST + 1400, NORTH - 320]]
    rail = [[WEST + 100, NORTH - 900], [WEST + 1400, NORTH - 900]]
    lake = (f"POLYGON (({WEST + 500} {NORTH - 1100}, {WEST + 700} {NORTH - 1100}, {WEST + 700} {NORTH - 1300}, "
            f"{WEST + 500} {NORTH - 1300}, {WEST + 500} {NORTH - 1100}))")
    layers = {"roads": (ogr.wkbLineString, "EPSG:4326", [({"kind": "road", "name": "R", "width": "8"},
                                                          wkt_line(to_degrees(road)))]),
              "rails": (ogr.wkbLineString, "EPSG:32632", [({"kind": "rail", "name": "S"}, wkt_line(rail))]),
              "water": (ogr.wkbPolygon, "EPSG:32632", [({"kind": "lake", "name": "L"}, lake)]),
              "empty": (ogr.wkbLineString, "EPSG:32632", []),
              "points": (ogr.wkbPoint, "EPSG:32632", [({"name": "P"}, f"POINT ({WEST} {NORTH})")])}
    for number in range(20):
        layers[f"more {number}"] = (ogr.wkbLineString, "EPSG:32632", [])
    write_layers("many.gpkg", "GPKG", layers)
    kinds, report = kinds_of("--dem", "dem.tif", "--paths", "many.gpkg")
    check(kinds == [("lake", "L"), ("rail", "S"), ("road", "R")], f"GeoPackage: {kinds}")
    check(report["skipped"] == 1, f"GeoPackage: {report['skipped']} skipped")
    kinds, _ = kinds_of("--dem", "dem.tif", "--paths", "many.gpkg", "--layer", "rails")
    check(kinds == [("rail", "S")], f"--layer: {kinds}")
    must_fail('did you mean "rails"?', "--dem", "dem.tif", "--paths", "many.gpkg", "--layer", "rials", "-o", "no.tif")
    must_fail("it holds no features", "--dem", "dem.tif", "--paths", "many.gpkg", "--layer", "empty", "-o", "no.tif")

    write_layers("shape", "ESRI Shapefile", {"lines": (ogr.wkbLineString, "EPSG:32632",
                                                       [({"art": "canal", "NAME": "C"}, wkt_line(road))])})
    kinds, _ = kinds_of("--dem", "dem.tif", "--paths", "shape/lines.shp", "--kind-field", "art")
    check(kinds == [("river", "C")], f"Shapefile: {kinds}")
    kinds, _ = kinds_of("--dem", "dem.tif", "--paths", "shape/lines.shp", "--paths", "many.gpkg")
    check(len(kinds) == 4, f"two files: {kinds}")
    must_fail('its art is "raod", did you mean "road"?', "--dem", "dem.tif", "--paths",
              make_lines("typo.geojson", [({"art": "raod"}, "LineString", to_degrees(road))]), "--kind-field", "art",
              "-o", "no.tif")


OSM_WAYS = [
    ({"highway": "primary", "name": "Hauptstraße", "lanes": "2"}, [(0.1, 0.2), (0.9, 0.25)]),
    ({"highway": "track", "name": "Feldweg"}, [(0.1, 0.4), (0.9, 0.45)]),
    ({"railway": "rail", "name": "Bahn"}, [(0.1, 0.6), (0.9, 0.6)]),
    ({"waterway": "stream", "name": "Bach"}, [(0.5, 0.05), (0.5, 0.95)]),
    ({"highway": "secondary", "tunnel": "yes", "name": "Tunnel"}, [(0.1, 0.8), (0.9, 0.8)]),
    ({"natural": "water", "name": "See"}, [(0.6, 0.7), (0.8, 0.7), (0.8, 0.9), (0.6, 0.9), (0.6, 0.7)]),
    ({"building": "yes"}, [(0.2, 0.7), (0.3, 0.7), (0.3, 0.8), (0.2, 0.7)]),
]
OSM_KINDS = [("lake", "See"), ("rail", "Bahn"), ("road", "Hauptstraße"), ("stream", "Bach"), ("track", "Feldweg")]


def osm_points(shares):
    return to_degrees([[WEST + 1500 * x, NORTH - 1500 * y] for x, y in shares])


def write_osm(path):
    nodes, ways, number = [], [], 0
    for index, (tags, shares) in enumerate(OSM_WAYS):
        references, known = [], {}
        for share, (lon, lat) in zip(shares, osm_points(shares)):
            if share not in known:
                number += 1
                known[share] = number
                nodes.append(f'<node id="{number}" lat="{lat:.9f}" lon="{lon:.9f}" version="1"/>')
            references.append(f'<nd ref="{known[share]}"/>')
        text = "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())
        ways.append(f'<way id="{index + 1}" version="1">{"".join(references)}{text}</way>')
    with open(path, "w", encoding="utf-8") as stream:
        stream.write('<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">' + "".join(nodes + ways) + "</osm>")


def check_openstreetmap():
    features = []
    for tags, shares in OSM_WAYS:
        points = osm_points(shares)
        is_area = "natural" in tags or "building" in tags
        features.append((tags, "Polygon" if is_area else "LineString", [points] if is_area else points))
    make_lines("tags.geojson", features)
    kinds, report = kinds_of("--dem", "dem.tif", "--paths", "tags.geojson")
    check(kinds == OSM_KINDS, f"tags: {kinds}")
    check(report["skipped"] == 2, f"tags: {report['skipped']} skipped")
    kinds, _ = kinds_of("--dem", "dem.tif", "--paths", "tags.geojson", "--kind-field", "highway")
    check(kinds == [("road", "Hauptstraße"), ("track", "Feldweg")], f"--kind-field highway: {kinds}")
    if gdal.GetDriverByName("OSM"):
        write_osm("map.osm")
        kinds, _ = kinds_of("--dem", "dem.tif", "--paths", "map.osm")
        check(kinds == OSM_KINDS, f".osm: {kinds}")
    else:
        print("NOTE: this GDAL has no OSM driver; .osm files are not tested")


def check_report():
    text = must("--dem", "dem.tif", "--paths", "tags.geojson", "-o", "out.tif", "--report", "r.json", "--mesh", "m.glb",
                "--picture", "p.png", "--displacement", "d.tif", "--mode", "spline", "--grade", 0.05, "--bank", 0)
    check("Hauptstraße" in text and "total" in text and "balance" in text, f"table: {text}")
    report = report_of("r.json")
    keys = {"kind", "name", "length_m", "cut_m3", "fill_m3", "balance_m3", "steepest_grade", "grade_met", "bridges",
            "deviation_m"}
    for path in report["paths"]:
        check(keys <= set(path), f"report lacks {keys - set(path)}")
        check(abs(path["balance_m3"] - (path["cut_m3"] - path["fill_m3"])) < 1e-6, "balance")
        if path["kind"] in ("road", "track", "rail") and path["grade_met"]:
            check(path["steepest_grade"] <= 0.05 + 1e-6, f"{path['name']}: {path['steepest_grade']}")
    for key in ("cut_m3", "fill_m3", "length_m"):
        check(abs(sum(path[key] for path in report["paths"]) - report["total"][key]) < 1e-3, f"sum of {key}")
    check(report["crossings"] and all("bridge" in it for it in report["crossings"]), "crossings are missing")
    with open("m.glb", "rb") as stream:
        check(stream.read(4) == b"glTF", "the mesh is no GLB")
    with open("p.png", "rb") as stream:
        check(stream.read(4) == b"\x89PNG", "the picture is no PNG")
    check(must("--dem", "dem.tif", "--paths", "tags.geojson", "-o", "out.tif", "--quiet") == "", "--quiet prints")
    one = must("--dem", "dem.tif", "--paths", "tags.geojson", "-o", "one.tif", "--threads", 1, "--isa", "scalar")
    check(one and open("one.tif", "rb").read() == open("out.tif", "rb").read(), "threads or ISA change the file")


# ---------------------------------------------------------------------------------------------------------
# Bad input

def check_bad_rasters():
    good = make_lines("good.geojson", [({}, "LineString", to_degrees([[WEST + 100, NORTH - 300],
                                                                     [WEST + 1400, NORTH - 320]]))])
    rest = ("--paths", good, "-o", "no.tif")
    must_fail("No such file", "--dem", "missing.tif", *rest)
    make_raster("rotated.tif", plane(50, 50), (WEST, 5.0, 1.0, NORTH, 1.0, -5.0))
    must_fail("rotated", "--dem", "rotated.tif", *rest)
    make_raster("south.tif", plane(50, 50), (WEST, 5.0, 0, NORTH - 250, 0, 5.0))
    must_fail("south to north", "--dem", "south.tif", *rest)
    make_raster("void.tif", np.full((50, 50), VOID, np.float32), (WEST, 5.0, 0, NORTH, 0, -5.0), no_data=VOID)
    must_fail("void", "--dem", "void.tif", *rest)
    make_raster("bands.tif", plane(50, 50), (WEST, 5.0, 0, NORTH, 0, -5.0), bands=3)
    must_fail("it has 3 bands", "--dem", "bands.tif", *rest)
    make_raster("nowhere.tif", plane(300, 300), (WEST, 5.0, 0, NORTH, 0, -5.0), definition=None)
    must_fail('nowhere.tif has no coordinate system, but good.geojson is in "WGS 84"', "--dem", "nowhere.tif", *rest)
    with open("text.tif", "w", encoding="utf-8") as stream:
        stream.write("no raster")
    must_fail("not a raster", "--dem", "text.tif", *rest)
    must_fail("MiB", "--dem", "dem.tif", *rest, "--memory", 1)


def check_bad_lines():
    inside = [[WEST + 100, NORTH - 300], [WEST + 1400, NORTH - 320]]
    rest = ("--dem", "dem.tif", "-o", "no.tif", "--report", "no.json", "--picture", "no.png", "--paths")
    must_fail("No such file", *rest, "missing.geojson")
    for name, text, part in (("empty.geojson", "", "the file is empty"), ("broken.geojson", '{"type":"Feat', "GDAL"),
                             ("none.geojson", '{"type":"FeatureCollection","features":[]}', "it holds no features"),
                             ("plain.csv", 'id,WKT\n1,"LINESTRING(1 1,2 2)"\n', "has no coordinate system")):
        with open(name, "w", encoding="utf-8") as stream:
            stream.write(text)
        must_fail(part, *rest, name)
    must_fail("lie outside of dem.tif", *rest, make_lines("far.geojson", [({}, "LineString", [[100, 40], [100.1, 40]])]))
    must_fail("but the file says degrees", *rest, make_lines("metres2.geojson", [({}, "LineString", inside)]))
    must_fail("none of its 1 lines and polygons is a path", *rest,
              make_lines("house.geojson", [({"building": "yes"}, "LineString", to_degrees(inside))]))
    must_fail("is a line or a polygon", *rest, make_lines("point.geojson", [({}, "Point", to_degrees(inside)[0])]))
    must_fail("which is no number", *rest,
              make_lines("wide.geojson", [({"width": "wide"}, "LineString", to_degrees(inside))]))
    must_fail('its kind is "raod", did you mean "road"?', *rest,
              make_lines("slip.geojson", [({"kind": "raod"}, "LineString", to_degrees(inside))]))
    must_fail('no line or polygon has "nosuch"', *rest, "good.geojson", "--kind-field", "nosuch")
    write_layers("nan.gpkg", "GPKG", {"roads": (ogr.wkbLineString, "EPSG:32632", [])})
    dataset = ogr.Open("nan.gpkg", 1)
    feature = ogr.Feature(dataset.GetLayer(0).GetLayerDefn())
    line = ogr.Geometry(ogr.wkbLineString)
    for x, y in (inside[0], [float("nan"), NORTH - 310], inside[1]):
        line.AddPoint_2D(x, y)
    feature.SetGeometry(line)
    dataset.GetLayer(0).CreateFeature(feature)
    del feature, dataset
    must_fail("not a number", *rest, "nan.gpkg")
    with open("huge.csv", "w", encoding="utf-8") as stream:
        stream.write("id,WKT\n1,\"LINESTRING(" + ",".join(f"{i} {i % 5}" for i in range(200000)) + ')"\n')
    subprocess.run(["ogr2ogr", "-a_srs", "EPSG:32632", "huge.gpkg", "huge.csv"], check=True, capture_output=True)
    must_fail("too many", *rest, "huge.gpkg", "--memory", 4)


def check_bad_usage():
    good = ("--paths", "good.geojson")
    must_fail("--dem <file> is missing", *good, "-o", "no.tif", code=USAGE)
    must_fail("--paths <file> is missing", "--dem", "dem.tif", "-o", "no.tif", code=USAGE)
    must_fail("-o <file.tif> is missing", "--dem", "dem.tif", *good, code=USAGE)
    must_fail("never written over", "--dem", "dem.tif", *good, "-o", "dem.tif", code=USAGE)
    must_fail("never written over", "--dem", "dem.tif", *good, "-o", "./dem.tif", code=USAGE)
    must_fail("never written over", "--dem", "dem.tif", *good, "-o", "good.geojson", code=USAGE)
    must_fail("are both", "--dem", "dem.tif", *good, "-o", "x.tif", "--report", "x.tif", code=USAGE)
    must_fail("are both", "--dem", "dem.tif", *good, "-o", "x.tif", "--report", "./x.tif", code=USAGE)
    must_fail("did you mean 'road'?", "--dem", "dem.tif", *good, "-o", "x.tif", "--kind", "raod", code=USAGE)
    must_fail("--width", "--dem", "dem.tif", *good, "-o", "x.tif", "--width", "nan", code=USAGE)
    must_fail("cannot be written: its folder does not exist", "--dem", "dem.tif", *good, "-o", "no/such/x.tif")
    must_fail("cannot be written", "--dem", "dem.tif", *good, "-o", "x.tif", "--mesh", "no/such/m.glb")
    must_fail("a directory", "--dem", "dem.tif", *good, "-o", "shape")


def check_paths_at_the_edge():
    """Lines that leave the raster, one vertex, doubled vertices, a line back over itself, a hundred thousand vertices."""
    x, y = WEST + 700, NORTH - 700
    leaving = [({}, "LineString", to_degrees([[WEST - 5000, NORTH - 700], [WEST + 9000, NORTH - 900]]))]
    must("--dem", "dem.tif", "--paths", make_lines("leaving.geojson", leaving), "-o", "out.tif")
    check_same_place("dem.tif", "out.tif")
    wide = make_lines("wide.geojson", [({}, "LineString", to_degrees([[WEST - 3000, NORTH - 900],
                                                                      [WEST - 3000, NORTH - 100]]))])
    must("--dem", "dem.tif", "--paths", wide, "-o", "out.tif", "--width", 5000, "--smooth", 1000)
    check(not np.array_equal(read("dem.tif"), read("out.tif")), "a wide road beside the raster does not reach it")
    doubled = [({}, "LineString", to_degrees([[x, y], [x, y], [x + 200, y], [x + 200, y], [x, y + 10]])),
               ({}, "LineString", to_degrees([[x, y], [x, y]]))]
    kinds, report = kinds_of("--dem", "dem.tif", "--paths", make_lines("doubled.geojson", doubled))
    check(len(kinds) == 1 and report["skipped"] == 1, f"doubled: {kinds}, {report['skipped']}")
    angle = np.linspace(0, 60 * np.pi, 100000)
    spiral = np.stack([WEST + 750 + 10 * angle * 0.3 * np.cos(angle), NORTH - 750 + 10 * angle * 0.3 * np.sin(angle)], 1)
    make_lines("long.geojson", [({}, "LineString", spiral.tolist())], "EPSG:32632")
    must("--dem", "dem.tif", "--paths", "long.geojson", "-o", "out.tif", "--width", 2, "--smooth", 2, "--quiet")
    check(np.isfinite(read("out.tif")).all(), "spiral: not finite")


def check_outputs():
    """A link stays a link to the file that is replaced, which keeps its permissions."""
    with open("old.tif", "w", encoding="utf-8") as stream:
        stream.write("old")
    os.chmod("old.tif", 0o640)
    os.symlink("old.tif", "link.tif")
    must("--dem", "dem.tif", "--paths", "good.geojson", "-o", "link.tif", "--quiet")
    check(os.path.islink("link.tif"), "the link was replaced by a file")
    check(os.stat("old.tif").st_mode & 0o777 == 0o640, "the permissions were not kept")
    check_same_place("dem.tif", "old.tif")
    must_fail("never written over", "--dem", "old.tif", "--paths", "good.geojson", "-o", "link.tif", code=USAGE)


def main():
    folder = tempfile.mkdtemp(prefix="terrane-carve-")
    try:
        with contextlib.chdir(folder) if hasattr(contextlib, "chdir") else contextlib.nullcontext(os.chdir(folder)):
            check_prism()
            check_projections()
            check_units_and_voids()
            check_no_system()
            check_geopackage()
            check_openstreetmap()
            check_report()
            check_bad_rasters()
            check_bad_lines()
            check_bad_usage()
            check_paths_at_the_edge()
            check_outputs()
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
