#!/usr/bin/env python3
"""check_bake.py <terrane> <source folder> <folder of the npm package gltf-validator>: what `terrane bake` writes, read by other programs; killed and
resumed; full disk; bad input."""
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

DONE, FAILED, USAGE = 0, 1, 2
JOURNAL = ".bake_journal"
SYSTEM_PYTHON = "/usr/bin/python3"  # the one that Debian's GDAL bindings are for

WORLD = """
name: test island
seed: 42
extent: {x0: -1000, z0: -1000, x1: 1000, z1: 1000}
"""

terrane, source, gltf_package = sys.argv[1:4]
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message)


def run(*arguments, **more):
    return subprocess.run([terrane, *arguments], capture_output=True, text=True, check=False, **more)


def bake(world, directory, *options, **more):
    return run("bake", world, "-o", directory, *options, "--quiet", **more)


def read_png(path):
    """Width, height, bits, colour type and the rows of an image without interlacing."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    position, packed, head = 8, b"", None
    while position < len(data):
        size, kind = struct.unpack(">I4s", data[position:position + 8])
        body = data[position + 8:position + 8 + size]
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        if kind == b"IDAT":
            packed += body
        position += 12 + size
    return head, zlib.decompress(packed)


def unfilter(head, raw):
    """The bytes of each row."""
    width, height, bits, color = head[:4]
    pixel = bits // 8 * {0: 1, 2: 3}[color]
    stride, rows, above = width * pixel, [], bytes(width * pixel)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - pixel] if i >= pixel else 0
            corner = above[i - pixel] if i >= pixel else 0
            up = above[i]
            if kind == 1:
                add = left
            elif kind == 2:
                add = up
            elif kind == 3:
                add = (left + up) // 2
            elif kind == 4:
                guess = left + up - corner
                add = min((left, up, corner), key=lambda v: abs(guess - v))
            else:
                add = 0
            line[i] = (line[i] + add) & 255
        above = bytes(line)
        rows.append(above)
    return rows


def tree_of(directory):
    """Names and hashes of all files but the journal."""
    found = {}
    for folder, _, names in os.walk(directory):
        for name in names:
            if name == JOURNAL:
                continue
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, directory)] = hashlib.sha256(file.read()).hexdigest()
    return found


def check_manifest(directory):
    with open(os.path.join(directory, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    for level in manifest["levels"]:
        check(len(level["tiles"]) == level["tiles_x"] * level["tiles_z"], "the manifest lists every tile")
        for tile in level["tiles"]:
            for entry in tile["files"].values():
                with open(os.path.join(directory, entry["name"]), "rb") as file:
                    data = file.read()
                check(len(data) == entry["bytes"], f"{entry['name']}: size in the manifest")
                check(hashlib.sha256(data).hexdigest() == entry["sha256"], f"{entry['name']}: hash in the manifest")
    return manifest


def check_heights(directory, manifest):
    """PNG and R16 hold the same numbers, which are the heights of the GeoTIFF."""
    tile = manifest["levels"][0]["tiles"][1]
    head, raw = read_png(os.path.join(directory, tile["files"]["png"]["name"]))
    side = manifest["tile_samples"]
    check(head[:4] == (side, side, 16, 0), f"the PNG is 16-bit grey of the tile's size: {head}")
    samples = [struct.unpack(f">{side}H", row) for row in unfilter(head, raw)]
    with open(os.path.join(directory, tile["files"]["r16"]["name"]), "rb") as file:
        data = file.read()
    check(len(data) == 2 * side * side, "the R16 has two bytes per sample")
    check([struct.unpack_from(f"<{side}H", data, 2 * side * y) for y in range(side)] == samples, "R16 equals PNG")
    low, high = manifest["height_16_bit"]["height_of_0_m"], manifest["height_16_bit"]["height_of_65535_m"]
    script = ("import sys; from osgeo import gdal; d = gdal.Open(sys.argv[1]); "
              "print(*d.ReadAsArray().flatten().tolist())")
    result = subprocess.run([SYSTEM_PYTHON, "-c", script, os.path.join(directory, tile["files"]["tiff"]["name"])],
                            capture_output=True, text=True, check=False)
    floats = [float(word) for word in result.stdout.split()]
    check(len(floats) == side * side, f"GDAL reads the GeoTIFF: {result.stderr}")
    quantum = (high - low) / 65535
    worst = max(abs(low + samples[i // side][i % side] * quantum - floats[i]) for i in range(len(floats)))
    check(worst <= quantum * 0.51, f"16-bit heights are right to half a step: {worst / quantum}")


def check_borders(directory, manifest):
    """Tiles that overlap hold the same samples at their common border."""
    side, tiles = manifest["tile_samples"], manifest["levels"][0]["tiles"]
    columns = manifest["levels"][0]["tiles_x"]

    def rows(tile):
        with open(os.path.join(directory, tile["files"]["r16"]["name"]), "rb") as file:
            data = file.read()
        return [data[2 * side * y:2 * side * (y + 1)] for y in range(side)]

    here, east, south = rows(tiles[0]), rows(tiles[1]), rows(tiles[columns])
    check([row[-2:] for row in here] == [row[:2] for row in east], "the border to the east is shared")
    check(here[-1] == south[0], "the border to the south is shared")


def check_gdal(directory, manifest):
    tiff = os.path.join(directory, manifest["levels"][0]["tiles"][0]["files"]["tiff"]["name"])
    for path in (tiff, os.path.join(directory, "heights.vrt")):
        result = subprocess.run(["gdalinfo", "-json", "-checksum", path], capture_output=True, text=True, check=False)
        check(result.returncode == 0 and "ERROR" not in result.stderr, f"gdalinfo accepts {path}: {result.stderr}")
        info = json.loads(result.stdout)
        check(info["geoTransform"][1] == manifest["levels"][0]["spacing_m"], f"{path}: the pixel size is the spacing")
        check(info["bands"][0]["type"] == "Float32", f"{path}: 32-bit floats")
    result = subprocess.run([SYSTEM_PYTHON, "-m", "osgeo_utils.samples.validate_cloud_optimized_geotiff", tiff],
                            capture_output=True, text=True, check=False)
    check(result.returncode == 0 and "is a valid cloud optimized" in result.stdout,
          f"the validator accepts the GeoTIFF: {result.stdout} {result.stderr}")


def check_glb(directory, manifest):
    if not shutil.which("node") or not os.path.exists(os.path.join(gltf_package, "package.json")):
        print("SKIPPED: the meshes are NOT checked by the Khronos validator, which was not found")
        return
    names = [tile["files"]["glb"]["name"] for tile in manifest["levels"][0]["tiles"][:2]] + ["overview.glb"]
    script = os.path.join(source, "tests/validators/validate_glb.mjs")
    result = subprocess.run(["node", script, gltf_package, *[os.path.join(directory, name) for name in names]],
                            capture_output=True, text=True, check=False)
    check(result.returncode == 0, f"the glTF validator accepts the meshes: {result.stdout} {result.stderr}")


def check_formats(world, folder):
    whole = os.path.join(folder, "whole")
    result = bake(world, whole, "--spacing", "8", "--tile", "64", "--levels", "3", "--overlap")
    check(result.returncode == DONE, f"bakes all formats: {result.stderr}")
    manifest = check_manifest(whole)
    check_heights(whole, manifest)
    check_borders(whole, manifest)
    check_gdal(whole, manifest)
    check_glb(whole, manifest)
    again = os.path.join(folder, "again")
    check(bake(world, again, "--spacing", "8", "--tile", "64", "--levels", "3", "--overlap", "--threads", "1",
               "--isa", "scalar").returncode == DONE, "bakes on one scalar thread")
    check(tree_of(again) == tree_of(whole), "threads and kernels do not change a byte")
    result = run("bake", world, "-o", whole, "--spacing", "8", "--tile", "64", "--levels", "3", "--overlap", "--json")
    report = json.loads(result.stdout)
    check(report["tiles_kept"] == report["tiles"] and report["megapixels"] == 0, "a finished bake is not done again")
    result = bake(world, whole, "--spacing", "4")
    check(result.returncode == FAILED and "holds another bake" in result.stderr, "another bake is refused")
    check(bake(world, whole, "--spacing", "16", "--start-over", "--formats", "r16").returncode == DONE, "starts over")


def check_kills(world, folder):
    """Killed at random moments, then finished: the same bytes as undisturbed."""
    options = ("--spacing", "4", "--tile", "64", "--formats", "png,r16,normal,glb")
    calm, rough = os.path.join(folder, "calm"), os.path.join(folder, "rough")
    start = time.monotonic()
    check(bake(world, calm, *options).returncode == DONE, "an undisturbed bake")
    needed = time.monotonic() - start
    dice, kills = random.Random(7), 0
    for _ in range(12):
        process = subprocess.Popen([terrane, "bake", world, "-o", rough, *options, "--quiet"], stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=needed * dice.uniform(0.05, 0.4))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
    check(kills >= 2, f"the bake was really killed: {kills} times")
    # What a kill may leave beside the files; the resumed bake has to remove it.
    for folder in (rough, os.path.join(rough, "level0")):
        with open(os.path.join(folder, "height.png.tmp-0123456789abcdef"), "wb") as file:
            file.write(b"half")
    check(bake(world, rough, *options).returncode == DONE, "a killed bake is finished")
    check(tree_of(rough) == tree_of(calm), "a killed bake has the bytes of an undisturbed one")
    print(f"killed {kills} times")


def check_damage(world, folder):
    """Files that were removed or cut after their tile was finished are baked again; a torn journal too."""
    options = ("--spacing", "8", "--tile", "64", "--formats", "r16,png")
    directory = os.path.join(folder, "damaged")
    bake(world, directory, *options)
    before = tree_of(directory)
    names = sorted(name for name in before if name.endswith(".r16"))
    os.remove(os.path.join(directory, names[0]))
    with open(os.path.join(directory, names[1]), "r+b") as file:
        file.truncate(10)
    with open(os.path.join(directory, JOURNAL), "ab") as file:
        file.write(b"tile 3 0x1p+3 garbage")
    check(bake(world, directory, *options).returncode == DONE, "a damaged bake is repaired")
    check(tree_of(directory) == before, "and has its bytes again")


def limit_file_size():
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def check_full_disk(world, folder):
    directory = os.path.join(folder, "full")
    for name in ("png", "r16", "tiff", "glb"):
        result = bake(world, directory + name, "--spacing", "4", "--tile", "256", "--formats", name,
                      preexec_fn=limit_file_size)
        check(result.returncode == FAILED and "cannot be written" in result.stderr.lower() or "file" in result.stderr,
              f"{name}: a full disk is reported: {result.returncode} {result.stderr}")
        left = [found for found in tree_of(directory + name) if ".tmp-" in found]
        check(not left, f"{name}: nothing is left beside: {left}")
        check(not os.path.exists(os.path.join(directory + name, "manifest.json")), f"{name}: no manifest")
        check(bake(world, directory + name, "--spacing", "4", "--tile", "256", "--formats", name).returncode == DONE,
              f"{name}: goes on when there is room")


def check_tmpfs(world, folder):
    """A real full disk, where mounting is allowed."""
    mount = os.path.join(folder, "small")
    os.mkdir(mount)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", mount], capture_output=True, check=False).returncode:
        print("SKIPPED: a small tmpfs cannot be mounted here")
        return
    try:
        result = bake(world, os.path.join(mount, "bake"), "--spacing", "4", "--tile", "128", "--formats", "r16,tiff")
        check(result.returncode == FAILED and "No space left" in result.stderr, f"a full disk is named: {result.stderr}")
    finally:
        subprocess.run(["umount", mount], check=False)


def check_wrong_uses(world, folder):
    out = os.path.join(folder, "wrong")
    wrong = [
        ([world], USAGE, "-o <directory> is missing"),
        ([], USAGE, "world.yaml"),
        ([world, "-o", out, "--formats", "pgn"], USAGE, "did you mean 'png'"),
        ([world, "-o", out, "--formats", ""], USAGE, "--formats"),
        ([world, "-o", out, "--formats", "png,,r16"], USAGE, "allowed are png"),
        ([world, "-o", out, "--tile", "8"], USAGE, "--tile is '8'"),
        ([world, "-o", out, "--levels", "0"], USAGE, "--levels is '0'"),
        ([world, "-o", out, "--levels", "17"], USAGE, "--levels is '17'"),
        ([world, "-o", out, "--spacing", "0"], USAGE, "--spacing is '0'"),
        ([world, "-o", out, "--spacing", "nan"], USAGE, "--spacing is 'nan'"),
        ([world, "-o", out, "--spacing", "0.3"], FAILED, "multiple of 1/256 m"),
        ([world, "-o", out, "--region", "0,0,0,5"], USAGE, "--region"),
        ([world, "-o", out, "--region", "0,0,4000000000000,5"], FAILED, "larger spacing"),
        ([world, "-o", out, "--region", "0,0,10000000,10000000", "--spacing", "1", "--tile", "32"], FAILED, "too many"),
        ([os.path.join(folder, "missing.yaml"), "-o", out], FAILED, "missing.yaml"),
        ([world, "-o", "/proc/nothing/here"], FAILED, "cannot be made"),
        ([world, "-o", world], FAILED, "cannot be made"),
    ]
    for arguments, code, text in wrong:
        result = run("bake", *arguments)
        check(result.returncode == code and text in result.stderr,
              f"bake {' '.join(arguments)}: exit {result.returncode} (expected {code}), says: {result.stderr}")
    check(not os.path.exists(out), "a refused bake leaves no directory")


with tempfile.TemporaryDirectory() as temporary:
    description = os.path.join(temporary, "world.yaml")
    with open(description, "w", encoding="utf-8") as stream:
        stream.write(WORLD)
    check_wrong_uses(description, temporary)
    check_formats(description, temporary)
    check_kills(description, temporary)
    check_damage(description, temporary)
    check_full_disk(description, temporary)
    check_tmpfs(description, temporary)
print("failed:" if failures else "all right", len(failures) or "")
sys.exit(1 if failures else 0)
