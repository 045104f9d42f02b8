/** Bylaw: the engine as its package exports it, in a world where nothing lies in any folder. */
import { existsSync } from "node:fs";

const syntax =
	"syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs";

/** The library: of this repository where it was built, or the package that is installed. */
async function library() {
	const built = new URL("../../dist/index.js", import.meta.url);
	return existsSync(built) ? import(built.href) : import("bylaw");
}

export async function open(group, place) {
	return openWith(await library(), group, place);
}

/** The same with the library at hand. */
export function openWith({ decide, loadText }, group, { cwd, home }) {
	const { tree, diagnostics } = loadText("conformance.rules", policyOf(group), { cwd });
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
	const world = { workspace: cwd, home, linkAt: () => "none", entriesOf: () => [] };
	return { decide: (script) => decide(tree, { script }, world).effect };
}

export function policyOf({ deny = [], reads = [], own = false }) {
	if (own) return 'import "guard"\n';
	return [
		"default allow",
		syntax,
		"environment accept *",
		...deny.map((words) => `deny ${words.join(" ")}`),
		...reads.map((path) => `deny * touching ${path}`),
		"",
	].join("\n");
}
