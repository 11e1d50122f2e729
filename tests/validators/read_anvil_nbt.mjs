// node read_anvil_nbt.mjs <folder of the npm package prismarine-nbt> <world> <list>: the world has the blocks of the list at
// its places. A line is x y z name properties. The trees are read by prismarine-nbt; regions and sections here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

const [packageFolder, world, list] = process.argv.slice(2);
const nbt = createRequire(import.meta.url)(packageFolder);
const regions = new Map(), chunks = new Map();

function region(x, z) {
    const key = `${x}.${z}`;
    if (!regions.has(key)) regions.set(key, readFileSync(`${world}/region/r.${key}.mca`));
    return regions.get(key);
}

function chunk(x, z) {
    const key = `${x}.${z}`;
    if (chunks.has(key)) return chunks.get(key);
    const file = region(x >> 5, z >> 5), location = file.readUInt32BE(4 * ((x & 31) + 32 * (z & 31)));
    const start = (location >>> 8) * 4096, length = file.readUInt32BE(start);
    if (file.length % 4096 || start < 8192 || length + 4 > (location & 255) * 4096) throw new Error('sectors are wrong');
    if (file[start + 4] !== 2) throw new Error('not compressed by zlib');
    const tree = nbt.parseUncompressed(inflateSync(file.subarray(start + 5, start + 4 + length)), 'big');
    const data = nbt.simplify(tree);
    if (data.xPos !== x || data.zPos !== z || data.Status !== 'full') throw new Error(`chunk ${key} is another one`);
    chunks.set(key, data);
    return data;
}

const properties = (state) =>
    state.Properties ? Object.entries(state.Properties).map(([k, v]) => `${k}=${v}`).sort().join(',') : '-';

function blockAt(x, y, z) {
    const section = chunk(x >> 4, z >> 4).sections.find((one) => one.Y === y >> 4);
    const { palette, data } = section.block_states;
    if (palette.length === 1) return `${palette[0].Name} ${properties(palette[0])}`;
    const bits = Math.max(4, Math.ceil(Math.log2(palette.length))), perLong = Math.floor(64 / bits);
    if (data.length !== Math.ceil(4096 / perLong)) throw new Error(`${data.length} words of ${bits} bits`);
    const index = (x & 15) + 16 * ((z & 15) + 16 * (y & 15)), [high, low] = data[Math.floor(index / perLong)];
    const word = (BigInt.asUintN(32, BigInt(high)) << 32n) | BigInt.asUintN(32, BigInt(low));
    const state = palette[Number((word >> BigInt(bits * (index % perLong))) & BigInt((1 << bits) - 1))];
    return `${state.Name} ${properties(state)}`;
}

const level = nbt.simplify((await nbt.parse(readFileSync(`${world}/level.dat`))).parsed);
if (level.Data.RandomSeed === undefined || level.Data.LevelName !== 'Terrane') throw new Error('level.dat is wrong');

let wrong = 0, filled = 0;
const lines = readFileSync(list, 'utf8').trim().split('\n');
for (const line of lines) {
    const [x, y, z, name, state] = line.split(' '), expected = `${name} ${state.split(',').sort().join(',')}`;
    const found = blockAt(+x, +y, +z);
    filled += !found.startsWith('minecraft:air');
    if (found !== expected && wrong++ < 5) console.error(`${x} ${y} ${z}: ${found} instead of ${expected}`);
}
console.log(`${chunks.size} chunks, ${lines.length} places, ${filled} of them filled, ${wrong} wrong`);
process.exitCode = wrong > 0 || filled === 0 ? 1 : 0;
