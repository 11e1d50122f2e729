// node render_glb.mjs <folder of the npm package three> <file.glb> <out.png> [width height]: draws a GLB file with three.js in headless
// Chromium, as a viewer that knows EXT_mesh_gpu_instancing, and prints what it found in it as JSON.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';

const [three, glb, output, width = '1280', height = '720'] = process.argv.slice(2);
const timeoutMs = 240000;

const page = `<!doctype html><script type="importmap">
{"imports": {"three": "/three/build/three.module.js", "addons/": "/three/examples/jsm/"}}</script>
<body style="margin:0"><script type="module">
import * as THREE from 'three';
import { GLTFLoader } from 'addons/loaders/GLTFLoader.js';
const tell = (path, body) => fetch(path, { method: 'POST', body });
try {
    const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    renderer.setSize(${width}, ${height});
    renderer.toneMapping = THREE.ACESFilmicToneMapping;
    document.body.appendChild(renderer.domElement);
    const scene = new THREE.Scene();
    scene.background = new THREE.Color(0xbfd4e6);
    const gltf = await new GLTFLoader().loadAsync('/scene.glb');
    scene.add(gltf.scene);
    let meshes = 0, instanced = 0, copies = 0, triangles = 0;
    gltf.scene.traverse((node) => {
        if (!node.isMesh) return;
        const count = node.isInstancedMesh ? node.count : 1;
        meshes++;
        if (node.isInstancedMesh) { instanced++; copies += count; node.frustumCulled = false; }
        triangles += count * node.geometry.index.count / 3;
    });
    const box = new THREE.Box3().setFromObject(gltf.scene), size = box.getSize(new THREE.Vector3());
    const radius = size.length() / 2, middle = box.getCenter(new THREE.Vector3());
    const sun = new THREE.DirectionalLight(0xfff2dd, 3.2);
    sun.position.set(-1, 1.1, 0.6);
    scene.add(sun, new THREE.HemisphereLight(0xcfe2ff, 0x6b5f48, 1.6));
    const camera = new THREE.PerspectiveCamera(38, ${width} / ${height}, radius / 500, radius * 10);
    const towards = new THREE.Vector3(0.3, 0.6, 1).normalize();
    camera.position.copy(middle).addScaledVector(towards, 1.9 * radius);
    camera.lookAt(middle);
    renderer.render(scene, camera);
    const blob = await new Promise((done) => renderer.domElement.toBlob(done, 'image/png'));
    await tell('/picture', blob);
    await tell('/done', JSON.stringify({ meshes, instanced, copies, triangles, size: size.toArray() }));
} catch (error) {
    await tell('/failed', String(error && error.stack || error));
}
</script>`;

const types = { js: 'text/javascript', glb: 'model/gltf-binary' };
function send(response, path) {
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.split('.').pop()] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
}

const profile = mkdtempSync(join(tmpdir(), 'render-glb-'));
let browser;
function finish(code, text) {
    (code ? console.error : console.log)(text);
    browser?.once('exit', () => {
        rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
        process.exit(code);
    });
    browser?.kill('SIGKILL');
}

const server = createServer((request, response) => {
    if (request.method === 'GET') {
        const path = normalize(decodeURIComponent(request.url));
        if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        if (path === '/scene.glb') return send(response, glb);
        if (path.startsWith('/three/')) return send(response, join(three, path.slice('/three/'.length)));
        return response.writeHead(404).end();
    }
    const parts = [];
    request.on('data', (part) => parts.push(part)).on('end', () => {
        const body = Buffer.concat(parts);
        if (request.url === '/picture') writeFileSync(output, body);
        response.end();
        if (request.url === '/done') finish(0, body.toString());
        if (request.url === '/failed') finish(1, `three.js: ${body}`);
    });
});
server.listen(0, '127.0.0.1', () => {
    // SwiftShader: the same pixels on every machine, with or without a GPU.
    browser = spawn(process.env.CHROMIUM ?? 'chromium', ['--headless=new', '--no-sandbox', '--disable-gpu-sandbox',
        '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run',
        `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
    browser.on('error', (error) => finish(1, `chromium: ${error.message}`));
    setTimeout(() => finish(1, `nothing was drawn within ${timeoutMs / 1000} s`), timeoutMs);
});
