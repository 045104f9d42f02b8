/** The engine as its sources are now: `src` is bundled for the moment, and nothing of it is kept. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { policyText } from "./policy.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

const entry = `
	export { decide } from "./src/engine/decide/decide.js";
	export { loadText } from "./src/runtime/load/load.js";
	export { readScript } from "./src/engine/request/read-script.js";
`;

/** No link leads anywhere, and every folder is empty: what is measured is the engine, not a disk. */
const world = { workspace: "/repo", home: "/home/dev", linkAt: () => "none", entriesOf: () => [] };

/** The two things that are measured, as functions of a script; each answers `undefined`, or why the script can't be read. */
export async function loadEngine() {
	const { decide, loadText, readScript } = await bundled();
	const { tree, diagnostics } = loadText("typical.rules", policyText);
	if (tree === undefined) throw new Error(`the policy is broken: ${diagnostics.map((one) => one.message).join("; ")}`);
	return {
		read(script) {
			const reading = readScript(script, { home: world.home });
			return reading.kind === "opaque" ? reading.why : undefined;
		},
		decide(script) {
			const decision = decide(tree, { script }, world);
			if (decision.code === "fault") throw new Error(decision.message);
			return decision.effect;
		},
	};
}

async function bundled() {
	const folder = join(root, "node_modules/.cache/bylaw", `bench-${process.pid}`);
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
			sourcemap: "inline",
			logLevel: "error",
		});
		return await import(pathToFileURL(outfile).href);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
