/** Writes a compiled policy as the text that compiled-text.ts describes and reads. Deciding writes none. */
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import { engine } from "../../../language/source/engine.js";
import type { RuleText, TestText } from "../explain/rule-text.js";
import type { Choice, Tree } from "../tree.js";
import {
	type AgentText,
	type BodyText,
	checksumOf,
	headFor,
	isBigEndian,
	type ListName,
	listNames,
	type Numbers,
	separatorLength,
} from "./compiled-text.js";

/** A compiled policy as a text. The same policy gives the same text. */
export function compiledText(tree: Tree): string {
	const cells: string[] = [];
	const tests: LineList<Test> = lineList((test) =>
		JSON.stringify(isPutTogether(test) ? testText(test, tests.placeOf) : test),
	);
	const sources = lineList<string>((name) => name);
	const rules = lineList<Rule>((rule) => JSON.stringify(ruleText(rule, tests.placeOf, sources.placeOf)));
	const choices = lineList<Choice>(JSON.stringify);
	const agents = Object.values(tree.agents).map((one) => {
		const text: AgentText = {
			agent: one.agent,
			rules: base64Of(one.rules.map(rules.placeOf)),
			tests: base64Of(one.tests.map(tests.placeOf)),
			choices: base64Of(one.choices.map(choices.placeOf)),
			cells: cells.push(`"${base64Of(one.cells)}"`) - 1,
			programs: one.programs,
			others: one.others,
			whole: one.whole,
			granted: one.granted,
		};
		return JSON.stringify(text);
	});
	const pastPlaces = Object.values(tree.agents).flatMap((one) =>
		one.tests.flatMap((test) => (test.kind === "past" ? tests.placeOf(test) : [])),
	);
	const { text: rest, starts } = listsText({
		agents,
		cells,
		tests: tests.lines,
		rules: rules.lines,
		choices: choices.lines,
	});
	const { digest, files, programs } = tree;
	const body: BodyText = {
		engine,
		digest,
		files,
		lines: Object.fromEntries(Object.entries(tree.lines).map(([name, starts]) => [name, base64Of(starts)])),
		programs,
		past: base64Of(pastPlaces),
		sources: sources.lines,
		starts,
		names: Object.keys(tree.agents),
	};
	const text = `${JSON.stringify(body).slice(1, -1)},\n${rest}`;
	return `${headFor(checksumOf(Buffer.from(text)))}${text}`;
}

function isPutTogether({ kind }: Test): boolean {
	return kind === "all" || kind === "any" || kind === "not";
}

interface LineList<T> {
	readonly lines: string[];
	readonly placeOf: (value: T) => number;
}

/** Values as lines, each once. */
function lineList<T>(lineOf: (value: T) => string): LineList<T> {
	const lines: string[] = [];
	const places = new Map<string, number>();
	const known = new Map<T, number>();
	return {
		lines,
		placeOf: (value) => {
			const before = known.get(value);
			if (before !== undefined) return before; // equivalent: its line is found as well
			const line = lineOf(value);
			let place = places.get(line);
			if (place === undefined) {
				place = lines.push(line) - 1;
				places.set(line, place);
			}
			known.set(value, place); // equivalent: as above
			return place;
		},
	};
}

/** The lists, and where their entries begin. */
function listsText(lines: Readonly<Record<ListName, readonly string[]>>): {
	readonly text: string;
	readonly starts: Readonly<Record<ListName, Numbers>>;
} {
	let at = 0;
	const texts: string[] = [];
	const starts = listNames.map((name) => {
		const own = lines[name];
		const open = `"${name}":[\n`;
		texts.push(`${open}${own.join(",\n")}\n]`);
		at += open.length;
		const begins = [at];
		for (const line of own) {
			at += Buffer.byteLength(line) + separatorLength;
			begins.push(at);
		}
		// equivalent: only the last one is ever empty, since some rules are always there
		at += own.length === 0 ? 2 * separatorLength : separatorLength;
		return [name, base64Of(begins)] as const;
	});
	return {
		text: `${texts.join(",\n")}}\n`,
		starts: Object.fromEntries(starts) as unknown as Readonly<Record<ListName, Numbers>>,
	};
}

function base64Of(numbers: ArrayLike<number>): Numbers {
	const bytes = Buffer.from(Int32Array.from(numbers).buffer);
	return (isBigEndian ? bytes.swap32() : bytes).toString("base64");
}

/** The rule in short. `placeOf`, `placeOfFile`: where a test and a file stand in their lists. */
function ruleText(rule: Rule, placeOf: (test: Test) => number, placeOfFile: (name: string) => number): RuleText {
	const { access, grants, restricts, message, note, use, excludedBy } = rule;
	const { file, start, end } = rule.span;
	return {
		id: rule.id,
		keyword: rule.keyword,
		effect: rule.effect,
		...(access === undefined ? {} : { access }),
		...(grants === undefined ? {} : { grants: testText(grants, placeOf) }),
		...(restricts === undefined ? {} : { restricts: testText(restricts, placeOf) }),
		...(rule.locked ? { locked: rule.locked } : {}),
		...(rule.override ? { override: rule.override } : {}),
		...(rule.engine ? { engine: rule.engine } : {}),
		...(message === undefined ? {} : { message }),
		...(note === undefined ? {} : { note }),
		...(use.length === 0 ? {} : { use }),
		owner: rule.owner,
		...(excludedBy.length === 0 ? {} : { excludedBy }),
		span: [placeOfFile(file), start, end],
	};
}

/** The test in short: what it is put together of stands elsewhere in the list. */
function testText(test: Test, placeOf: (test: Test) => number): TestText {
	switch (test.kind) {
		case "all":
			return test.tests.map((one) => testText(one, placeOf));
		case "any":
			return { any: test.tests.map((one) => testText(one, placeOf)) };
		case "not":
			return { not: testText(test.test, placeOf) };
		default:
			return placeOf(test);
	}
}
