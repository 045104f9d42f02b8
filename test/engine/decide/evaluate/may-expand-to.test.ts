/** A word that a shell puts something in for: which texts it may become, and what that means for rules. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import { mayExpandTo } from "../../../../src/engine/decide/evaluate/may-expand-to.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const glob = (pattern: string) => ({ kind: "globbed", pattern }) as const;
const begun = (begins: string, words: "one" | "any" = "one") =>
	({ kind: "unknown", source: "x", words, begins }) as const;

describe("a word may become", () => {
	test.each([
		[glob("*"), "*"],
		[glob("*"), "keep"],
		[glob("src/*"), "src/a"],
		[glob("*.o"), "a.o"],
		[glob("A*"), "ab"],
		[glob("a\\*b*"), "a*b"],
		[glob("[ab]c"), "ac"],
		[begun("src/"), "src/a"],
		[begun("src/", "any"), "other"],
		[{ kind: "unknown", source: "x", words: "one" } as const, "a"],
	])("%j: %s", (word, text) => expect(mayExpandTo(word, text)).toBe(true));
});

describe("a word never becomes", () => {
	test.each([
		[glob("src/*"), "*"],
		[glob("*.o"), "*"],
		[glob("*.o"), "a.c"],
		[glob("src/*"), "other"],
		[begun("src/"), "other"],
		[{ kind: "known", text: "a" } as const, "b"],
	])("%j: %s", (word, text) => expect(mayExpandTo(word, text)).toBe(false));
});

describe("a rule about a word", () => {
	const { tree } = loadText(
		"p.rules",
		"default allow\nsyntax globs, variables\ndeny rm ** keep\ndeny git push main\n",
		{
			cwd: "/nowhere",
		},
	);
	if (tree === undefined) throw new Error("there is no tree");
	const world = { workspace: "/w", home: "/h", linkAt: () => "none" as const, entriesOf: () => [] };
	const effect = (script: string): string => decide(tree, { script }, world).effect;

	test.each(["rm *", "rm k*", "rm *p", "rm a *", "rm $x", 'rm "k$x"', "git push *"])("may be about `%s`", (script) =>
		expect(effect(script)).toBe("deny"),
	);

	test.each(["rm *.o", "rm src/*", "rm a src/* b", 'git push "feature$x"', "git push feature/*"])(
		"is not about `%s`",
		(script) => expect(effect(script)).toBe("allow"),
	);
});
