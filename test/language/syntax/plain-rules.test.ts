/** Rules of patterns and options alone are read from their tokens, and come out as the parser reads them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DslReading } from "../../../src/language/syntax/dsl/dsl-statements.js";
import { readDsl } from "../../../src/language/syntax/dsl/read-dsl.js";
import { writeDsl } from "../../../src/language/syntax/dsl/write-dsl.js";
import type { Statement } from "../../../src/language/syntax/statements.js";
import { arbitraryPolicy } from "./arbitrary-policy.js";

const packs = join(import.meta.dirname, "../../../rules");

interface Both {
	readonly quick: readonly Statement[];
	readonly parsed: readonly Statement[];
	/** Tokens that the parser was spared. */
	readonly spared: number;
	readonly faults: number;
}

function readBothWays(text: string): Both {
	const [one, other] = [new DslReading("x.rules", 0), new DslReading("x.rules", 0)];
	const lexed = one.lex(text);
	const left = one.readPlain(lexed.tokens);
	const quick = one.statements(one.parse({ ...lexed, tokens: left }, "policy"));
	const parsed = other.statements(other.parse(other.lex(text), "policy"));
	return { quick, parsed, spared: lexed.tokens.length - left.length, faults: other.diagnostics.length };
}

describe("plain rules", () => {
	test.each(readdirSync(packs).filter((name) => name.endsWith(".rules")))("of %s", (name) => {
		const { quick, parsed } = readBothWays(readFileSync(join(packs, name), "utf8"));
		expect(quick).toEqual(parsed);
	});

	test("of any policy", () => {
		fc.assert(
			fc.property(arbitraryPolicy(), (file) => {
				const { quick, parsed, faults } = readBothWays(writeDsl(file));
				if (faults === 0) expect(quick).toEqual(parsed);
			}),
			{ numRuns: Number(process.env.RUNS ?? 250) },
		);
	});

	test.each([
		"default deny\nallow git status, exactly git log -1\ndeny git push with --force, -f & -u without -n\nask @tools\n",
		'agent a {\n\tallow git "x y" /v[0-9]+/\n\tallow a,\n\t\tb\n}\nallow c\nagent b { deny d }\n',
		"allow a\nprogram deploy can read {\n\toption -x\n}\ndeny deploy\ngroup g {\n\tallow b\n}\nask c\n",
	])("are read without the parser, each where it stands: %j", (text) => {
		const { quick, parsed, spared, faults } = readBothWays(text);
		expect(faults).toBe(0);
		expect(quick).toEqual(parsed);
		expect(spared).toBeGreaterThan(5);
	});

	test.each([
		"never allow rm\nalways deny x\n",
		"default allow\nlocked deny a\noverride allow b\n",
		"ask 2 of release npm publish\nask of release a\n",
		'allow git push within .\ndeny a touching b because "c"\nallow git push after npm test\n',
		"expect allow: git push\n",
	])("all else is left to the parser: %j", (text) => {
		const { quick, parsed, spared } = readBothWays(text);
		expect(quick).toEqual(parsed);
		expect(spared).toBe(0);
	});

	test.each([
		["allow git push,\n", "the text ends where a word is missing"],
		["agent a {\n\tallow b\n", "a brace is missing"],
		["program p {\n\tallow b\n}\n", "a rule stands in a program"],
		["allow a with -x with -y\n", "a clause stands twice"],
		["set x = allow b\n", "a set has no pattern"],
		["allow a\n}\n", "a brace closes nothing"],
		["allow a exactly\n", "`exactly` has nothing behind it"],
		["deny a with -x &\nallow b\n", "an option is missing"],
	])("what is faulty is told: %j (%s)", (text) => {
		expect(readDsl("x.rules", text).diagnostics.length).toBeGreaterThan(0);
	});
});
