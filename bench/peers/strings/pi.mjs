/**
 * pi-permission-system: its engine without the agent that it extends. It is published as TypeScript sources, which are bundled here as they are: a parse,
 * then the strictest answer for the commands found, as its gate for shell commands does it. The grammar is loaded and the rules composed once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const bench = fileURLToPath(new URL("../..", import.meta.url));
const own = "@gotgenes/pi-permission-system";
const entry = `
	export { BashProgram } from "#src/access-intent/bash/program";
	export { resolveBashCommandCheck } from "#src/handlers/gates/bash-command";
	export { posixPathFlavor } from "#src/path/path-flavor";
	export { PathNormalizer } from "#src/path-normalizer";
	export { PermissionManager } from "#src/permission-manager";
	export { PermissionResolver } from "#src/permission-resolver";
`;
export async function prepare({ allowed, denied }) {
	const {
		BashProgram,
		PathNormalizer,
		PermissionManager,
		PermissionResolver,
		posixPathFlavor,
		resolveBashCommandCheck,
	} = await bundled();
	// The last that matches wins.
	const rules = [
		["*", "ask"],
		...allowed.flatMap((prefix) => [prefix, `${prefix} *`].map((pattern) => [pattern, "allow"])),
		...denied.flatMap((prefix) => [prefix, `${prefix} *`].map((pattern) => [pattern, "deny"])),
	];
	const manager = new PermissionManager({
		policyLoader: loaderOf({ permission: { bash: Object.fromEntries(rules) } }),
	});
	const resolver = new PermissionResolver(manager, { getRuleset: () => [] });
	const normalizer = new PathNormalizer(posixPathFlavor, "/repo");
	return {
		async decide(command) {
			const program = await BashProgram.parse(command, normalizer);
			return resolveBashCommandCheck(command, program.commands(), undefined, resolver).state;
		},
	};
}

/** Gives it the rules without a file. */
function loaderOf(config) {
	const nothing = () => ({});
	return {
		loadGlobalConfig: () => config,
		loadProjectConfig: nothing,
		loadAgentConfig: nothing,
		loadProjectAgentConfig: nothing,
		getConfiguredMcpServerNames: () => [],
		getCacheStamp: () => "",
		getConfigIssues: () => [],
		getResolvedPolicyPaths: nothing,
	};
}

/** `#src/x` means `src/x.ts`, for which it relies on the program that loads it. */
const inSources = {
	name: "in sources",
	setup: (build) =>
		build.onResolve({ filter: /^#src\// }, ({ path }) => ({
			path: join(bench, "node_modules", own, `${path.slice(1)}.ts`),
		})),
};

/** The agent that it extends is not here, and nothing of it is called. */
const withoutAgent = {
	name: "without the agent",
	setup(build) {
		build.onResolve({ filter: /^@earendil-works\// }, ({ path }) => ({ path, namespace: "agent" }));
		build.onLoad({ filter: /./, namespace: "agent" }, () => ({ contents: "module.exports = {};" }));
	},
};

async function bundled() {
	const folder = mkdtempSync(join(bench, "node_modules", own, "bench-")); // its packages are found from there;
	try {
		const outfile = join(folder, "pi.mjs");
		await build({
			absWorkingDir: join(bench, "node_modules", own),
			stdin: { contents: entry, resolveDir: join(bench, "node_modules", own), sourcefile: "entry.ts", loader: "ts" },
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			target: "node20.19",
			plugins: [inSources, withoutAgent],
			packages: "external",
			logLevel: "error",
		});
		return await import(pathToFileURL(outfile).href);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
