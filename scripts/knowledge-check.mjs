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
import { parseArgs } from "node:util";
import { loadTypescript } from "./load-typescript.mjs";
import { ownUrls } from "./own-urls.mjs";
import { plainEnvironment } from "./pack.mjs";

const { values: options, positionals: names } = parseArgs({
	options: { json: { type: "boolean", default: false }, all: { type: "boolean", default: false } },
	allowPositionals: true,
});

try {
	const { check } = await loadTypescript(["scripts/knowledge-check/check.ts"], [ownUrls]);
	process.exitCode = (await check({ names, json: options.json, all: options.all, environment: plainEnvironment() }))
		? 0
		: 1;
} catch (error) {
	console.error(`knowledge-check: ${error instanceof Error ? error.message : error}`);
	process.exitCode = 1;
}
