/** Ours: a policy text, loaded; then `decide` with a made-up world, so that no disk is in the numbers, as there is none in the others'. */
import { pathToFileURL } from "node:url";
import { policyTextOf } from "../policy-text.mjs";

const { decide, loadText } = await import(pathToFileURL(process.env.BYLAW_BENCH_ENGINE).href);
const world = { workspace: "/repo", home: "/home/dev", linkAt: () => "none", entriesOf: () => [] };

export function prepare(rules) {
	const { tree, diagnostics } = loadText("bench.rules", policyTextOf(rules));
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
	return { decide: (argv) => decide(tree, { argv }, world).effect };
}
