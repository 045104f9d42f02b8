/**
 * pi-permission-system: its engine without the agent that it extends. It is published as TypeScript sources, which are bundled here as they are: a parse,
 * then the strictest answer for the commands found and for the paths, as its gates for shell commands do it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL("..", import.meta.url));
const own = "@gotgenes/pi-permission-system";
const entry = `
	export { BashProgram } from "#src/access-intent/bash/program";
	export { resolveBashCommandCheck } from "#src/handlers/gates/bash-command";
	export { describeBashPathGate } from "#src/handlers/gates/bash-path";
	export { posixPathFlavor } from "#src/path/path-flavor";
	export { PathNormalizer } from "#src/path-normalizer";
	export { PermissionManager } from "#src/permission-manager";
	export { PermissionResolver } from "#src/permission-resolver";
`;

export async function open({ deny = [], reads = [], own: isOwn = false }, { cwd }) {
	// By itself it asks about every command: it denies none.
	if (isOwn) return undefined;
	const loaded = await bundled();
	const { BashProgram, PathNormalizer, PermissionManager, PermissionResolver, posixPathFlavor } = loaded;
	const { describeBashPathGate, resolveBashCommandCheck } = loaded;
	const denied = (patterns) => [["*", "allow"], ...patterns.map((pattern) => [pattern, "deny"])];
	const permission = {
		bash: Object.fromEntries(denied(deny.map((words) => words.join(" ")).flatMap((text) => [text, `${text} *`]))),
		// The last that matches wins.
		path: Object.fromEntries(denied(reads.flatMap((path) => [path, `*/${path}`, `${path}/*`]))),
	};
	const manager = new PermissionManager({ policyLoader: loaderOf({ permission }) });
	const resolver = new PermissionResolver(manager, { getRuleset: () => [] });
	const normalizer = new PathNormalizer(posixPathFlavor, cwd);
	return {
		async decide(command) {
			const program = await BashProgram.parse(command, normalizer);
			const commands = resolveBashCommandCheck(command, program.commands(), undefined, resolver).state;
			const paths = reads.length === 0 ? null : describeBashPathGate({}, program, resolver);
			return strictest([commands, paths?.preCheck?.state ?? "allow"]);
		},
	};
}

function strictest(answers) {
	return ["deny", "ask"].find((one) => answers.includes(one)) ?? "allow";
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
			path: join(here, "node_modules", own, `${path.slice(1)}.ts`),
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
	const folder = mkdtempSync(join(here, "node_modules", own, "gate-")); // its packages are found from there
	try {
		const outfile = join(folder, "pi.mjs");
		await build({
			absWorkingDir: join(here, "node_modules", own),
			stdin: { contents: entry, resolveDir: join(here, "node_modules", own), sourcefile: "entry.ts", loader: "ts" },
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
