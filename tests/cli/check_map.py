#!/usr/bin/env python3
"""check_map.py <terrane>: options of `terrane map`, bad input, the same bytes everywhere."""
import json
import os
import subprocess
import sys
import tempfile

from check_noise import read_png

DONE, FAILED, USAGE = 0, 1, 2

WORLD = "seed: 3\n"

# A river from north to south and a road from west to east, which crosses it as a bridge.
CROSSING = ("terrain: {landform: {land_share: 1}, rivers: {width: 0}}\n"
            "paths:\n"
            "  - {kind: river, line: [[0, -900, 212], [0, 900, 200]]}\n"
            "  - {kind: road, line: [[-900, 0, 225], [900, 0, 225]]}\n")

CITY = ("terrain: {landform: {land_share: 1}}\n"
        "paths:\n"
        "  - {kind: city, area: [[-200, -200], [200, -200], [200, 200], [-200, 200]]}\n")

# Wrong uses beside `world.yaml -o x.png`: what stderr must hold.
WRONG = [
    (["--layer", "hieght"], "did you mean 'height'?"),
    (["--layer", "pink"], "--layer is 'pink'; allowed is relief, height, biome, temperature"),
    (["--colors", "sepia"], "allowed is hypsometric, biome or grey"),
    (["--colors", "grey", "--layer", "biome"], "--colors is for --layer relief only"),
    (["--size", "0,100"], "--size is '0,100'"),
    (["--size", "100,0"], "--size is '100,0'"),
    (["--size", "99999999,99999999"], "from 16 to 32768"),
    (["--size", "32768,32768"], "268435456 together"),
    (["--size", "100"], "--size is '100'"),
    (["--size", "100,100", "--width", "100"], "only one of --size and --width"),
    (["--width", "0"], "--width is '0'"),
    (["--region", "0,0,0,100"], "--region is '0,0,0,100'"),
    (["--region", "100,0,0,100"], "x0 < x1"),
    (["--region", "0,0,100"], "--region is '0,0,100'"),
    (["--region", "-9223372036854775808,0,9223372036854775807,100"], "the world ends at"),
    (["--region", "0,0,1000000,1000000", "--spacing", "1"], "1000000 x 1000000 pixels"),
    (["--region", "0,0,100000,1"], "1000 x 1 pixels"),
    (["--spacing", "0"], "--spacing is '0'"),
    (["--spacing", "nan"], "--spacing is 'nan'"),
    (["--spacing", "0.3", "--size", "100,100"], "multiple of 1/256"),
    (["--contours", "none"], "--contours is 'none'; allowed is auto, off or metres"),
    (["--contours", "-5"], "--contours is '-5'"),
    (["--contours", "nan"], "--contours is 'nan'"),
    (["--graticule", "inf"], "--graticule is 'inf'"),
    (["--legend", "yes"], "allowed is on or off"),
    (["--sun-elevation", "90"], "--sun-elevation is '90'"),
    (["--sun-azimuth", "-1"], "--sun-azimuth is '-1'"),
    (["--exaggeration", "0"], "--exaggeration is '0'"),
    (["--title", ""], "--title is ''"),
    (["--plain", "--title", "x"], "--title has no meaning with --plain"),
    (["--contour", "5"], "did you mean --contours?"),
]

# Right uses that fail.
FAILING = [
    (["missing.yaml", "-o", "x.png"], "missing.yaml"),
    (["folder", "-o", "x.png"], "folder"),
    (["world.yaml", "-o", "no/such/folder/x.png", "--width", "50"], "no/such/folder/x.png"),
    (["world.yaml", "-o", "folder", "--width", "50"], "folder"),
    (["world.yaml", "-o", "x.png", "--size", "16000,16000", "--memory", "1024"], "needs about"),
    (["world.yaml", "-o", "x.png", "--memory", "1"], "--memory allows 1 MiB"),
]

# Maps that must come out: arguments, width and height of the map.
RIGHT = [
    (["--width", "60"], 60, 60),
    (["--size", "80,50"], 80, 50),
    (["--size", "16,16"], 16, 16),
    (["--size", "16,400", "--spacing", "1"], 16, 400),
    (["--size", "400,16", "--spacing", "500"], 400, 16),
    (["--region", "0,0,3200,1600", "--spacing", "32"], 100, 50),
    (["--size", "80,50", "--plain"], 80, 50),
    (["--size", "80,50", "--plain", "--graticule", "500", "--contours", "20"], 80, 50),
    (["--size", "80,50", "--legend", "off", "--shadows", "off"], 80, 50),
    (["--size", "80,50", "--contours", "off", "--graticule", "off"], 80, 50),
    (["--size", "80,50", "--colors", "grey", "--sun-azimuth", "90", "--sun-elevation", "20"], 80, 50),
    (["--size", "80,50", "--colors", "biome"], 80, 50),
    (["--size", "80,50", "--layer", "height"], 80, 50),
    (["--size", "80,50", "--layer", "biome", "--exaggeration", "3"], 80, 50),
    (["--size", "80,50", "--title", "A \u00e9\u20ac \"title\" that is much longer than the map is wide"], 80, 50),
    (["--region", "1000000000000,-1000000000000,1000000010000,-999999990000", "--width", "50"], 50, 50),
    (["--region", "9007199254700000,0,9007199254740000,40000", "--width", "50"], 50, 50),
]

SAME = [
    ["--size", "301,203"],
    ["--size", "120,300", "--colors", "biome", "--contours", "100"],
    ["--size", "90,90", "--layer", "biome", "--spacing", "3"],
]


class Checker:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.checks = self.problems = 0
        worlds = {"world": WORLD, "crossing": CROSSING, "city": CITY,
                  "named_city": CITY.replace("city,", "city, name: Ulm,")}
        for name, text in worlds.items():
            with open(os.path.join(folder, name + ".yaml"), "w") as file:
                file.write(text)
        os.mkdir(os.path.join(folder, "folder"))
        self.files = sorted(os.listdir(folder))

    def run(self, arguments):
        return subprocess.run([self.program, "map", *arguments, "--quiet"], cwd=self.folder, capture_output=True,
                              text=True, timeout=300)

    def expect(self, condition, arguments, message):
        self.checks += 1
        if not condition:
            self.problems += 1
            print(f"terrane map {' '.join(arguments)}: {message}")

    def refuse(self, arguments, code, part):
        result = self.run(arguments)
        self.expect(result.returncode == code, arguments, f"exit code {result.returncode}: {result.stderr!r}")
        self.expect(part in result.stderr, arguments, f"stderr {result.stderr!r} does not hold {part!r}")
        self.expect(not result.stdout, arguments, f"printed {result.stdout!r}")
        self.expect(sorted(os.listdir(self.folder)) == self.files, arguments, f"left behind: {os.listdir(self.folder)}")

    def draw(self, arguments, world="world.yaml"):
        path = os.path.join(self.folder, "x.png")
        if "--backend" not in arguments:
            arguments = [*arguments, "--backend", "cpu"]  # starting GL takes longer than these maps
        result = self.run([world, *arguments, "-o", "x.png", "--json"])
        self.expect(result.returncode == DONE and not result.stderr, arguments,
                    f"exit code {result.returncode}: {result.stderr!r}")
        if result.returncode != DONE:
            return None, b"", None
        with open(path, "rb") as file:
            data = file.read()
        image = read_png(path)
        os.remove(path)
        return json.loads(result.stdout), data, image


def check_refusals(checker):
    checker.refuse([], USAGE, "an argument is missing: terrane map <world.yaml>")
    checker.refuse(["world.yaml"], USAGE, "-o <file.png> is missing")
    checker.refuse(["world.yaml", "world.yaml", "-o", "x.png"], USAGE, "unexpected argument")
    for arguments, part in WRONG:
        checker.refuse(["world.yaml", "-o", "x.png", *arguments], USAGE, part)
    for arguments, part in FAILING:
        checker.refuse(arguments, FAILED, part)


def check_maps(checker):
    for arguments, width, height in RIGHT:
        report, _, image = checker.draw(arguments)
        if not report:
            continue
        checker.expect((report["map_width"], report["map_height"]) == (width, height), arguments, f"reported {report}")
        checker.expect(image[:4] == (report["width"], report["height"], 3, 8), arguments, f"the picture has {image[:4]}")
        spans = (report["region_m"][2] - report["region_m"][0]) == width * report["spacing_m"]
        checker.expect(spans, arguments, f"reported {report}")
        checker.expect(report["min"] <= report["max"], arguments, f"reported {report}")
        if "--plain" in arguments:
            checker.expect((report["width"], report["map_left"]) == (width, 0), arguments, "a frame around a plain map")
        else:
            checker.expect(report["width"] > width and image[4][0][:3] == bytes((250, 248, 242)), arguments, "no paper")


def check_same_place(checker):
    """The framed map has the pixels of the plain one, but for the graticule."""
    arguments = ["--size", "120,90", "--graticule", "off"]
    framed, _, image = checker.draw(arguments)
    _, _, plain = checker.draw([*arguments, "--plain"])
    left, top = framed["map_left"], framed["map_top"]
    rows = [row[left * 3:(left + 120) * 3] for row in image[4][top:top + 90]]
    checker.expect(rows == plain[4], arguments, "the frame changes the map")


def check_options_matter(checker):
    base = ["--size", "120,90"]
    pictures = [checker.draw([*base, *extra])[1] for extra in (
        [], ["--seed", "4"], ["--contours", "300"], ["--graticule", "off"], ["--legend", "off"], ["--shadows", "off"],
        ["--plain"], ["--title", "T"], ["--colors", "grey"], ["--colors", "biome"], ["--sun-azimuth", "45"],
        ["--exaggeration", "9"], ["--layer", "height"])]
    checker.expect(len(set(pictures)) == len(pictures), base, "an option changes nothing")


def check_paths(checker):
    """Near and far, the river is blue and the road grey, also on the bridge; the legend names them."""
    for spacing in (1, 4, 16):
        for look in (["--layer", "biome"], ["--colors", "hypsometric"]):
            arguments = ["--region", f"{-40 * spacing},{-40 * spacing},{40 * spacing},{40 * spacing}", "--spacing",
                         str(spacing), "--contours", "off", "--shadows", "off", "--plain", *look]
            report, data, image = checker.draw(arguments, "crossing.yaml")
            if not report:
                continue
            column, row = (-int(corner / spacing) for corner in report["region_m"][:2])
            red, _, blue = image[4][row + 30][3 * column:3 * column + 3]
            checker.expect(blue > red + 30, arguments, f"the river is {red}, {blue}")
            for x in (column, column + 30):
                pixel = image[4][row][3 * x:3 * x + 3]
                checker.expect(pixel[0] > max(pixel[1:]) + 80, arguments, f"the road is {tuple(pixel)}")
            checker.expect(data == checker.draw([*arguments, "--threads", "3"], "crossing.yaml")[1], arguments,
                           "other bytes with other threads")
    pictures = [checker.draw(["--size", "120,200", "--spacing", "8", "--layer", layer], "crossing.yaml")[1]
                for layer in ("biome", "water_distance", "road_distance", "slope")]
    checker.expect(len(set(pictures)) == 4, ["crossing.yaml"], "layers are alike")


def check_names(checker):
    """The name of a city stands in its middle, and nothing else of the map changes."""
    arguments = ["--region", "-400,-400,400,400", "--size", "200,200", "--plain"]
    plain, named = (checker.draw(arguments, world)[2][4] for world in ("city.yaml", "named_city.yaml"))
    changed = [(x, y) for y in range(200) for x in range(200)
               if plain[y][3 * x:3 * x + 3] != named[y][3 * x:3 * x + 3]]
    checker.expect(len(changed) > 10, arguments, "no name is seen")
    checker.expect(all(70 < x < 130 and 85 < y < 115 for x, y in changed), arguments, "the name changes more of the map")


def check_same_bytes(checker):
    version = subprocess.run([checker.program, "version", "--json"], capture_output=True, text=True)
    isas = json.loads(version.stdout)["isas"]
    for arguments in SAME:
        first = checker.draw([*arguments, "--threads", "1", "--backend", "cpu"])[1]
        others = [["--threads", "3"], ["--memory", "64"]] + [["--isa", isa] for isa in isas]
        for extra in others:
            other = checker.draw([*arguments, "--backend", "cpu", *extra])[1]
            checker.expect(first == other, [*arguments, *extra], "other bytes than with one thread")
        other = checker.draw([*arguments, "--backend", "auto"])[1]
        checker.expect(first == other, [*arguments, "--backend auto"], "other bytes than on the CPU")


def check_old_file_stays(checker):
    path = os.path.join(checker.folder, "x.png")
    with open(path, "w") as file:
        file.write("old")
    arguments = ["missing.yaml", "-o", "x.png"]
    result = checker.run(arguments)
    checker.expect(result.returncode == FAILED and open(path).read() == "old", arguments, "the old file was touched")
    os.remove(path)


def main():
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(os.path.abspath(sys.argv[1]), folder)
        check_refusals(checker)
        check_old_file_stays(checker)
        check_maps(checker)
        check_same_place(checker)
        check_options_matter(checker)
        check_paths(checker)
        check_names(checker)
        check_same_bytes(checker)
    print(f"{checker.checks} checks, {checker.problems} wrong")
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main())
