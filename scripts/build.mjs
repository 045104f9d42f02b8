/**
 * Makes `dist`: the library for `import` and for `require`, the command line, the declarations, the manual pages,
 * the licences of what is bundled and a bill of it.
 * All of it is made in memory first, so that a build that fails leaves the last good `dist` alone.
 *
 *	--unless-current   nothing is built where `dist` was built from exactly what is here, and nobody has changed it
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundles } from "./build/bundles.mjs";
import { isCurrent, markCurrent, stateOfInputs } from "./build/current.mjs";
import { declarations } from "./build/declarations.mjs";
import { licences } from "./build/licences.mjs";
import { manPages } from "./build/man-pages.mjs";
import { sbom } from "./build/sbom.mjs";
import { root } from "./root.mjs";

const dist = join(root, "dist");

if (process.argv.includes("--unless-current") && isCurrent()) {
	console.log("build: dist is what would be built");
	process.exit(0);
}

try {
	const before = stateOfInputs();
	const { files: bundled, inputs } = await bundles();
	const files = new Map([
		...bundled,
		...declarations(),
		...(await manPages()),
		["THIRD-PARTY-LICENSES.txt", licences(inputs)],
		["sbom.cdx.json", sbom(inputs)],
	]);

	rmSync(dist, { recursive: true, force: true });
	for (const [name, text] of files) {
		const path = join(dist, name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	chmodSync(join(dist, "cli.cjs"), 0o755);

	markCurrent(before);

	const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
	console.log(`build: ${files.size} files, ${Math.round(bytes / 1024)} KB in dist`);
} catch (error) {
	console.error(`build: ${error instanceof Error ? error.message : error}`);
	process.exit(1);
}
