/** The analysis as its sources are now: `src` is bundled into a file of its own, which lives as long as the benchmark. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

const entry = `
	export { difference } from "./src/authoring/analysis/changes/difference.js";
	export { lint } from "./src/authoring/lint/lint.js";
	export { liveness, livenessSubject } from "./src/authoring/analysis/liveness.js";
	export { prove } from "./src/authoring/analysis/prove.js";
	export { anySymbolicWorld, agentModelOf } from "./src/authoring/analysis/agent-model.js";
	export { programs } from "./src/engine/knowledge/programs.generated.js";
	export { loadText } from "./src/runtime/load/load.js";
`;

/** Calls `use` with the path of a module with everything that is measured. */
export async function withEngine(use) {
	const folder = join(root, "node_modules/.cache/bylaw", `bench-analysis-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const outfile = join(folder, "engine.mjs");
		await build({
			absWorkingDir: root,
			stdin: { contents: entry, resolveDir: root, sourcefile: "engine.ts", loader: "ts" },
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			target: "node20.19",
			packages: "external",
			logLevel: "error",
		});
		return await use(outfile);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
