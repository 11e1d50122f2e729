#!/usr/bin/env python3
"""check_render.py <terrane>: what `terrane render` says to wrong options, and that it writes a picture."""
import json
import os
import struct
import subprocess
import sys
import tempfile

# Options beside `world.yaml -o view.png`, and a part of the message.
WRONG = [
    (["--eye", "1,2,3"], "--eye needs --look-at"),
    (["--look-at", "1,2,3"], "--look-at needs --eye"),
    (["--eye", "1,2", "--look-at", "0,0"], "needs --above"),
    (["--eye", "1,2,3", "--look-at", "0,0", "--above", "5"], "has a height already"),
    (["--eye", "1,2,3", "--look-at", "0,0", "--azimuth", "5"], "does not go with"),
    (["--eye", "1", "--look-at", "0,0"], "--eye is '1'; allowed is 2 or 3 numbers"),
    (["--eye", "1,2,nan", "--look-at", "0,0"], "--eye is '1,2,nan'"),
    (["--eye", "1,2,3,4", "--look-at", "0,0"], "--eye is '1,2,3,4'"),
    (["--eye", "1,2,3,", "--look-at", "0,0"], "--eye is '1,2,3,'"),
    (["--target", "1,2,3"], "--target is '1,2,3'; allowed is 2 numbers"),
    (["--sun", "90"], "--sun is '90'"),
    (["--sun", "90,91"], "an elevation from -10 to 90"),
    (["--size", "15,720"], "--size is '15,720'"),
    (["--size", "1280,8193"], "--size is '1280,8193'"),
    (["--samples", "9"], "--samples is '9'"),
    (["--fov", "nan"], "--fov is 'nan'"),
    (["--visibility", "0"], "--visibility is '0'"),
    (["--distance", "-5"], "--distance is '-5'"),
    (["--frames", "5"], "--frames is for flights"),
    (["--live"], "--live is for flights"),
    (["--quality", "best"], "--quality is 'best'"),
    (["--fly", "orbit", "--frames", "0"], "--frames is '0'"),
]

# Files of keyframes, and a part of the message.
WRONG_FLIGHTS = [
    ("", "0 keyframes"),
    ("0 0,300,0 500,200,0\n", "1 keyframes"),
    ("0 0,300,0 500,200,0\n1 0,300 5,5,5\n", ":2: a keyframe is"),
    ("0 0,300,0 500,200,0\n0 1,300,0 5,5,5\n", ":2: the time 0 is not later"),
    ("0 0,300,0 0,300,0\n", ":1: eye and what it looks at are the same"),
    ("0 0,300,0 500,200,0 7\n", ":1: a keyframe is"),
]


def run(program, *arguments, **changed):
    environment = dict(os.environ, **changed)
    return subprocess.run([program, "render", *arguments], capture_output=True, text=True, env=environment)


def check(condition, what, found):
    if not condition:
        sys.exit(f"{what}:\n{found.stdout}{found.stderr}")


def picture_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    return struct.unpack(">II", head[16:24]) if head.startswith(b"\x89PNG") else None


def check_pictures(program, world, picture):
    found = run(program, world, "-o", picture, "--size", "64,48", "--json")
    if found.returncode == 1 and "no GL" in found.stderr:
        print("SKIPPED:", found.stderr)
        sys.exit(77)
    check(found.returncode == 0 and picture_size(picture) == (64, 48), "no picture", found)
    report = json.loads(found.stdout)
    check(report["levels"] > 4 and report["samples"] > 1000, "no levels", found)
    # Under the ground: lifted out of it.
    found = run(program, world, "-o", picture, "--size", "64,48", "--eye", "5,-9000,5", "--look-at", "900,0,5", "--json")
    check(found.returncode == 0 and json.loads(found.stdout)["eye"][1] >= 2, "the eye is under the ground", found)
    # Far from the origin, and on the CPU backend.
    found = run(program, world, "-o", picture, "--size", "64,48", "--target", "1e12,-1e12", "--backend", "cpu")
    check(found.returncode == 0, "no picture far away", found)
    found = run(program, world, "-o", picture, "--size", "64,48", "--eye", "5,8000,5", "--look-at", "5,8000,5")
    check(found.returncode == 1 and "same point" in found.stderr, "eye and target are the same", found)


def check_plants(program, world, picture):
    """What the description places is drawn, unless the user does not want it."""
    pictures = []
    for options in [[], ["--no-plants"]]:
        found = run(program, world, "-o", picture, "--size", "64,48", "--json", *options)
        check(found.returncode == 0, "no picture with plants", found)
        check((json.loads(found.stdout)["plants"] > 0) == (not options), "plants of another number", found)
        with open(picture, "rb") as file:
            pictures.append(file.read())
    check(pictures[0] != pictures[1], "plants are not seen", found)


def check_edges(program, folder, picture):
    """A view with triangles that are seen from their edge, whose places in textures are anywhere: Mesa's software driver never
    came back from it. The test's limit of time ends it."""
    desert = os.path.join(folder, "desert")
    subprocess.run([program, "new", desert, "--template", "desert", "--seed", "7", "--quiet"], check=True)
    found = run(program, os.path.join(desert, "world.yaml"), "-o", picture, "--size", "960,540", "--no-plants")
    check(found.returncode == 0 and picture_size(picture) == (960, 540), "no picture of the desert", found)


def check_flights(program, folder, world):
    """Frames of a flight by keyframes and of one that needs none; nothing is written where the flight is wrong."""
    way, frames = os.path.join(folder, "way.txt"), os.path.join(folder, "some", "frames")
    for text, message in WRONG_FLIGHTS:
        with open(way, "w") as file:
            file.write(text)
        found = run(program, world, "--fly", way, "-o", frames, "--size", "64,48")
        check(found.returncode == 1 and message in found.stderr, f"{text!r} should say {message!r}", found)
        check(not os.listdir(frames), "a wrong flight left frames", found)
    found = run(program, world, "--fly", os.path.join(folder, "nowhere.txt"), "-o", frames, "--size", "64,48")
    check(found.returncode == 1 and "'orbit' or 'line'" in found.stderr, "no word of a missing file", found)
    with open(way, "w") as file:
        file.write("# a short way\n0 0,300,0 500,200,0\n\n2 300,320,0 800,200,0  # and on\n")
    found = run(program, world, "--fly", way, "-o", way, "--size", "64,48")
    check(found.returncode == 1 and "is a file" in found.stderr, "frames into a file", found)
    found = run(program, world, "--fly", way, "-o", frames, "--size", "64,48", "--frames", "3", "--quality", "low",
                "--stats", "--json")
    check(found.returncode == 0, "no flight", found)
    report = json.loads(found.stdout)
    names = [f"frame-{i:04d}.png" for i in (1, 2, 3)]
    check(sorted(os.listdir(frames)) == names and report["count"] == 3, "other frames", found)
    check([frame["file"] for frame in report["frames"]] == names, "other names", found)
    check(all(frame["missing"] == 0 and frame["steps_s"]["ground"] > 0 for frame in report["frames"]), "no times", found)
    check(report["frames"][0]["eye"][0] == 0 and report["frames"][2]["eye"][0] == 300, "another way", found)
    check(all(picture_size(os.path.join(frames, name)) == (64, 48) for name in names), "no pictures", found)
    found = run(program, world, "--fly", "line", "-o", frames, "--size", "64,48", "--frames", "2", "--quality", "low",
                "--live")
    check(found.returncode == 0 and "2 frames" in found.stdout, "no live flight", found)


def check_no_driver(program, world, picture):
    found = run(program, world, "-o", picture, "--size", "64,48", "--backend", "cpu",
                __EGL_VENDOR_LIBRARY_FILENAMES="/nowhere.json", LIBGL_DRIVERS_PATH="/nowhere")
    check(found.returncode == 1 and "no GL" in found.stderr, "no message without a driver", found)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        world, picture = os.path.join(folder, "world.yaml"), os.path.join(folder, "view.png")
        with open(world, "w") as file:
            file.write("name: view\n")
        for options, message in WRONG:
            found = run(program, world, "-o", picture, *options)
            check(found.returncode == 2 and message in found.stderr, f"{options} should say {message!r}", found)
        found = run(program, world)
        check(found.returncode == 2 and "-o is missing" in found.stderr, "no word of a missing -o", found)
        check(not os.path.exists(picture), "a refused view left a picture", found)
        check_pictures(program, world, picture)
        check_flights(program, folder, world)
        check_edges(program, folder, picture)
        check_no_driver(program, world, picture)
        with open(world, "w") as file:
            file.write("name: woods\nplacement: standard\n")
        check_plants(program, world, picture)


main()
