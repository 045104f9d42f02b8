/** Ours: a policy with all syntax that everyday scripts use; `decide` reads the string and decides it, in a made-up world. */
import { pathToFileURL } from "node:url";

const { decide, loadText } = await import(pathToFileURL(process.env.BYLAW_BENCH_ENGINE).href);
const world = { workspace: "/repo", home: "/home/dev", linkAt: () => "none", entriesOf: () => [] };

export function prepare({ allowed, denied }) {
	const { tree, diagnostics } = loadText(
		"bench.rules",
		`agent default {
	default ask
	unreadable ask
	allow ${allowed.join(", ")}
	deny ${denied.join(", ")}
	syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs
}
`,
	);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
	return { decide: (script) => decide(tree, { script }, world).effect };
}
