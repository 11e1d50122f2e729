// A Minecraft world as a reader sees it: trees by prismarine-nbt; regions, sections, light, biomes and heightmaps here, as the
// game keeps them since 1.18.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

// `count` numbers of `bits` in words of 64 (pairs of high and low halves), none of which straddles two.
function unpack(words, bits, count) {
    const perLong = Math.floor(64 / bits), mask = (1 << bits) - 1, out = new Uint16Array(count);
    if (words.length !== Math.ceil(count / perLong)) throw new Error(`${words.length} words for ${count} of ${bits} bits`);
    for (let i = 0; i < count; i++) {
        const [high, low] = words[Math.floor(i / perLong)], at = bits * (i % perLong);
        const crossing = at < 32 && at + bits > 32 ? high << (32 - at) : 0;
        out[i] = (at >= 32 ? high >>> (at - 32) : (low >>> at) | crossing) & mask;
    }
    return out;
}

const bitsFor = (count) => Math.ceil(Math.log2(count));
const nibble = (bytes, index) => ((bytes[index >> 1] & 255) >> (4 * (index & 1))) & 15;

const FLUIDS = new Set(['minecraft:water', 'minecraft:lava']);
const PLANTS = new Set(['grass', 'dead_bush', 'fern', 'sugar_cane', 'poppy', 'dandelion', 'cornflower', 'oxeye_daisy', 'brown_mushroom',
    'red_mushroom'].map((name) => `minecraft:${name}`));
const isAir = (name) => name === 'minecraft:air';
const isLeaves = (name) => name.endsWith('_leaves');
const blocksMotion = (name) => !isAir(name) && !PLANTS.has(name) && !FLUIDS.has(name);
// What each heightmap looks for, by the rules of the game.
const HEIGHTMAPS = {
    WORLD_SURFACE: (name) => !isAir(name),
    MOTION_BLOCKING: (name) => blocksMotion(name) || FLUIDS.has(name),
    MOTION_BLOCKING_NO_LEAVES: (name) => (blocksMotion(name) || FLUIDS.has(name)) && !isLeaves(name),
    OCEAN_FLOOR: blocksMotion,
};

export { FLUIDS, PLANTS, isAir, isLeaves, blocksMotion };

export class AnvilWorld {
    constructor(packageFolder, folder) {
        this.nbt = createRequire(import.meta.url)(packageFolder);
        this.folder = folder;
        this.regions = new Map();
        this.chunks = new Map();
    }

    async level() {
        return this.nbt.simplify((await this.nbt.parse(readFileSync(`${this.folder}/level.dat`))).parsed).Data;
    }

    region(x, z) {
        const key = `${x}.${z}`;
        if (!this.regions.has(key)) this.regions.set(key, readFileSync(`${this.folder}/region/r.${key}.mca`));
        return this.regions.get(key);
    }

    has(x, z) {
        return this.region(x >> 5, z >> 5).readUInt32BE(4 * ((x & 31) + 32 * (z & 31))) !== 0;
    }

    chunk(x, z) {
        const key = `${x}.${z}`;
        if (this.chunks.has(key)) return this.chunks.get(key);
        const file = this.region(x >> 5, z >> 5), location = file.readUInt32BE(4 * ((x & 31) + 32 * (z & 31)));
        const start = (location >>> 8) * 4096, length = file.readUInt32BE(start);
        if (file.length % 4096 || start < 8192 || length + 4 > (location & 255) * 4096) throw new Error('sectors are wrong');
        if (file[start + 4] !== 2) throw new Error('not compressed by zlib');
        const tree = this.nbt.parseUncompressed(inflateSync(file.subarray(start + 5, start + 4 + length)), 'big');
        const data = this.nbt.simplify(tree);
        if (data.xPos !== x || data.zPos !== z || data.Status !== 'full') throw new Error(`chunk ${key} is another one`);
        data.sections.forEach((section, i) => {
            if (section.Y !== data.yPos + i) throw new Error(`section ${section.Y} of chunk ${key} is out of order`);
        });
        this.chunks.set(key, data);
        return data;
    }

    section(x, y, z) {
        const chunk = this.chunk(x >> 4, z >> 4);
        return chunk.sections[(y >> 4) - chunk.yPos];
    }

    // The palette of a section and its indices, unpacked once.
    blocks(section) {
        const { palette, data } = section.block_states;
        section.unpacked ??= palette.length === 1 ? new Uint16Array(4096) : unpack(data, Math.max(4, bitsFor(palette.length)), 4096);
        return section.unpacked;
    }

    state(x, y, z) {
        const section = this.section(x, y, z);
        if (!section) return { Name: 'minecraft:air' };
        return section.block_states.palette[this.blocks(section)[(x & 15) + 16 * ((z & 15) + 16 * (y & 15))]];
    }

    name(x, y, z) {
        return this.state(x, y, z).Name;
    }

    light(x, y, z) {
        const section = this.section(x, y, z), index = (x & 15) + 16 * ((z & 15) + 16 * (y & 15));
        if (section.SkyLight?.length !== 2048 || section.BlockLight?.length !== 2048) throw new Error('a section without light');
        return [nibble(section.SkyLight, index), nibble(section.BlockLight, index)];
    }

    biome(x, y, z) {
        const section = this.section(x, y, z), { palette, data } = section.biomes;
        section.cells ??= palette.length === 1 ? new Uint16Array(64) : unpack(data, bitsFor(palette.length), 64);
        return palette[section.cells[((x >> 2) & 3) + 4 * (((z >> 2) & 3) + 4 * ((y >> 2) & 3))]];
    }

    // The number of columns of a chunk whose heightmaps are not what its blocks say.
    wrongHeights(chunkX, chunkZ) {
        const chunk = this.chunk(chunkX, chunkZ), height = 16 * chunk.sections.length, low = 16 * chunk.yPos;
        const tests = Object.entries(HEIGHTMAPS).map(([map, test]) =>
            ({ test, heights: unpack(chunk.Heightmaps[map], bitsFor(height + 1), 256) }));
        let wrong = 0;
        for (let i = 0; i < 256; i++) {
            const x = chunkX * 16 + (i & 15), z = chunkZ * 16 + (i >> 4);
            const left = new Set(tests);
            let y = low + height - 1;
            for (; y >= low && left.size > 0; y--) {
                const name = this.name(x, y, z);
                for (const one of left)
                    if (one.test(name)) {
                        wrong += one.heights[i] !== y + 1 - low;
                        left.delete(one);
                    }
            }
            for (const one of left) wrong += one.heights[i] !== 0;
        }
        return wrong;
    }
}
