/** The library and the command line as the sources are now, bundled as they are for users, into a folder that lives as long as the benchmark. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundles } from "../../scripts/build/bundles.mjs";
import { root } from "../../scripts/root.mjs";

/** Calls `use` with the paths of both: `engine` is a module with what the package exports. */
export async function withEngine(use) {
	const folder = join(root, "node_modules/.cache/bylaw", `bench-peers-${process.pid}`);
	try {
		for (const [name, text] of (await bundles()).files) {
			// As a module by its name: no `package.json` near by says so.
			const path = join(folder, name === "index.js" ? "index.mjs" : name);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, text);
		}
		return await use({ engine: join(folder, "index.mjs"), commandLine: join(folder, "cli.cjs") });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
