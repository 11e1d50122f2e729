#!/usr/bin/env python3
"""check_model.py <terrane>: `terrane model`: its messages, the GLB file with its levels, the picture where there is GL."""
import json
import os
import struct
import subprocess
import sys
import tempfile

DONE, FAILED, USAGE = 0, 1, 2

# Wrong uses: what stderr must hold.
WRONG = [
    ([], "say what to make: a model or --sheet"),
    (["-o", "x.glb"], "say what to make"),
    (["pine"], "-o <file> is missing"),
    (["--sheet"], "-o <file> is missing"),
    (["pine", "--sheet", "-o", "x.png"], "only one of a model and --sheet"),
    (["--sheet", "--variant", "1", "-o", "x.png"], "--variant has no meaning with --sheet"),
    (["pnie", "-o", "x.glb"], "there is no model 'pnie'; did you mean 'pine'?"),
    (["qqqqqqqqqqqq", "-o", "x.glb"], "'terrane help model' lists them"),
    (["", "-o", "x.glb"], "there is no model ''"),
    (["pine", "birch", "-o", "x.glb"], "unexpected argument 'birch'"),
    (["pine", "--variant", "4", "-o", "x.glb"], "--variant is 4; allowed for pine is 0 to 3"),
    (["pine", "--variant", "-1", "-o", "x.glb"], "--variant is '-1'"),
    (["pine", "-o", "x.obj"], "-o is 'x.obj'; allowed is a file that ends with .glb or .png"),
]


def run(program, arguments, folder):
    return subprocess.run([program, "model", *arguments], cwd=folder, capture_output=True, text=True, timeout=240)


def check_wrong(program, folder):
    for arguments, part in WRONG:
        result = run(program, arguments, folder)
        assert result.returncode == USAGE and part in result.stderr and not result.stdout, (arguments, result)
        assert not os.listdir(folder), (arguments, os.listdir(folder))


def check_unwritable(program, folder):
    result = run(program, ["pine", "-o", "missing/x.glb"], folder)
    assert result.returncode == FAILED and "missing/x.glb" in result.stderr, result


def read_glb(path):
    with open(path, "rb") as file:
        magic, version, size = struct.unpack("<4sII", file.read(12))
        length, kind = struct.unpack("<I4s", file.read(8))
        assert (magic, version, kind) == (b"glTF", 2, b"JSON") and size == os.path.getsize(path)
        return json.loads(file.read(length))


def check_glb(program, folder):
    path = os.path.join(folder, "a.glb")
    result = run(program, ["conifer", "--variant", "2", "-o", "a.glb", "--json"], folder)
    assert result.returncode == DONE and not result.stderr, result
    report, gltf = json.loads(result.stdout), read_glb(path)
    assert report["model"] == "conifer" and report["variant"] == 2 and len(report["triangles"]) == 3, report
    counts = []
    for mesh in gltf["meshes"]:
        primitive = mesh["primitives"][0]
        assert {"POSITION", "NORMAL", "COLOR_0"} <= set(primitive["attributes"]), primitive
        counts.append(gltf["accessors"][primitive["indices"]]["count"] // 3)
    assert counts == report["triangles"] and counts == sorted(counts, reverse=True), (counts, report)
    with open(path, "rb") as file:
        first = file.read()
    assert run(program, ["conifer", "--variant", "2", "-o", "a.glb", "--quiet"], folder).returncode == DONE
    with open(path, "rb") as file:
        assert file.read() == first, "a second run gave other bytes"


def check_picture(program, folder):
    result = run(program, ["rock", "-o", "a.png", "--json"], folder)
    if result.returncode != DONE:
        assert not os.path.exists(os.path.join(folder, "a.png")), "a failure left a picture"
        print(f"skipped the picture: {result.stderr.strip()}")
        return
    report = json.loads(result.stdout)
    with open(os.path.join(folder, "a.png"), "rb") as file:
        width, height = struct.unpack(">II", file.read(24)[16:24])
    assert (width, height) == (report["width"], report["height"]), report


def main():
    program = os.path.abspath(sys.argv[1])
    for check in (check_wrong, check_unwritable, check_glb, check_picture):
        with tempfile.TemporaryDirectory() as folder:
            check(program, folder)
    print(f"{len(WRONG)} wrong uses, a GLB file and a picture")
    return 0


if __name__ == "__main__":
    sys.exit(main())
