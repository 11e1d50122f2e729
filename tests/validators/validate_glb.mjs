// node validate_glb.mjs <folder of the npm package gltf-validator> <file.glb>...: prints what the Khronos validator finds;
// fails on any error or warning.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [packageFolder, ...files] = process.argv.slice(2);
const validator = createRequire(import.meta.url)(packageFolder);
const severities = ['error', 'warning', 'information', 'hint'];

let failed = files.length === 0;
for (const file of files) {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 0, uri: file });
    const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints; ` +
        `${report.info?.totalTriangleCount ?? 0} triangles`);
    for (const { severity, code, message, pointer } of messages) {
        console.log(`    ${severities[severity]} ${code}: ${message} ${pointer ?? ''}`);
    }
    failed ||= numErrors > 0 || numWarnings > 0;
}
process.exitCode = failed ? 1 : 0;
