import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
// @ts-expect-error: a script without types.
import { importsOf } from "../../../../scripts/checks/imports.mjs";

/** Packages that everything reachable from a file names, types included. */
function packagesFrom(entry: string): ReadonlySet<string> {
	const packages = new Set<string>();
	const seen = new Set<string>();
	const waiting = [entry];
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (seen.has(path)) continue;
		seen.add(path);
		const found = importsOf(readFileSync(path, "utf8"), path) as readonly { readonly specifier?: string }[];
		for (const { specifier = "" } of found) {
			if (specifier.startsWith(".")) waiting.push(join(dirname(path), specifier.replace(/\.js$/, ".ts")));
			else if (!specifier.startsWith("node:")) packages.add(specifier);
		}
	}
	expect(seen.size).toBeGreaterThan(100);
	return packages;
}

test("the library names no agents' SDK and no protocol server, not even in its types", () => {
	const sdks = /^(ai|ai-v6|zod|@ai-sdk|@openai|@anthropic-ai|@modelcontextprotocol)(\/|$)/;
	expect([...packagesFrom("src/index.ts")].filter((name) => sdks.test(name))).toEqual([]);
});
