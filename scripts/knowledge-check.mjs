/**
 * Holds the tables of programs against the programs themselves. It fetches the programs that agents use most as Debian and
 * npm packages into a cache, installs none of them into the system, reads their `--help`, manual pages and completions, and
 * lists the options and subcommands that a table lacks.
 *
 *	npm run knowledge:check                all programs
 *	npm run knowledge:check -- git tar     these programs
 *	--json                                 the answer as JSON
 *	--all                                  lists what is open, too
 *
 * It fails when something lacks that `scripts/knowledge-check/open.yaml` does not name, when that list names what lacks no
 * longer, and when a table says that it is complete and is not. `--help` runs in bubblewrap: without a network, with an empty
 * home, in a file system that can't be written. The cache (about 5 GB) is `bylaw-knowledge-check` in your cache folder.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { ownUrls } from "./own-urls.mjs";
import { plainEnvironment } from "./pack.mjs";
import { root } from "./root.mjs";

const { values: options, positionals: names } = parseArgs({
	options: { json: { type: "boolean", default: false }, all: { type: "boolean", default: false } },
	allowPositionals: true,
});

try {
	const { check } = await load();
	process.exitCode = (await check({ names, json: options.json, all: options.all, environment: plainEnvironment() }))
		? 0
		: 1;
} catch (error) {
	console.error(`knowledge-check: ${error instanceof Error ? error.message : error}`);
	process.exitCode = 1;
}

async function load() {
	const folder = join(root, "node_modules/.cache/bylaw", `knowledge-check-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const outfile = join(folder, "check.mjs");
		await build({
			absWorkingDir: root,
			entryPoints: ["scripts/knowledge-check/check.ts"],
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			target: "node20.19",
			packages: "external",
			logLevel: "error",
			plugins: [ownUrls],
		});
		return await import(pathToFileURL(outfile).href);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
