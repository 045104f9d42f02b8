/** With which words the commands begin that a rule speaks of. */
import type { Test } from "../../../language/policy/test.js";

/** What a command begins with, as a rule's tests write it out. */
export interface Beginning {
	readonly program: string;
	readonly operands: readonly string[];
	readonly options: readonly string[];
}

export function wordsOf({ program, operands, options }: Beginning): readonly string[] {
	return [program, ...operands, ...options];
}

export interface Start {
	/** Undefined where the program is not written out. */
	readonly begin?: Beginning;
	/** The test asks for nothing else. */
	readonly isAll: boolean;
}

/** The words with which commands begin that a test speaks of, alternatives side by side. */
export function startsOf(test: Test): readonly Start[] {
	switch (test.kind) {
		case "any":
			return test.tests.flatMap(startsOf);
		case "all": {
			const alternatives = test.tests.filter(({ kind }) => kind === "any" || kind === "all");
			const own = test.tests.filter(({ kind }) => kind !== "any" && kind !== "all");
			const program = own.find(({ kind }) => kind === "program");
			if (program === undefined)
				return alternatives.length === 0 ? [{ isAll: false }] : alternatives.flatMap(startsOf).map(partly);
			return [startOf(own, alternatives.length === 0)];
		}
		case "program":
			return [startOf([test], true)];
		case "not":
		case "operands":
		case "option":
		case "only-options":
		case "paths-within":
		case "paths-touching":
		case "hosts-within":
		case "hosts-reaching":
		case "powers-within":
		case "uses-power":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
		case "fact":
		case "until":
			return [{ isAll: false }];
	}
}

function partly(start: Start): Start {
	return { ...start, isAll: false };
}

/** The words that tests of one command write out. */
function startOf(tests: readonly Test[], isAlone: boolean): Start {
	let program: string | undefined;
	const operands: string[] = [];
	const options: string[] = [];
	let isAll = isAlone;
	for (const test of tests) {
		if (test.kind === "program" && test.pattern.kind === "literal" && program === undefined)
			program = test.pattern.text;
		else if (test.kind === "operands") {
			const open = test.words.findIndex(({ kind }) => kind !== "literal");
			const literal = open < 0 ? test.words : test.words.slice(0, open);
			operands.push(...literal.map((word) => (word.kind === "literal" ? word.text : "")));
			if (open >= 0 || test.exactly) isAll = false;
		} else if (test.kind === "option" && test.value === undefined) {
			options.push(test.name);
			isAll = false;
		} else isAll = false;
	}
	return program === undefined ? { isAll: false } : { begin: { program, operands, options }, isAll };
}
