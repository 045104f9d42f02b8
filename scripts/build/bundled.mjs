/** The packages whose code is in the bundles, by the files that esbuild read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

/** Each with its folder, from the repository's, and what its own `package.json` says; in the order of the folders. */
export function bundledPackages(inputs) {
	const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
	return [...folders].sort().map((folder) => {
		const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
		return { folder, name, version, license };
	});
}

/** `node_modules/@chevrotain/gast` of `node_modules/@chevrotain/gast/lib/src/api.js`; the innermost one counts. */
function packageFolder(input) {
	return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}
