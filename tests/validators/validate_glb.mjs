// node validate_glb.mjs <folder of the npm package gltf-validator> <file.glb>...: prints what the Khronos validator finds;
// fails on any error or warning.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [packageFolder, ...files] = process.argv.slice(2);
const validator = createRequire(import.meta.url)(packageFolder);
// Coarser levels and the arrays of copies belong to extensions that the validator does not know: it says of each that it may be unused.
const mostOfAKind = 4;
const severities = ['error', 'warning', 'information', 'hint'];

let failed = files.length === 0;
for (const file of files) {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 0, uri: file });
    const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints; ` +
        `${report.info?.totalTriangleCount ?? 0} triangles`);
    const seen = {};
    for (const { severity, code, message, pointer } of messages) {
        seen[code] = (seen[code] ?? 0) + 1;
        if (seen[code] > mostOfAKind) continue;
        console.log(`    ${severities[severity]} ${code}: ${message} ${pointer ?? ''}`);
    }
    for (const code in seen) {
        if (seen[code] > mostOfAKind) console.log(`    ${code}: ${seen[code] - mostOfAKind} more`);
    }
    failed ||= numErrors > 0 || numWarnings > 0;
}
process.exitCode = failed ? 1 : 0;
