#!/usr/bin/python3
"""check_games.py <terrane> <folder of the npm package prismarine-nbt> <elevation.tif>: the worlds that `terrane voxel` writes for
games, of every template and with no option but -o, can be played.

A Minecraft world is looked at by read_anvil_world.mjs, a Luanti world by a server with luanti_spawn.lua as a mod. Without elevation.tif
that can be read (a build without GDAL) the template `dem` is left out.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

TEMPLATES = ["island", "valley", "alps", "desert", "archipelago", "dem"]
terrane, nbt, elevation = (os.path.abspath(path) for path in sys.argv[1:4])
here = os.path.dirname(os.path.abspath(__file__))
search = os.environ["PATH"] + ":/usr/games"
server = shutil.which("minetestserver", path=search) or shutil.which("luantiserver", path=search)
game = "/usr/share/games/minetest/games/minetest_game"
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)
        print("FAILED:", text)


def run(*arguments):
    return subprocess.run([terrane, *arguments], capture_output=True, text=True, check=False)


def make(template):
    """The world of a template; None where this build cannot."""
    more = ["--dem", elevation] if template == "dem" else []
    result = run("new", template, "-t", template, "-q", *more)
    check(result.returncode == 0, f"new {template}: {result.stderr}")
    world = f"{template}/world.yaml"
    if template == "dem" and "without GDAL" in run("info", world).stderr:
        print("SKIPPED: the template dem needs GDAL")
        return None
    return world


def export(world, output):
    """The facts of a world that was written with no option but -o."""
    result = run("voxel", world, "-o", output, "--json")
    check(result.returncode == 0, f"{output}: {result.stderr}")
    facts = json.loads(result.stdout)
    check(facts["blocks"] > 1000000 and facts["spawn_dry"] and facts["cut_above"] == 0, f"{output}: {facts}")
    return facts


def minecraft(template, world):
    folder = f"{template}-minecraft"
    facts = export(world, folder)
    if not (shutil.which("node") and os.path.exists(nbt)):
        print("SKIPPED: the Minecraft worlds are NOT read by prismarine-nbt")
        return
    result = subprocess.run(["node", os.path.join(here, "read_anvil_world.mjs"), nbt, folder], capture_output=True, text=True, check=False)
    check(result.returncode == 0, f"{folder}: {result.stdout} {result.stderr}")
    seen = json.loads(result.stdout or "{}")
    check(seen.get("spawn") == facts["spawn"] and [seen["low"], seen["high"] - 1] == [facts["min_y"], facts["max_y"]],
          f"{folder}: {seen} is not {facts}")
    check(facts["data_pack"] == (facts["max_y"] - facts["min_y"] + 1 != 384), f"{folder}: {facts}")
    expected = {"desert": "minecraft:desert", "archipelago": "minecraft:ocean", "alps": "minecraft:windswept_gravelly_hills",
                "island": "minecraft:beach", "valley": "minecraft:river"}.get(template)
    check(expected is None or expected in seen["biomes"], f"{folder}: {expected} is not one of {seen['biomes']}")
    print(f"{folder}: y {facts['min_y']} to {facts['max_y']}, spawn {seen['spawn']} on {seen['ground']}, {len(seen['biomes'])} biomes")


def luanti(template, world):
    folder = f"{template}.luanti"
    facts = export(world, folder)
    if not (server and os.path.isdir(game)):
        print("SKIPPED: the Luanti worlds are NOT read by a server (package minetest-server)")
        return
    mod = f"{folder}/worldmods/check"
    os.makedirs(mod)
    shutil.copy(os.path.join(here, "luanti_spawn.lua"), f"{mod}/init.lua")
    with open(f"{mod}/mod.conf", "w", encoding="utf-8") as stream:
        stream.write("name = check\n")
    with open("minetest.conf", "w", encoding="utf-8") as stream:
        stream.write("liquid_loop_max = 0\nserver_announce = false\n")
    home = os.getcwd()
    result = subprocess.run([server, "--world", folder, "--config", "minetest.conf", "--port", str(20000 + os.getpid() % 40000)],
                            capture_output=True, text=True, check=False, timeout=240,
                            env={**os.environ, "HOME": home, "MINETEST_USER_PATH": home})
    answer = ""
    if os.path.exists(f"{folder}/result.txt"):
        with open(f"{folder}/result.txt", encoding="utf-8") as stream:
            answer = stream.read()
    x, y, z = facts["spawn"]
    check(f"spawn ({x}.0,{y - 0.5},{z}.0) on " in answer and answer.endswith(" 0 problems\n"),
          f"{folder}: {answer or result.stdout + result.stderr}")
    print(f"{folder}: {answer}", end="")


with tempfile.TemporaryDirectory() as temporary:
    os.chdir(temporary)
    for name in TEMPLATES:
        description = make(name)
        if description:
            minecraft(name, description)
            luanti(name, description)
    os.chdir(here)
sys.exit(1 if failures else 0)
