#!/usr/bin/env python3
"""check_noise.py <terrane> <source folder>: every option of `terrane noise`, bad input, the same bytes everywhere."""
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

DONE, FAILED, USAGE = 0, 1, 2

GRAPH = "nodes:\n  a: {type: gradient, frequency: 0.02}\n"
BROKEN = "nodes:\n  a: {type: gradient, frequency: 0.02}\n  b: {type: gradeint}\n"
UNCLOSED = "nodes:\n  a: {type: gradient\n"

# Wrong uses: what stderr must hold.
WRONG = [
    ([], "say what to show: a graph file, --type or --sheet"),
    (["-o", "x.png"], "say what to show"),
    (["--type", "gradient"], "-o <file.png> is missing"),
    (["good.yaml"], "-o <file.png> is missing"),
    (["--sheet"], "-o <file.png> is missing"),
    (["good.yaml", "--type", "gradient", "-o", "x.png"], "only one of a graph file, --type and --sheet"),
    (["good.yaml", "--sheet", "-o", "x.png"], "only one of a graph file, --type and --sheet"),
    (["--sheet", "--type", "value", "-o", "x.png"], "only one of a graph file, --type and --sheet"),
    (["good.yaml", "good.yaml", "-o", "x.png"], "unexpected argument 'good.yaml'"),
    (["good.yaml", "--frequency", "0.1", "-o", "x.png"], "--frequency goes with --type, not with a graph file"),
    (["--sheet", "--salt", "1", "-o", "x.png"], "--salt goes with --type, not with --sheet"),
    (["--sheet", "--at", "1,1", "-o", "x.png"], "--at has no meaning with --sheet"),
    (["--sheet", "--size", "50,240", "-o", "x.png"], "allowed is 100 to 1024"),
    (["--sheet", "--size", "240,2000", "-o", "x.png"], "allowed is 100 to 1024"),
]

# Wrong values of options beside `--type gradient -o x.png`.
WRONG_VALUES = [
    (["--type", "perlin"], "--type is 'perlin'; allowed is value, gradient, simplex or cellular"),
    (["--type", "warp"], "--type is 'warp'"),
    (["--size", "0,5"], "--size is '0,5'"),
    (["--size", "5,0"], "--size is '5,0'"),
    (["--size", "-5,5"], "--size is '-5,5'"),
    (["--size", "16385,1"], "--size is '16385,1'"),
    (["--size", "99999999999999999999,1"], "from 1 to 16384"),
    (["--size", "16384,16384"], "together at most 67108864 pixels"),
    (["--size", "5"], "--size is '5'"),
    (["--size", "5,5,5"], "--size is '5,5,5'"),
    (["--size", "nan,5"], "--size is 'nan,5'"),
    (["--step", "0"], "--step is '0'"),
    (["--step", "-1"], "--step is '-1'"),
    (["--step", "2147483649"], "--step is '2147483649'"),
    (["--dims", "0"], "--dims is '0'"),
    (["--dims", "4"], "--dims is '4'"),
    (["--at", "1"], "--at is '1'"),
    (["--at", "1,2,3"], "--at has a z, which needs --dims 3"),
    (["--at", "9223372036854775808,0"], "--at is '9223372036854775808,0'"),
    (["--at", "9223372036854775800,0"], "beyond the largest 64-bit position"),
    (["--at", "0,9223372036854775000", "--step", "1000"], "beyond the largest 64-bit position"),
    (["--at", "1.5,2"], "--at is '1.5,2'"),
    (["--style", "pink"], "--style is 'pink'; allowed is grey, heat, terrain or relief"),
    (["--scale", "log"], "--scale is 'log'; allowed is auto or range"),
    (["--bits", "12"], "--bits is 12; allowed is 8 or 16"),
    (["--bits", "32"], "--bits is '32'"),
    (["--bits", "16", "--style", "heat"], "--bits 16 is for --style grey only"),
    (["--height", "50"], "--height is for --style relief only"),
    (["--height", "nan", "--style", "relief"], "--height is 'nan'"),
    (["--height", "-1", "--style", "relief"], "--height is '-1'"),
    (["--height", "inf", "--style", "relief"], "--height is 'inf'"),
    (["--frequency", "0"], "--frequency: 'frequency' is 0; allowed is"),
    (["--frequency", "-1"], "'frequency' is -1"),
    (["--frequency", "nan"], "a finite number is expected"),
    (["--frequency", "inf"], "a finite number is expected"),
    (["--frequency", "1e30"], "'frequency' is 1e+30"),
    (["--frequency", "fast"], "a number is expected"),
    (["--frequency", ""], "--frequency is ''"),
    (["--fractal", "fbn"], "did you mean 'fbm'?"),
    (["--fractal", "fbm", "--octaves", "0"], "'octaves' is 0; allowed is 1 to 24"),
    (["--fractal", "fbm", "--octaves", "25"], "'octaves' is 25"),
    (["--fractal", "fbm", "--octaves", "2.5"], "--octaves: 'octaves'"),
    (["--fractal", "fbm", "--gain", "1.5"], "'gain' is 1.5"),
    (["--fractal", "fbm", "--lacunarity", "0.5"], "'lacunarity' is 0.5"),
    (["--fractal", "ridged", "--sharpness", "17"], "'sharpness' is 17"),
    (["--octaves", "3"], "--octaves needs --fractal fbm, billow, ridged or damped"),
    (["--gain", "0.4"], "--gain needs --fractal"),
    (["--interpolation", "linear"], "is not a parameter of gradient"),
    (["--jitter", "0.5"], "is not a parameter of gradient"),
    (["--type", "value", "--interpolation", "cubic"], "nearest, linear, smoothstep, smootherstep"),
    (["--type", "cellular", "--metric", "taxi"], "euclidean, squared, manhattan, chebyshev"),
    (["--type", "cellular", "--result", "f3"], "f1, f2, f2-f1, cell"),
    (["--type", "cellular", "--jitter", "2"], "'jitter' is 2"),
    (["--salt", "99999999999999999999"], "--salt: 'seed'"),
    (["--type", "simplex", "--dims", "1"], "simplex"),
    (["--threads", "0"], "--threads is '0'"),
    (["--isa", "mmx"], "--isa is 'mmx'"),
    (["--region", "0,0,1,1"], "unknown option '--region'"),
    (["--octave", "3"], "did you mean --octaves?"),
]

# Right uses with a right picture to write, that fail.
FAILING = [
    (["missing.yaml", "-o", "x.png"], "missing.yaml"),
    (["folder", "-o", "x.png"], "folder"),
    (["broken.yaml", "-o", "x.png"], "broken.yaml:3:13:"),
    (["unclosed.yaml", "-o", "x.png"], "unclosed.yaml:"),
    (["empty.yaml", "-o", "x.png"], "empty.yaml"),
    (["good.yaml", "-o", "no/such/folder/x.png"], "no/such/folder/x.png"),
    (["good.yaml", "-o", "folder"], "folder"),
    (["--sheet", "--size", "100,100", "-o", "no/such/folder/x.png"], "no/such/folder/x.png"),
    (["--type", "value", "--size", "1024,1024", "--memory", "1", "-o", "x.png"], "budget"),
    (["--type", "value", "--size", "256,256", "--memory", "1", "--style", "relief", "-o", "x.png"], "budget"),
]

# Pictures that must come out: arguments, width, height, channels, bits.
RIGHT = [
    (["good.yaml"], 512, 512, 1, 8),
    (["--type", "value"], 512, 512, 1, 8),
    (["--type", "simplex", "--size", "1,1"], 1, 1, 1, 8),
    (["--type", "gradient", "--size", "16384,1"], 16384, 1, 1, 8),
    (["--type", "gradient", "--size", "30,20", "--style", "heat"], 30, 20, 3, 8),
    (["--type", "gradient", "--size", "30,20", "--style", "terrain", "--scale", "range"], 30, 20, 3, 8),
    (["--type", "gradient", "--size", "30,20", "--style", "relief", "--height", "0"], 30, 20, 3, 8),
    (["--type", "gradient", "--size", "1,1", "--style", "relief", "--height", "1e6"], 1, 1, 3, 8),
    (["--type", "gradient", "--size", "30,20", "--bits", "16"], 30, 20, 1, 16),
    (["--type", "gradient", "--size", "30,20", "--dims", "1", "--style", "relief"], 30, 20, 3, 8),
    (["--type", "gradient", "--size", "30,20", "--dims", "3", "--at", "1,2,-9223372036854775808"], 30, 20, 1, 8),
    (["--type", "value", "--size", "30,20", "--at", "-9223372036854775808,9223372036854775788"], 30, 20, 1, 8),
    (["--type", "value", "--size", "30,20", "--style", "relief", "--at",
      "9223372036854775778,-9223372036854775808"], 30, 20, 3, 8),
    (["--type", "value", "--size", "30,20", "--step", "2147483648", "--style", "relief"], 30, 20, 3, 8),
    (["--type", "value", "--frequency", "0.1", "--interpolation", "nearest", "--size", "9,9"], 9, 9, 1, 8),
    (["--type", "cellular", "--metric", "manhattan", "--result", "f2-f1", "--jitter", "0.5", "--size", "9,9"],
     9, 9, 1, 8),
    (["--type", "simplex", "--fractal", "ridged", "--octaves", "4", "--lacunarity", "2.1", "--gain", "0.4",
      "--sharpness", "3", "--salt", "-7", "--size", "9,9"], 9, 9, 1, 8),
    (["--sheet", "--size", "100,110"], 760, 983, 1, 8),
    (["--sheet", "--size", "100,100", "--style", "heat"], 760, 933, 3, 8),
]

SAME = [
    ["--type", "gradient", "--fractal", "fbm", "--octaves", "5", "--size", "131,77", "--at", "1000000000000,-5"],
    ["--type", "cellular", "--size", "131,77", "--bits", "16"],
    ["{graphs}/relief.yaml", "--style", "relief", "--size", "150,90", "--at", "1000000000000,-1000000000000"],
    ["{graphs}/relief.yaml", "--style", "terrain", "--size", "64,64", "--step", "7"],
    ["--sheet", "--size", "100,100"],
]


def read_png(path):
    """Width, height, channels, bits and the unfiltered rows of a PNG without interlace or palette."""
    data = open(path, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, bits, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
    channels = {0: 1, 2: 3}[color]
    step = channels * bits // 8
    stride, raw = width * step, zlib.decompress(packed)
    rows, above = [], bytearray(stride)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            a = row[x - step] if x >= step else 0
            b, c = above[x], above[x - step] if x >= step else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[x] = (row[x] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
        rows.append(row)
        above = row
    return width, height, channels, bits, rows


class Checker:
    def __init__(self, program, source, folder):
        self.program, self.folder = program, folder
        self.graphs = os.path.join(source, "worlds", "graphs")
        self.checks = self.problems = 0
        for name, text in (("good", GRAPH), ("broken", BROKEN), ("unclosed", UNCLOSED), ("empty", "")):
            with open(os.path.join(folder, name + ".yaml"), "w") as file:
                file.write(text)
        os.mkdir(os.path.join(folder, "folder"))
        self.files = sorted(os.listdir(folder))

    def run(self, arguments):
        words = [word.format(graphs=self.graphs) for word in arguments]
        return subprocess.run([self.program, "noise", *words, "--quiet"], cwd=self.folder, capture_output=True,
                              text=True, timeout=300)

    def expect(self, condition, arguments, message):
        self.checks += 1
        if not condition:
            self.problems += 1
            print(f"terrane noise {' '.join(arguments)}: {message}")

    def refuse(self, arguments, code, part):
        result = self.run(arguments)
        self.expect(result.returncode == code, arguments, f"exit code {result.returncode}: {result.stderr!r}")
        self.expect(part in result.stderr, arguments, f"stderr {result.stderr!r} does not hold {part!r}")
        self.expect(not result.stdout, arguments, f"printed {result.stdout!r}")
        self.expect(sorted(os.listdir(self.folder)) == self.files, arguments, f"left behind: {os.listdir(self.folder)}")

    def paint(self, arguments):
        path = os.path.join(self.folder, "x.png")
        result = self.run([*arguments, "-o", "x.png", "--json"])
        done = result.returncode == DONE and not result.stderr
        self.expect(done, arguments, f"exit code {result.returncode}: {result.stderr!r}")
        if result.returncode != DONE:
            return None, b""
        with open(path, "rb") as file:
            data = file.read()
        return json.loads(result.stdout), data

    def pixels(self, arguments):
        report, _ = self.paint(arguments)
        return report, read_png(os.path.join(self.folder, "x.png"))

    def clean(self):
        if os.path.exists(os.path.join(self.folder, "x.png")):
            os.remove(os.path.join(self.folder, "x.png"))


def check_refusals(checker):
    for arguments, part in WRONG:
        checker.refuse(arguments, USAGE, part)
    for arguments, part in WRONG_VALUES:
        typed = arguments if "--type" in arguments else ["--type", "gradient", *arguments]
        checker.refuse([*typed, "-o", "x.png"], USAGE, part)
    for arguments, part in FAILING:
        checker.refuse(arguments, FAILED, part)


def check_old_file_stays(checker):
    path = os.path.join(checker.folder, "x.png")
    with open(path, "w") as file:
        file.write("old")
    arguments = ["broken.yaml", "-o", "x.png"]
    result = checker.run(arguments)
    checker.expect(result.returncode == FAILED and open(path).read() == "old", arguments, "the old file was touched")
    checker.clean()


def check_pictures(checker):
    for arguments, width, height, channels, bits in RIGHT:
        report, image = checker.pixels(arguments)
        checker.expect(image[:4] == (width, height, channels, bits), arguments, f"the picture has {image[:4]}")
        checker.expect(report["file"] == "x.png" and report["width"] == width, arguments, f"reported {report}")
    checker.clean()


def check_report(checker):
    arguments = ["--type", "simplex", "--size", "200,200"]
    report, _ = checker.paint(arguments)
    ordered = report["range_low"] <= report["min"] < report["mean"] < report["max"] <= report["range_high"]
    checker.expect(ordered, arguments, f"reported {report}")
    checker.clean()


def check_meanings(checker):
    """Options change what they say: places, slices, seeds, scales."""
    base = ["--type", "value", "--frequency", "0.05", "--scale", "range", "--size"]
    rows = checker.pixels([*base, "40,30"])[1][4]
    part = checker.pixels([*base, "20,10", "--at", "7,9"])[1][4]
    checker.expect([row[7:27] for row in rows[9:19]] == part, base, "--at does not move the picture")
    thin = checker.pixels([*base, "13,10", "--step", "3"])[1][4]
    checker.expect([row[0:39:3] for row in rows[0:30:3]] == thin, base, "--step does not skip")
    line = checker.pixels([*base, "40,30", "--dims", "1"])[1][4]
    checker.expect(all(row == line[0] for row in line), base, "--dims 1 has different rows")
    pictures = [rows]
    for extra in (["--seed", "2"], ["--salt", "1"], ["--dims", "3"], ["--dims", "3", "--at", "0,0,3"]):
        pictures.append(checker.pixels([*base, "40,30", *extra])[1][4])
    different = {bytes(b"".join(picture)) for picture in pictures}
    checker.expect(len(different) == len(pictures), base, "two different noises look alike")
    grey = checker.pixels(["--type", "gradient", "--size", "90,90"])[1][4]
    spans = min(map(min, grey)) == 0 and max(map(max, grey)) == 255
    checker.expect(spans, ["--scale", "auto"], "does not span 0 to 255")
    checker.clean()


def check_same_bytes(checker):
    version = subprocess.run([checker.program, "version", "--json"], capture_output=True, text=True)
    isas = json.loads(version.stdout)["isas"]
    for arguments in SAME:
        first = checker.paint([*arguments, "--threads", "1", "--backend", "cpu"])[1]
        for extra in [["--threads", "3"]] + [["--isa", isa, "--threads", "2"] for isa in isas]:
            other = checker.paint([*arguments, "--backend", "cpu", *extra])[1]
            checker.expect(first == other, [*arguments, *extra], "other bytes than with one thread")
    checker.clean()


def main():
    program, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(program, source, folder)
        check_refusals(checker)
        check_old_file_stays(checker)
        check_pictures(checker)
        check_report(checker)
        check_meanings(checker)
        check_same_bytes(checker)
    print(f"{checker.checks} checks, {checker.problems} wrong")
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main())
