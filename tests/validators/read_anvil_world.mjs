// node read_anvil_world.mjs <folder of the npm package prismarine-nbt> <world>: a world as `terrane voxel` writes it is one that can
// be played. Around the spawn and at some other places: heightmaps and light are those of the blocks, by the rules of the game; the
// spawn is on dry ground under the open sky, away from trees; there are biomes. Prints what it found as JSON.
import { readdirSync } from 'node:fs';
import { AnvilWorld, FLUIDS, PLANTS, blocksMotion, isAir, isLeaves } from './anvil_world.mjs';

const [packageFolder, folder] = process.argv.slice(2);
const world = new AnvilWorld(packageFolder, folder), problems = [];
const expect = (holds, text) => holds || problems.push(text);

const level = await world.level();
const [x, y, z] = [level.SpawnX, level.SpawnY, level.SpawnZ];
const spawnChunk = world.chunk(x >> 4, z >> 4), low = 16 * spawnChunk.yPos, high = low + 16 * spawnChunk.sections.length;
expect(level.RandomSeed !== undefined && level.DataVersion === 2975 && level.GameRules.spawnRadius === '0', 'level.dat is wrong');

// The spawn
const ground = world.name(x, y - 1, z), isWood = (name) => isLeaves(name) || name.endsWith('_log');
expect(blocksMotion(ground) && !isWood(ground), `spawn on ${ground}`);
expect(isAir(world.name(x, y, z)) && isAir(world.name(x, y + 1, z)), `spawn in ${world.name(x, y, z)} and ${world.name(x, y + 1, z)}`);
for (let i = 0; i < 25; i++)
    for (let at = y + 1; at < high; at++) {
        const name = world.name(x + (i % 5) - 2, at, z + Math.floor(i / 5) - 2);
        expect(isAir(name) || PLANTS.has(name), `${name} above the spawn`);
        expect(!FLUIDS.has(name), `${name} at the spawn`);
    }
expect(world.light(x, y, z)[0] === 15, `light of ${world.light(x, y, z)} at the spawn`);

// Light: each block has what its neighbours and itself give it. Our glowing mushroom is red_mushroom there.
const GLOW = { 'minecraft:lava': 15, 'minecraft:sea_lantern': 14, 'minecraft:glowstone': 15, 'minecraft:red_mushroom': 10 };
const CLEAR = new Set(['minecraft:ice', 'minecraft:glass']);
const lets = (name) => isAir(name) || PLANTS.has(name) || FLUIDS.has(name) || isLeaves(name) || CLEAR.has(name);
const lightOf = (a, b, c) => (b >= high ? [15, 0] : world.light(a, b, c));
function expectedLight(a, b, c) {
    const name = world.name(a, b, c), scatters = FLUIDS.has(name) || isLeaves(name);
    let sky = 0, block = GLOW[name] ?? 0;
    if (!lets(name)) return [0, block];
    for (const [dx, dy, dz] of [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]) {
        const [skyThere, blockThere] = lightOf(a + dx, b + dy, c + dz);
        const falls = dy === 1 && skyThere === 15 && !scatters;
        sky = Math.max(sky, falls ? 15 : skyThere - 1);
        block = Math.max(block, blockThere - 1);
    }
    return [sky, block];
}
let lit = 0, shades = new Set(), wrongLight = 0;
for (let i = 0; i < 256; i++)
    for (let at = low + 1; at < high; at++) {
        const a = (x & ~15) + (i & 15), c = (z & ~15) + (i >> 4);
        const found = world.light(a, at, c), expected = expectedLight(a, at, c);
        // What lies below the exported box is nothing.
        if (isAir(world.name(a, at, c)) && found[0] === 0 && at < y - 64) continue;
        lit++;
        shades.add(found[0]);
        if (`${found}` !== `${expected}` && wrongLight++ < 3)
            problems.push(`light ${found} instead of ${expected} at ${a} ${at} ${c} in ${world.name(a, at, c)}`);
    }
expect(spawnChunk.isLightOn === 1, 'the light is not switched on');

// Some chunks of every region
const biomes = new Set();
let wrongHeights = 0, checked = 0, blocks = 0;
for (const file of readdirSync(`${folder}/region`)) {
    const [, regionX, regionZ] = file.split('.').map(Number);
    for (let i = 7; i < 1024; i += 93) {
        const [chunkX, chunkZ] = [32 * regionX + (i & 31), 32 * regionZ + (i >> 5)];
        if (!world.has(chunkX, chunkZ)) continue;
        wrongHeights += world.wrongHeights(chunkX, chunkZ);
        checked++;
        const chunk = world.chunk(chunkX, chunkZ);
        for (const section of chunk.sections) blocks += section.block_states.palette.length;
        chunk.sections[0].biomes.palette.forEach((name) => biomes.add(name));
    }
}
wrongHeights += world.wrongHeights(x >> 4, z >> 4);
expect(checked > 4, 'there are no chunks');
expect(wrongHeights === 0, `${wrongHeights} wrong heights in ${checked} chunks`);
console.log(JSON.stringify({ spawn: [x, y, z], ground, low, high, checked, blocks, lit, shades: shades.size, biomes: [...biomes], problems }));
process.exitCode = problems.length > 0 ? 1 : 0;
