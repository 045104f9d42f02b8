/**
 * A command that a test speaks of, for showing what a rule does. Not every test has one here: what can't be built is left out.
 */

import type { World } from "../../engine/request/paths.js";
import type { Test, WordPattern } from "../../language/policy/test.js";

/** A world without links, for what must not depend on the machine that lints. */
export const emptyWorld: World = { workspace: "/workspace", home: "/home/user", linkAt: () => "none" };

interface Draft {
	readonly program?: string;
	readonly operands: readonly string[];
	readonly options: readonly string[];
}

/** A test that adds no words. */
const bare: readonly Draft[] = [{ operands: [], options: [] }];

/** One command for each alternative of a test. */
export function witnessCommands(test: Test): readonly (readonly string[])[] {
	let commands = known.get(test);
	if (commands === undefined) {
		commands = drafts(test).flatMap((draft) =>
			draft.program === undefined ? [] : [[draft.program, ...draft.operands, ...draft.options]],
		);
		known.set(test, commands);
	}
	return commands;
}

/** Several lints ask for those of every rule. */
const known = new WeakMap<Test, readonly (readonly string[])[]>();

function drafts(test: Test): readonly Draft[] {
	switch (test.kind) {
		case "any":
			return test.tests.flatMap(drafts);
		case "all":
			return test.tests.reduce<readonly Draft[]>((left, one) => {
				const right = drafts(one);
				if (right === bare) return left;
				if (left === bare) return right.slice(0, 64);
				return left.flatMap((a) => right.slice(0, 64).map((b) => merge(a, b)));
			}, bare);
		case "program": {
			const program = sampleWord(test.pattern);
			return program === undefined ? [] : [{ program, operands: [], options: [] }];
		}
		case "operands": {
			const operands = test.words.filter((word) => word.kind !== "rest").map(sampleWord);
			return operands.includes(undefined) ? [] : [{ operands: operands as string[], options: [] }];
		}
		case "option": {
			const value = test.value && sampleWord(test.value);
			return [{ operands: [], options: [value === undefined ? test.name : `${test.name}=${value}`] }];
		}
		default:
			return bare;
	}
}

function merge(a: Draft, b: Draft): Draft {
	const program = a.program ?? b.program;
	return {
		...(program === undefined ? {} : { program }),
		operands: [...a.operands, ...b.operands],
		options: [...a.options, ...b.options],
	};
}

function sampleWord(pattern: WordPattern): string | undefined {
	switch (pattern.kind) {
		case "literal":
			return pattern.text;
		case "any":
			return "x";
		case "glob":
			return /[[{\\]/.test(pattern.text) ? undefined : pattern.text.replaceAll("**", "x").replaceAll(/[*?]/g, "x");
		case "regex":
		case "rest":
			return undefined;
	}
}
