#!/usr/bin/python3
"""check_voxel.py <terrane> <folder of the npm package gltf-validator>: `terrane voxel` and `terrane render --blocks` on a small world.

Every format is written and looked at, edits of a save are seen in what is exported, and every bad input gives a message, its exit code and
no file.
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

from command_check import Command, USAGE, check, failures

WORLD = """
name: Blocks
seed: 5
extent: {width: 2 km, depth: 2 km}
terrain: {landform: {hill_height: 40 m, mountain_share: 0 %, land_share: 100 %}}
voxels: {structures: 0}
"""
CHUNKS = "0,-1,0,3,4,3"

validator = os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
command = Command(sys.argv[1], "voxel")
render = Command(sys.argv[1], "render")
must, must_fail = command.must, command.must_fail


def png_size(path):
    with open(path, "rb") as stream:
        head = stream.read(24)
    check(head[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")
    return struct.unpack(">II", head[16:24])


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def pictures():
    must("world.yaml", "--chunks", CHUNKS, "-o", "top.png", "--scale", 2)
    check(png_size("top.png") == (192, 192), f"top.png is {png_size('top.png')}")
    must("world.yaml", "--chunks", CHUNKS, "-o", "south.png", "--slice", "z=40", "--scale", 3)
    check(png_size("south.png") == (288, 480), f"south.png is {png_size('south.png')}")
    must("world.yaml", "--chunks", CHUNKS, "-o", "west.png", "--slice", "x=40", "--scale", 1)
    must("world.yaml", "--chunks", CHUNKS, "-o", "low.png", "--slice", "y=3", "--scale", 1)
    must("world.yaml", "--chunks", CHUNKS, "-o", "again.png", "--scale", 2, "--threads", 1, "--isa", "scalar")
    check(read("top.png") == read("again.png"), "one thread draws another picture")


def scenes():
    facts = json.loads(must("world.yaml", "--chunks", CHUNKS, "-o", "blocks.glb", "--json"))
    check(facts["quads"] > 100 and facts["triangles"] == 2 * facts["quads"], f"facts of the scene: {facts}")
    check(facts["chunks"] == [0, -1, 0, 3, 4, 3], f"chunks of the scene: {facts['chunks']}")
    if shutil.which("node") and os.path.exists(validator):
        script = os.path.join(here, "..", "validators", "validate_glb.mjs")
        result = subprocess.run(["node", script, validator, "blocks.glb"], capture_output=True, text=True, check=False)
        check(result.returncode == 0, f"the validator: {result.stdout} {result.stderr}")
    else:
        print("SKIPPED: the scene is NOT checked by the Khronos validator")


def games():
    facts = json.loads(must("world.yaml", "--chunks", CHUNKS, "-o", "blocks.vox", "--json"))
    check(facts["blocks"] > 1000 and read("blocks.vox")[:4] == b"VOX ", f"the .vox: {facts}")
    facts = json.loads(must("world.yaml", "--chunks", CHUNKS, "-o", "minecraft", "--json", "--lower", -64))
    check(facts["cut_above"] + facts["cut_below"] == 0 and os.path.exists("minecraft/level.dat"),
          f"the Minecraft world: {facts}")
    check(facts["spawn_dry"] and facts["lower"] == -64 and not facts["data_pack"], f"its spawn: {facts}")
    must_fail("holds a world already", "world.yaml", "--chunks", CHUNKS, "-o", "minecraft")
    moved = json.loads(must("world.yaml", "--chunks", CHUNKS, "-o", "deep", "--json", "--lower", 64))
    check(moved["cut_below"] > 0 and moved["cut_below"] + moved["blocks"] == facts["blocks"], f"moved down: {moved}")
    must_fail("nothing is left", "world.yaml", "--chunks", CHUNKS, "-o", "nothing", "--lower", 1000)
    must_fail("nothing but air", "world.yaml", "--chunks", "0,20,0,1,21,1", "-o", "nothing")
    must_fail("nothing but air", "world.yaml", "--chunks", "0,20,0,1,21,1", "-o", "nothing.luanti")
    must_fail("nothing but air", "world.yaml", "--chunks", "0,20,0,1,21,1", "-o", "nothing.vox")
    check(not [name for name in os.listdir(".") if name.startswith("nothing")], f"left behind: {os.listdir('.')}")
    luanti = json.loads(must("world.yaml", "--chunks", CHUNKS, "-o", "map.sqlite", "--json"))
    check(luanti["blocks"] == facts["blocks"], f"the Luanti map: {luanti}")
    whole = json.loads(must("world.yaml", "--chunks", CHUNKS, "-o", "whole.luanti", "--json"))
    check(whole["blocks"] == facts["blocks"] and whole["spawn_dry"], f"the Luanti world: {whole}")
    must("world.yaml", "--chunks", CHUNKS, "-o", "other", "--for", "luanti")
    check(sorted(os.listdir("other")) == sorted(os.listdir("whole.luanti")), "--for luanti writes another folder")
    must_fail("--for luanti is for folders", "world.yaml", "-o", "bad.png", "--for", "luanti", code=USAGE)


def heights():
    """The heights of Minecraft: moved where they fit, the deep ground cut, a data pack where the relief needs more."""
    with open("steep.yaml", "w", encoding="utf-8") as stream:
        stream.write(WORLD.replace("mountain_share: 0 %", "mountain_share: 100 %, mountain_height: 900 m, mountain_size: 1 km"))
    low = json.loads(must("world.yaml", "-o", "low", "--json"))
    check(low["cut_above"] + low["cut_below"] == 0 and not low["data_pack"], f"a low world: {low}")
    deep = json.loads(must("world.yaml", "--chunks", "0,-8,0,2,56,2", "-o", "cut", "--json"))
    check(deep["cut_above"] == 0 and deep["cut_below"] > 0 and not deep["data_pack"], f"a deep box: {deep}")
    text = must("steep.yaml", "--chunks", "-32,4,-32,-16,40,-16", "-o", "tall")
    check(os.path.exists("tall/datapacks/terrane/pack.mcmeta"), "the data pack is missing")
    for words in ("data pack datapacks/terrane", "spawn: ", "saves/ of .minecraft", " chunks, ", "cut: nothing"):
        check(words in text, f"'{words}' is missing in: {text}")


def damage_save(name):
    """Makes the list of free pages of a database begin at a page that is in use."""
    data = bytearray(read(name))
    data[32:40] = struct.pack(">II", 2, 1)
    with open(name, "wb") as file:
        file.write(data)


def saves():
    must("edit", "world.yaml", "save.sqlite", "10,100,10=lamp", "11,100,10=glass")
    cut = ["world.yaml", "--chunks", CHUNKS, "--slice", "y=100", "--scale", 1, "-o"]
    must(*cut, "plain.png")
    must(*cut, "edited.png", "--save", "save.sqlite")
    check(read("edited.png") != read("plain.png"), "the edits are not seen")
    must("export", "world.yaml", "save.sqlite", *cut[1:], "exported.png")
    check(read("edited.png") == read("exported.png"), "export is not --save")
    must_fail("say which save", "export", "world.yaml", "-o", "bad.png", code=USAGE)
    must("verify", "world.yaml", "save.sqlite")
    must("pack", "world.yaml", "save.sqlite")
    must_fail("", "world.yaml", "--seed", 6, "--chunks", CHUNKS, "-o", "other.png", "--save", "save.sqlite")
    must_fail("where the sound copy goes", "repair", "world.yaml", "save.sqlite", code=USAGE)
    must_fail("is there already", "repair", "world.yaml", "save.sqlite", "-o", "save.sqlite")
    must("repair", "world.yaml", "save.sqlite", "-o", "copy.sqlite")
    must(*cut, "copied.png", "--save", "copy.sqlite")
    check(read("edited.png") == read("copied.png"), "a repaired save has not the edits of the save")
    damage_save("copy.sqlite")
    before = read("copy.sqlite")
    must_fail("its database is damaged", "edit", "world.yaml", "copy.sqlite", "10,100,10=glass")
    must("repair", "world.yaml", "copy.sqlite", "-o", "again.sqlite")
    check(read("copy.sqlite") == before, "repairing changed the damaged save")
    must("edit", "world.yaml", "again.sqlite", "10,100,10=glass")
    must_fail("", "world.yaml", "--chunks", CHUNKS, "-o", "other.png", "--save", "missing.sqlite")
    must_fail("block", "edit", "world.yaml", "save.sqlite", "10,100,10=lampp")


def bad_input():
    must_fail("no slice", "world.yaml", "--slice", "w=3", "-o", "bad.png", code=USAGE)
    must_fail("outside of the chunks", "world.yaml", "--chunks", CHUNKS, "--slice", "y=4000", "-o", "bad.png")
    must_fail("--slice is for pictures", "world.yaml", "--slice", "y=3", "-o", "bad.glb", code=USAGE)
    must_fail("allowed are files", "world.yaml", "-o", "bad.txt", code=USAGE)
    must_fail("must be larger", "world.yaml", "--chunks", "0,0,0,0,1,1", "-o", "bad.png", code=USAGE)
    must_fail("outside of the world", "world.yaml", "--chunks", "0,0,1099511627775,1,1,1099511627777", "-o", "bad.png",
              code=USAGE)
    must_fail("nothing but air", "world.yaml", "--chunks", "0,40,0,1,41,1", "-o", "air.glb")
    must_fail("one argument too many", "world.yaml", "other.yaml", "-o", "bad.png", code=USAGE)
    with open("bad.yaml", "w", encoding="utf-8") as stream:
        stream.write(WORLD.replace("structures: 0", "structures: 9"))
    must_fail("structures", "bad.yaml", "-o", "bad.png")


def views():
    result = render.run("world.yaml", "--blocks", "--range", "2,4", "--size", "160,90", "--samples", 1, "-o", "view.png")
    if "GL" in result.stderr and result.returncode != 0:
        print("SKIPPED: no view of blocks is drawn:", result.stderr)
        return
    check(result.returncode == 0, f"render --blocks: {result.stderr}")
    check(png_size("view.png") == (160, 90), "the view has another size")
    render.must_fail("--blocks", "world.yaml", "--range", "2,4", "-o", "bad.png", code=USAGE)
    render.must_fail("not be smaller", "world.yaml", "--blocks", "--range", "4,2", "-o", "bad.png", code=USAGE)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("world.yaml", "w", encoding="utf-8") as stream:
        stream.write(WORLD)
    for part in (pictures, scenes, games, heights, saves, bad_input, views):
        part()
    os.chdir(here)
sys.exit(1 if failures else 0)
