// node read_vox.mjs <folder of the npm package three> <file.vox> <list>: the scene as three.js reads it has the colours of
// the list at its places. A line is x y z colour, from the low corner of the scene; a colour that begins with "air" is none.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [three, file, list] = process.argv.slice(2);
const { VOXLoader } = await import(pathToFileURL(`${three}/examples/jsm/loaders/VOXLoader.js`));
const bytes = readFileSync(file);
const result = new VOXLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

const models = result.chunks.map((chunk, i) => {
    const { x, y, z } = (result.scene.children.length ? result.scene.children[i] : result.scene).position;
    const { size, data, palette } = chunk;
    // A node stands in the middle of its model; z of three.js is -y of the file.
    const low = [x - Math.floor(size.x / 2), -z - Math.floor(size.y / 2), y - Math.floor(size.z / 2)];
    const colors = new Uint8Array(size.x * size.y * size.z);
    for (let k = 0; k < data.length; k += 4) {
        if (data[k] >= size.x || data[k + 1] >= size.y || data[k + 2] >= size.z) throw new Error('a voxel beyond its model');
        colors[data[k] + size.x * (data[k + 1] + size.y * data[k + 2])] = data[k + 3];
    }
    return { low, size: [size.x, size.y, size.z], colors, palette };
});
const origin = [0, 1, 2].map((axis) => Math.min(...models.map((model) => model.low[axis])));

const colorAt = (place) => {
    for (const { low, size, colors, palette } of models) {
        const at = place.map((value, axis) => value + origin[axis] - low[axis]);
        if (at.some((value, axis) => value < 0 || value >= size[axis])) continue;
        const index = colors[at[0] + size[0] * (at[1] + size[1] * at[2])];
        if (index === 0) return 'air';
        const color = palette[index];
        return [color & 255, (color >> 8) & 255, (color >> 16) & 255].map((v) => v.toString(16).padStart(2, '0')).join('');
    }
    return 'air';
};

let wrong = 0, filled = 0;
const lines = readFileSync(list, 'utf8').trim().split('\n');
for (const line of lines) {
    const [x, y, z, wanted] = line.split(' ');
    const expected = wanted.startsWith('air') ? 'air' : wanted, found = colorAt([+x, +y, +z]);
    filled += found !== 'air';
    if (found !== expected && wrong++ < 5) console.error(`${x} ${y} ${z}: ${found} instead of ${expected}`);
}
console.log(`${models.length} models, ${lines.length} places, ${filled} of them filled, ${wrong} wrong`);
process.exitCode = wrong > 0 || filled === 0 ? 1 : 0;
