// node read_anvil_prismarine.mjs <folder of the npm package prismarine-provider-anvil> <world> <list>: the world has the blocks
// of the list at its places, as prismarine-chunk knows them. A line is x y z name properties, and in a world with light also
// sky-light block-light biome. Games rename blocks: for each of them the world is one of 1.18.2 that was opened.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [packageFolder, world, list] = process.argv.slice(2);
const require = createRequire(join(packageFolder, 'package.json'));
const { Anvil } = require(packageFolder);
const { Vec3 } = require('vec3');
const { biomes } = require('prismarine-registry')('1.18.2');

// The provider opens files to write them: it gets a copy.
const copy = mkdtempSync(join(tmpdir(), 'anvil-'));
cpSync(world, copy, { recursive: true });
const anvil = new (Anvil('1.18.2'))(join(copy, 'region')), chunks = new Map();

let wrong = 0, filled = 0;
const lines = readFileSync(list, 'utf8').trim().split('\n');
for (const line of lines) {
    const [x, y, z, name, state, ...lit] = line.split(' '), key = `${x >> 4}.${z >> 4}`;
    if (!chunks.has(key)) chunks.set(key, await anvil.load(x >> 4, z >> 4));
    const chunk = chunks.get(key);
    const place = new Vec3(x & 15, +y, z & 15), block = chunk?.getBlock(place);
    const seen = lit.length > 0 && chunk ?
        `${chunk.getSkyLight(place)} ${chunk.getBlockLight(place)} minecraft:${biomes[chunk.getBiome(place)]?.name}` : '';
    const found = block ? `minecraft:${block.name}` : 'nothing', own = block?.getProperties() ?? {};
    const same = state === '-' || state.split(',').every((one) => {
        const [property, value] = one.split('=');
        return `${own[property]}` === value;
    });
    filled += found !== 'minecraft:air';
    if ((found !== name || !same || seen !== lit.join(' ')) && wrong++ < 5)
        console.error(`${x} ${y} ${z}: ${found} ${JSON.stringify(own)} ${seen} instead of ${name} ${state} ${lit.join(' ')}`);
}
console.log(`${chunks.size} chunks, ${lines.length} places, ${filled} of them filled, ${wrong} wrong`);
await anvil.close?.();
rmSync(copy, { recursive: true });
process.exit(wrong > 0 || filled === 0 ? 1 : 0);
