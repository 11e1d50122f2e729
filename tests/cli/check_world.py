#!/usr/bin/env python3
"""check_world.py <terrane> <source folder> [--gdal] [--write]: `terrane new`, `terrane info`, the templates and docs/world.md.

With --gdal elevation files are tried too (the program must have GDAL).
With --write the table of keys in docs/world.md and the defaults in the comments of the templates are written anew instead.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

DONE, FAILED, USAGE = 0, 1, 2
TEMPLATES = ["island", "valley", "alps", "desert", "archipelago"]
TABLE = re.compile(r"(<!-- keys: .*? -->\n)(.*?)(<!-- end of keys -->)", re.DOTALL)

# Wrong uses: arguments, exit code, what stderr must hold.
REFUSED = [
    (["new"], USAGE, "an argument is missing: terrane new <folder>"),
    (["new", "a", "b"], USAGE, "unexpected argument 'b'"),
    (["new", "a", "--template", "moon"], USAGE, "--template is 'moon'; allowed is island, valley, alps, desert"),
    (["new", "a", "--tempalte", "alps"], USAGE, "did you mean --template?"),
    (["new", "a", "--template", "dem"], USAGE, "--template dem needs --dem <file>"),
    (["new", "a", "--dem", "x.tif"], USAGE, "--dem goes with --template dem, not with island"),
    (["new", "a", "--seed", ""], USAGE, "--seed is ''"),
    (["new", "a", "--seed", "x" * 201], USAGE, "--seed has 201 bytes; allowed are 200"),
    (["new", "a", "--seed", "two\nlines"], FAILED, "holds a control character"),
    (["new", "no/such/folder"], FAILED, "no/such/folder: cannot be made: No such file or directory"),
    (["new", "taken"], FAILED, "taken/world.yaml exists already; --force replaces it"),
    (["new", "file"], FAILED, "file: cannot be made: File exists"),
    (["new", ""], FAILED, "cannot be made"),
    (["new", "a" * 5000], FAILED, "the path is too long"),
    (["new", "a", "--template", "dem", "--dem", "nowhere.tif"], FAILED, "nowhere.tif: cannot be opened"),
    (["info"], USAGE, "say which world"),
    (["info", "a.yaml", "b.yaml"], USAGE, "unexpected argument 'b.yaml'"),
    (["info", "--kyes"], USAGE, "did you mean --keys?"),
    (["info", "nowhere.yaml"], FAILED, "nowhere.yaml"),
    (["info", "taken"], FAILED, "taken"),
    (["info", "bad.yaml"], FAILED, "bad.yaml:2:3: 'erosoin' is not a key here; did you mean 'erosion'?"),
    (["info", "bad_paths.yaml"], FAILED, "bad_paths.yaml:2:12: 'raod' is not allowed for 'kind'; did you mean 'road'?"),
    (["info", "bad_sets.yaml"], FAILED, "bad_sets.yaml:1:24: 'tres' is not allowed for 'standard'; did you mean 'trees'?"),
    (["info", "bad_set.yaml"], FAILED, "set.yaml:1:1: 'nodes' is missing: a set needs to know what stands where"),
    (["info", "empty.yaml"], FAILED, "empty.yaml:1:1: nothing is described here"),
    (["info", "missing.yaml"], FAILED, "missing.yaml:1:29: 'file' is 'a.tif', but there is no such file"),
]

FILES = {
    "bad.yaml": "terrain:\n  erosoin: {}\n",
    "empty.yaml": "",
    "missing.yaml": "terrain: {elevation: {file: a.tif}}\n",
    "file": "a file",
    "taken/world.yaml": "name: old\n",
    "graph.yaml": "terrain: {graph: {nodes: {a: {type: gradient, frequency: 0.001}}}}\n",
    "huge.yaml": "extent: [-1e12, -1e12, 1e12, 1e12]\n",
    "tiny.yaml": "extent: [5, 5, 6, 6]\n",
    "paths.yaml": "terrain: {landform: {land_share: 1}, rivers: {width: 0}}\nextent: {width: 2 km, depth: 2 km}\npaths:\n"
                  "  - {kind: river, line: [[0, -600, 210], [0, 600, 200]]}\n"
                  "  - {kind: road, line: [[-600, 0, 220], [600, 0, 220]]}\n",
    "sets.yaml": "placement: [{standard: trees, density: 50 %, name: wood}, {nodes: [{layer: {model: rock, name: stone}}]}]\n",
    "bad_sets.yaml": "placement: [{standard: tres}]\n",
    "bad_set.yaml": "placement: [{file: set.yaml}]\n",
    "set.yaml": "footprint: 3 m\n",
    "bad_paths.yaml": "paths:\n  - {kind: raod, line: [[0, 0], [9, 9]]}\n",
}


class Checker:
    def __init__(self, program, source, folder):
        self.program, self.source, self.folder = program, source, folder
        self.checks = self.problems = 0
        for name, text in FILES.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def run(self, arguments):
        return subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300)

    def expect(self, good, what, problem):
        self.checks += 1
        if not good:
            self.problems += 1
            print(f"{str(what)[:200]}: {problem[:1000]}")

    def must(self, arguments):
        result = self.run(arguments)
        self.expect(result.returncode == DONE and not result.stderr, arguments,
                    f"exit code {result.returncode}, {result.stderr!r}")
        return result.stdout

    def info(self, path):
        return json.loads(self.must(["info", path, "--json"]) or "{}")

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def check_refusals(checker):
    before = sorted(os.listdir(checker.folder))
    for arguments, code, part in REFUSED:
        result = checker.run(arguments)
        checker.expect(result.returncode == code, arguments, f"exit code {result.returncode}: {result.stderr!r}")
        checker.expect(part in result.stderr, arguments, f"stderr {result.stderr!r} does not hold {part!r}")
        checker.expect(not result.stdout, arguments, f"printed {result.stdout!r}")
    checker.expect(sorted(os.listdir(checker.folder)) == before, "refusals", f"left {os.listdir(checker.folder)}")
    checker.expect(checker.read("taken/world.yaml") == "name: old\n", "refusals", "the old world was touched")


def check_new(checker):
    out = checker.must(["new", "plain"])
    checker.expect("terrane map plain/world.yaml -o plain/map.png" in out, "new", f"printed {out!r}")
    template = open(os.path.join(checker.source, "worlds/templates/island.yaml"), encoding="utf-8").read()
    checker.expect(checker.read("plain/world.yaml") == template, "new", "is not the template")
    checker.expect(os.listdir(os.path.join(checker.folder, "plain")) == ["world.yaml"], "new", "left other files")
    checker.expect(checker.must(["new", "calm", "-q", "-t", "alps"]) == "", "new -q", "printed something")
    checker.must(["new", "taken", "--force", "-t", "desert"])
    checker.expect("name: Desert" in checker.read("taken/world.yaml"), "new --force", "did not replace")
    # A seed in the file means the same as on the command line.
    for number, seed in enumerate(["77", "-5", "0xff", "it's green # not blue", "yes: no", "\u00fcber 'all'", "\"x\"", "- a"]):
        folder = f"seed{number}"
        checker.must(["new", folder, "--seed", seed])
        written = checker.info(f"{folder}/world.yaml")["seed"]
        given = json.loads(checker.must(["info", "plain/world.yaml", "--json", f"--seed={seed}"]))["seed"]
        checker.expect(written == given, ["new", "--seed", seed], f"the file has {written}, not {given}")


# Four by four pixels of ten metres, in UTM zone 32.
RASTER = "ncols 4\nnrows 4\nxllcorner 500000\nyllcorner 5200000\ncellsize 10\n" + "500 510 520 530\n" * 4
SYSTEM = ('PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,'
          '298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],'
          'PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],'
          'PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]\n')


def check_elevation(checker):
    os.makedirs(os.path.join(checker.folder, "maps", "it's deep"))
    checker.write("maps/it's deep/hill.asc", RASTER)
    checker.write("maps/it's deep/hill.prj", SYSTEM)
    for folder, path in (("real", "../maps/it's deep/hill.asc"), ("maps/real", "../it's deep/hill.asc"),
                         ("maps", "it's deep/hill.asc"), ("maps/it's deep", "hill.asc")):
        checker.must(["new", folder, "--template", "dem", "--dem", "maps/it's deep/hill.asc"])
        quoted = "'" + path.replace("'", "''") + "'"
        checker.expect(f"    file: {quoted}  #" in checker.read(f"{folder}/world.yaml"), folder, "another path")
        facts = checker.info(f"{folder}/world.yaml")
        terrain = facts["terrain"]
        checker.expect(terrain["source"] == "elevation" and terrain["file"] == f"{folder}/{path}", folder, str(terrain))
        checker.expect(terrain["file_bytes"] == len(RASTER), folder, str(terrain))
    hashes = {checker.info(f"{folder}/world.yaml")["hash"] for folder in ("real", "maps/real", "maps")}
    checker.expect(len(hashes) == 1, "elevation", "the hash depends on the path")
    checker.write("maps/it's deep/hill.asc", RASTER.replace("510", "511"))
    checker.expect(checker.info("real/world.yaml")["hash"] not in hashes, "elevation", "the hash does not see the bytes")


def uncomment(text, names):
    """The template with the defaults in its comments written out."""
    return re.sub(r"^( *)# ( *)(\w+):(?= |$)", lambda m: m[1] + m[2] + m[3] + ":" if m[3] in names else m[0], text,
                  flags=re.MULTILINE)


# A line of a template: a key, perhaps behind the # of a comment.
LINE = re.compile(r"^(?P<indent> *)(?P<comment># )?(?P<inner> *)(?P<key>\w+):(?P<rest>.*)$")
QUANTITY = re.compile(r"^([-+.\deE]+) ?(\S*)$")
FACTORS = {"km": 1000, "cm": 0.01, "%": 0.01}


def corrected(value, key):
    """`value` as a template writes it, or the default of `key` in the same unit where it is another one."""
    quantity = QUANTITY.match(value)
    if not quantity or key["form"] not in ("number", "integer"):
        return value
    factor, default = FACTORS.get(quantity[2], 1), float(key["default"])
    if abs(float(quantity[1]) * factor - default) <= 1e-9 * abs(default):
        return value
    return f"{default / factor:.10g} {quantity[2]}".strip()


def corrected_pair(match, path, keys):
    key = keys.get(f"{path}.{match[1]}")
    return f"{match[1]}: {corrected(match[2], key) if key else match[2]}"


def with_true_defaults(text, keys):
    """A template whose comments name the defaults that the program has."""
    open_keys, lines = [], []
    for line in text.splitlines(keepends=True):
        match = LINE.match(line)
        if match:
            column = len(match["indent"]) + len(match["inner"])
            open_keys = [item for item in open_keys if item[0] < column] + [(column, match["key"])]
            path = ".".join(item[1] for item in open_keys)
            value = match["rest"].split("#")[0].strip()
            if not match["comment"] or not value:
                fresh = value
            elif path in keys:
                fresh = corrected(value, keys[path])
            else:
                fresh = re.sub(r"(\w+): ([^,}]+)", lambda m: corrected_pair(m, path, keys), value)
            if fresh != value:
                line = line.replace(value.ljust(len(fresh)), fresh.ljust(len(value)), 1)
        lines.append(line)
    return "".join(lines)


def write_templates(checker):
    keys = {key["key"]: key for key in json.loads(checker.must(["info", "--keys", "--json"]))}
    for name in [*TEMPLATES, "dem"]:
        path = os.path.join(checker.source, "worlds", "templates", name + ".yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(with_true_defaults(text, keys))


def with_paths(text):
    """The template with the paths in its comments."""
    return re.sub(r"^# (paths:|  - )", r"\1", text, flags=re.MULTILINE)


def check_template_paths(checker, name, facts):
    checker.write(f"{name}/paths.yaml", with_paths(checker.read(f"{name}/world.yaml")))
    carved = checker.info(f"{name}/paths.yaml")
    checker.expect(carved["paths"].get("track", {}).get("count") == 1, name, f"its paths are {carved['paths']}")
    checker.expect(carved["hash"] != facts["hash"] and facts["paths"] == {}, name, "paths do not change the hash")


def check_templates(checker):
    keys = json.loads(checker.must(["info", "--keys", "--json"]))
    names = {part for key in keys if not key["key"].startswith(("paths", "placement")) for part in key["key"].split(".")}
    wanted = [key["key"] for key in keys if key["key"].startswith(("terrain.", "climate."))
              and not key["key"].startswith(("terrain.elevation", "terrain.graph"))]
    for name in TEMPLATES:
        checker.must(["new", name, "--template", name])
        facts = checker.info(f"{name}/world.yaml")
        whole = uncomment(checker.read(f"{name}/world.yaml"), names)
        checker.write(f"{name}/whole.yaml", whole)
        written_out = checker.info(f"{name}/whole.yaml")
        changed = [key["key"] for key in written_out["keys"] if key["changed"]]
        expected = [key["key"] for key in facts["keys"] if key["changed"]]
        checker.expect(facts["hash"] == written_out["hash"], name,
                       f"a comment names a wrong default: {sorted(set(changed) - set(expected))}; "
                       "run tests/cli/check_world.py <terrane> . --write")
        check_template_paths(checker, name, facts)
        for key in wanted:
            if key.startswith("terrain.landform.") and facts["terrain"]["source"] == "graph":
                continue
            checker.expect(re.search(rf"\b{key.split('.')[-1]}:", whole), name, f"does not mention {key}")


def check_info(checker):
    text = checker.must(["info", "plain/world.yaml"])
    for part in ("Island (plain/world.yaml)", "10000 x 10000 m", "graph", "hash", "heights", "biomes", "memory",
                 " * terrain.erosion.size"):
        checker.expect(part in text, "info", f"does not hold {part!r}")
    checker.expect("terrain.landform.ruggedness" not in text, "info", "lists a key with its default")
    text = checker.must(["info", "plain/world.yaml", "--keys"])
    checker.expect(re.search(r"^   terrain\.landform\.ruggedness +0\.5$", text, re.MULTILINE), "info --keys",
                   "leaves out a default")
    facts = checker.info("plain/world.yaml")
    checker.expect(facts["home"] == {"x0": -5000, "z0": -5000, "x1": 5000, "z1": 5000}, "info", str(facts["home"]))
    checker.expect(facts["height_low_m"] < facts["height_mean_m"] < facts["height_high_m"], "info", "heights")
    checker.expect(abs(sum(facts["biomes"].values()) - 1) < 1e-9, "info", "the shares are not 1 together")
    checker.expect(0 <= facts["land_share"] <= 1 and -100 < facts["temperature_mean_degC"] < 60, "info", "shares")
    checker.expect(checker.info("graph.yaml")["terrain"] == {"source": "graph", "graph": "inline"}, "info", "graph")
    checker.expect(checker.info("tiny.yaml")["samples"] >= 1, "info", "a tiny world")
    checker.expect(checker.info("huge.yaml")["spacing_m"] == 2**23, "info", "a huge world")
    again = [checker.info("plain/world.yaml")["hash"] for _ in range(2)]
    checker.expect(again[0] == again[1] == facts["hash"], "info", "the hash changes")
    other = json.loads(checker.must(["info", "plain/world.yaml", "--json", "--seed", "8"]))
    checker.expect(other["hash"] != facts["hash"] and other["seed"] == "8", "info --seed", "nothing changed")
    for threads in ("1", "3"):
        one = json.loads(checker.must(["info", "plain/world.yaml", "--json", "--threads", threads]))
        same = all(one[key] == facts[key] for key in facts if key != "memory")
        checker.expect(same, "info --threads", "other facts")


def check_sets(checker):
    sets = checker.info("sets.yaml")["placement"]
    checker.expect([one["name"] for one in sets] == ["wood", ""] and sets[0]["density"] == 0.5, "sets", str(sets))
    checker.expect(len(sets[0]["layers"]) > 1 and sets[1]["layers"][0]["model"] == "rock", "sets", str(sets))
    checker.expect(checker.info("paths.yaml")["placement"] == [], "sets", "a world without placement has sets")
    text = checker.must(["info", "sets.yaml"])
    for part in ("placement       wood: dart, ", "density 50 %", "  stone\n", " * placement                          2 items"):
        checker.expect(part in text, "info sets.yaml", f"{part!r} is missing:\n{text}")


def check_paths(checker):
    facts = checker.info("paths.yaml")
    checker.expect(facts["paths"]["road"]["count"] == 1 and 1200 < facts["paths"]["road"]["length_m"] < 1300, "paths",
                   str(facts["paths"]))
    checker.expect(facts["crossings"] == 1 and len(facts["bridges"]) == 1 and facts["bridge_length_m"] > 14, "paths",
                   f"{facts['crossings']} crossings, {facts['bridges']} bridges")
    bridge = facts["bridges"][0]
    checker.expect(bridge["path"]["kind"] == "road" and bridge["over"]["kind"] == "river" and
                   abs(bridge["to_m"] - bridge["from_m"] - facts["bridge_length_m"]) < 1e-6 and
                   abs(bridge["path"]["height_m"] - bridge["over"]["height_m"] - bridge["clearance_m"]) < 1e-6, "paths",
                   str(bridge))
    text = checker.must(["info", "paths.yaml"])
    for part in ("paths           1 river, 1.2 km", "1 road, 1.2 km", "1 crossing, 1 as bridges of", " over river, ",
                 " * paths                              2 items"):
        checker.expect(part in text, "info", f"does not hold {part!r}")
    checker.expect("paths[]" not in checker.must(["info", "paths.yaml", "--keys"]), "info --keys", "lists keys of items")


def table_of(checker):
    return checker.must(["info", "--keys"])


def check_docs(checker, write):
    path = os.path.join(checker.source, "docs", "world.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    fresh = TABLE.sub(lambda m: m[1] + table_of(checker) + m[3], text)
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(fresh)
        return
    checker.expect(TABLE.search(text), "docs/world.md", "has no table of keys")
    checker.expect(fresh == text, "docs/world.md",
                   "is not what `terrane info --keys` says: run tests/cli/check_world.py <terrane> . --write")


def main():
    program, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(program, source, folder)
        if "--write" in sys.argv[3:]:
            check_docs(checker, True)
            write_templates(checker)
            return 0
        check_refusals(checker)
        check_new(checker)
        check_templates(checker)
        check_info(checker)
        check_paths(checker)
        check_sets(checker)
        if "--gdal" in sys.argv[3:]:
            check_elevation(checker)
        check_docs(checker, False)
    print(f"{checker.checks} checks, {checker.problems} wrong")
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main())
