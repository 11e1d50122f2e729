// node read_anvil_nbt.mjs <folder of the npm package prismarine-nbt> <world> <list>: the world has the blocks of the list at
// its places. A line is x y z name properties, and in a world with light also sky-light block-light biome. Heightmaps are those
// of the blocks.
import { existsSync, readFileSync } from 'node:fs';
import { AnvilWorld } from './anvil_world.mjs';

const [packageFolder, folder, list] = process.argv.slice(2);
const world = new AnvilWorld(packageFolder, folder);

const properties = (state) =>
    state.Properties ? Object.entries(state.Properties).map(([k, v]) => `${k}=${v}`).sort().join(',') : '-';

const level = await world.level();
if (level.RandomSeed === undefined || level.LevelName !== 'Terrane') throw new Error('level.dat is wrong');

let wrong = 0, filled = 0;
const lines = readFileSync(list, 'utf8').trim().split('\n');
for (const line of lines) {
    const [x, y, z, name, state, ...lit] = line.split(' '), expected = [name, state.split(',').sort().join(','), ...lit].join(' ');
    const block = world.state(+x, +y, +z);
    const rest = lit.length > 0 ? [...world.light(+x, +y, +z), world.biome(+x, +y, +z)] : [];
    const found = [block.Name, properties(block), ...rest].join(' ');
    filled += block.Name !== 'minecraft:air';
    if (found !== expected && wrong++ < 5) console.error(`${x} ${y} ${z}: ${found} instead of ${expected}`);
}
let wrongHeights = 0;
for (const chunk of world.chunks.values()) wrongHeights += world.wrongHeights(chunk.xPos, chunk.zPos);

// A world of other heights has a data pack that is switched on and says the same as its chunks.
const { yPos, sections } = world.chunks.values().next().value, type = `${folder}/datapacks/terrane/data/minecraft/dimension_type/overworld.json`;
const packed = yPos !== -4 || sections.length !== 24;
if (packed !== existsSync(type) || packed !== level.DataPacks.Enabled.includes('file/terrane')) throw new Error('the data pack is wrong');
if (packed) {
    const { min_y, height, logical_height } = JSON.parse(readFileSync(type, 'utf8'));
    if (min_y !== 16 * yPos || height !== 16 * sections.length || logical_height !== height) throw new Error('its heights are wrong');
    if (JSON.parse(readFileSync(`${folder}/datapacks/terrane/pack.mcmeta`, 'utf8')).pack.pack_format !== 9) throw new Error('not of 1.18.2');
}
console.log(`${world.chunks.size} chunks, ${lines.length} places, ${filled} of them filled, ${wrong} wrong, ${wrongHeights} wrong heights`);
process.exitCode = wrong > 0 || filled === 0 || wrongHeights > 0 ? 1 : 0;
