/**
 * What may stand at a cursor in `.rules.yaml` text. The keys above it are found by their indentation, so that it does not matter whether the file
 * can be read.
 */

import { eventBounds } from "../../../../grammar/keywords.js";
import { clauses, isClauseKeyword } from "../../../language/policy/clauses.js";
import { kinds } from "../../../language/policy/kinds.js";
import { isSettingKeyword } from "../../../language/policy/settings.js";
import { isRuleKeyword } from "../../../language/policy/terms.js";
import { likenesses } from "../../../language/policy/test.js";
import { type ClauseKeyword, effects } from "../../../language/syntax/statements.js";
import { itemKeywords, plainKeywords, sections } from "../../../language/syntax/yaml/yaml-keywords.js";
import { type Cursor, ignoring, type Wanted } from "./cursor.js";
import { cursorInRules } from "./cursor-in-rules.js";

/** Looks at the text before the cursor, and at the keys of the same item behind it. */
export function cursorInYaml(text: string, offset: number): Cursor {
	const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
	const line = text.slice(lineStart, offset);
	const ignored = ignoring.exec(line);
	if (ignored) return { wanted: [{ kind: "lint" }], start: offset - (ignored[1] as string).length, yaml: true };
	if (/(?:^|\s)#[^"']*$/.test(line)) return { wanted: [], start: offset, yaml: true };
	const typed = /[^\s,"'{}[\]&:]*$/.exec(line)?.[0] ?? "";
	const above = keysAbove(text, lineStart, line);
	const wanted = wantedBy(above, itemAround(text, lineStart, line));
	return { wanted, start: offset - typed.length, yaml: true };
}

/** A key that a cursor stands under. `value`: the text of the value so far, if the cursor stands in it. */
interface Above {
	/** From the outermost to the innermost. */
	readonly path: readonly string[];
	/** The cursor stands where a value is, rather than a key. */
	readonly value?: string;
	/** In a list of items rather than among the keys of a mapping. */
	readonly item: boolean;
}

const keyLine = /^([ ]*)((?:- +)*)(?:"([^"]*)"|'([^']*)'|([^\s#"'[{,:][^:#]*?)) *:(?:\s|$)(.*)$/;

function keysAbove(text: string, lineStart: number, line: string): Above {
	const own = innermost(line);
	const path: string[] = [];
	let column = own.column;
	const lines = text.slice(0, lineStart).split(/\r\n|\n|\r/);
	for (let at = lines.length - 1; at >= 0 && column > 0; at--) {
		const above = lines[at] as string;
		if (/^\s*(#|$)/.test(above)) continue;
		const found = keyLine.exec(above);
		const indent = /^ *(?:- +)*/.exec(above)?.[0].length ?? 0;
		const dash = /^ *(?=-)/.exec(above)?.[0].length;
		if (found !== null && indent < column) {
			path.unshift(found[3] ?? found[4] ?? (found[5] as string));
			column = indent;
			// What stands under a dash is an item of the list that the dash belongs to.
			if (dash !== undefined && dash < column) {
				path.unshift("-");
				column = dash + 1;
			}
		} else if (found !== null && own.dashed && indent === column && path.length === 0) {
			// A list may stand as far left as its key.
			path.unshift(found[3] ?? found[4] ?? (found[5] as string));
			column = indent;
		} else if (dash !== undefined && dash < column) {
			path.unshift("-");
			column = dash + 1;
		}
	}
	return {
		path: [...path, ...own.path],
		...(own.value === undefined ? {} : { value: own.value }),
		item: own.dashed && !own.further,
	};
}

/** What a line up to the cursor says by itself: its column, the keys that it opens, the value at its end. */
function innermost(line: string): {
	column: number;
	path: string[];
	value?: string;
	dashed: boolean;
	further: boolean;
} {
	const lead = /^( *)((?:- *)*)/.exec(line) as RegExpExecArray;
	const dashed = lead[2] !== "";
	const path: string[] = dashed ? ["-"] : [];
	const column = dashed ? (lead[1] as string).length : (lead[0] as string).length;
	let rest = line.slice((lead[0] as string).length);
	let value: string | undefined;
	let further = false;
	for (;;) {
		const flow = /^\s*(\[?\s*\{\s*)?(?:"([^"]*)"|'([^']*)'|([A-Za-z_][^\s:,{}[\]"']*))\s*:\s+/.exec(rest);
		if (flow === null) break;
		if (flow[1]?.startsWith("[")) path.push("-");
		path.push(flow[2] ?? flow[3] ?? (flow[4] as string));
		rest = rest.slice(flow[0].length);
		value = rest;
		// Behind the value of a key in braces comes the next key of the same mapping, or the next mapping of the list.
		const next =
			/^(?:\[[^\]]*\]|"[^"]*"|'[^']*'|[^,{}[\]"']*)(?:\s*\},\s*\{\s*|,\s*(?=(["']?)[a-z]*\1\s*:|[a-z]*$))/.exec(rest);
		if (line.includes("{") && next !== null) {
			path.pop();
			rest = rest.slice(next[0].length);
			value = undefined;
			further = true;
		}
	}
	return { column, path, ...(value === undefined ? {} : { value }), dashed, further };
}

/** The keys of the item that the cursor stands in, with their values: lines around it that are indented as far. */
function itemAround(text: string, lineStart: number, line: string): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	const take = (source: string, inBraces = source): void => {
		const plain = keyLine.exec(source);
		if (plain !== null) found.set(plain[3] ?? plain[4] ?? (plain[5] as string), plain[6] ?? "");
		for (const inner of inBraces.matchAll(/(?<=[{,]\s*)(["']?)([a-z]+)\1\s*:\s*([^,}[]*|\[[^\]]*\])/g))
			if (!found.has(inner[2] as string)) found.set(inner[2] as string, inner[3] as string);
	};
	const lead = /^ *(?:- *)*/.exec(line)?.[0].length ?? 0;
	const whole = text.slice(lineStart).split(/\r\n|\n|\r/, 1)[0] as string;
	take(whole, bracesAround(whole, line.length));
	if (/^ *-/.test(line) === false) {
		const lines = text.slice(0, lineStart).split(/\r\n|\n|\r/);
		for (let at = lines.length - 2; at >= 0; at--) {
			const above = lines[at] as string;
			const indent = /^ *(?:- +)*/.exec(above)?.[0].length ?? 0;
			if (/^\s*(#|$)/.test(above)) continue;
			if (indent < lead) break;
			if (indent === lead) take(above);
			if (/^ *-/.test(above) && indent <= lead) break;
		}
	}
	const below = text
		.slice(lineStart)
		.split(/\r\n|\n|\r/)
		.slice(1);
	for (const one of below) {
		if (/^\s*(#|$)/.test(one)) continue;
		const indent = /^ */.exec(one)?.[0].length ?? 0;
		if (indent < lead || /^ *-/.test(one)) break;
		if (indent === lead) take(one);
	}
	return found;
}

/** What stands in the innermost braces around a column, or the whole line. */
function bracesAround(line: string, column: number): string {
	const open: number[] = [];
	for (let at = 0; at < column; at++) {
		if (line[at] === "{") open.push(at);
		else if (line[at] === "}") open.pop();
	}
	const start = open.at(-1);
	if (start === undefined) return line;
	for (let at = column, depth = 0; at < line.length; at++) {
		if (line[at] === "{") depth++;
		else if (line[at] === "}" && depth-- === 0) return line.slice(start, at);
	}
	return line.slice(start);
}

function wantedBy({ path, value, item }: Above, keys: ReadonlyMap<string, string>): readonly Wanted[] {
	const keyPath = path.filter((one) => one !== "-");
	const key = keyPath.at(-1);
	const patterns = patternsOf(keys);
	if (key === undefined) return [{ kind: "keys", keys: [...sections, "statements"] }];
	if (value !== undefined) {
		if (/^\s*(?:\[\s*)?\{\s*[a-z]*$/.test(value) && Object.hasOwn(keysOfValue, key)) return keysUnder(key, path, keys);
		return speaksOfEvents(key, keyPath) ? eventWanted(value) : valueWanted(key, keyPath, words(value), patterns);
	}
	if (path.at(-1) !== "-") return keysUnder(key, keyPath, keys);
	switch (key) {
		case "rules":
		case "statements": {
			const statements: Wanted = { kind: "keys", keys: key === "rules" ? plainKeywords : itemKeywords };
			return item ? [statements, ...keysOfItem(keys)] : keys.size > 0 ? keysOfItem(keys) : [statements];
		}
		case "options":
			return [{ kind: "keys", keys: ["names", "value", "does"] }];
		default:
			return !item && Object.hasOwn(keysOfValue, key)
				? keysUnder(key, keyPath, keys)
				: valueWanted(key, keyPath, [], patterns);
	}
}

/** The keys of values that may be mappings. */
const keysOfValue: Readonly<Record<string, readonly string[]>> = {
	of: ["group", "n", "for"],
	after: ["events", "times", "since", "last", "same"],
	before: ["events", "times", "since", "last", "same"],
	"at most": ["n", "of", "per"],
};

/** Does text behind this key speak of what happened? */
function speaksOfEvents(key: string, path: readonly string[]): boolean {
	const owner = key === "events" || key === "since" ? (path.at(-2) ?? "") : key;
	return isClauseKeyword(owner) && clauses[owner].form === "events";
}

/** Reads as behind `after` in `.rules` text; what bounds the events has keys of its own. */
function eventWanted(value: string): readonly Wanted[] {
	const text = /"([^"]*)$|'([^']*)$/.exec(value.replaceAll(/"[^"]*"|'[^']*'/g, ""));
	const events = text?.[1] ?? text?.[2] ?? /[^,[\]{}]*$/.exec(value)?.[0] ?? "";
	const own: ReadonlySet<string> = new Set(["times", ...eventBounds]);
	return cursorInRules(`deny x after ${events}`, `deny x after ${events}`.length).wanted.flatMap((one): Wanted[] =>
		one.kind === "clause"
			? []
			: one.kind === "words"
				? [{ kind: "words", words: one.words.filter((word) => !own.has(word)) }]
				: [one],
	);
}

/** What a statement may have besides the key that it begins with. */
function keysOfItem(keys: ReadonlyMap<string, string>): readonly Wanted[] {
	const own = (...names: readonly string[]): readonly Wanted[] => [
		{ kind: "keys", keys: names.filter((one) => !keys.has(one)) },
	];
	for (const keyword of keys.keys()) {
		if (isRuleKeyword(keyword)) {
			const { lockable, access, people } = kinds[keyword];
			const more = ["override", ...(lockable ? ["locked"] : []), ...(access || people ? ["of"] : [])];
			return [{ kind: "clause", host: keyword, has: clausesOf(keys) }, ...own(...more)];
		}
		switch (keyword) {
			case "expect":
				return own("command", "by", "forced", "facts", "at", "after");
			case "agent":
			case "group":
				return own("extends", "default", "rules");
			case "program":
				return own("can", "options");
			case "set":
				return own("is");
			default:
				if (isSettingKeyword(keyword)) return own("override");
		}
	}
	return [];
}

/** The keys of the mapping behind a key. */
function keysUnder(key: string, path: readonly string[], keys: ReadonlyMap<string, string>): readonly Wanted[] {
	if (key === "never" || key === "always")
		return [
			...(effects.some((effect) => keys.has(effect)) ? [] : [{ kind: "effect", of: "claim" } as const]),
			{ kind: "clause", host: key, has: clausesOf(keys) },
		];
	const own = keysOfValue[key];
	if (own !== undefined) return [{ kind: "keys", keys: own.filter((one) => !keys.has(one)) }];
	switch (path.at(-2)) {
		case "agents":
		case "groups":
			return [{ kind: "keys", keys: ["extends", "default", "rules"] }];
		case "programs":
			return [{ kind: "keys", keys: ["can", "options"] }];
		default:
			return valueWanted(key, path, [], patternsOf(keys));
	}
}

function clausesOf(keys: ReadonlyMap<string, string>): readonly ClauseKeyword[] {
	return [...keys.keys()].filter(isClauseKeyword);
}

/** The words of the value's last item so far; the last one is being typed and left out. */
function words(value: string): readonly string[] {
	const item = /[^,[\]{}"']*$/.exec(value)?.[0] ?? "";
	return item.trimStart().split(/\s+/).slice(0, -1);
}

/** The patterns of the rule that has these keys, each as its words. */
function patternsOf(keys: ReadonlyMap<string, string>): readonly (readonly string[])[] {
	const subject = [...keys].find(([key]) => isRuleKeyword(key))?.[1] ?? "";
	return subject
		.replaceAll(/[[\]"']/g, "")
		.split(",")
		.map((one) => one.trim().split(/\s+/))
		.filter((one) => one[0] !== "");
}

function clauseValueWanted(
	key: ClauseKeyword,
	before: readonly string[],
	patterns: readonly (readonly string[])[],
): readonly Wanted[] {
	const { form, keyword } = clauses[key];
	switch (form) {
		case "patterns":
		case "events":
			return patternWanted(before);
		case "options":
			return [{ kind: "option", patterns }];
		case "paths":
			return [{ kind: "path" }];
		case "hosts":
			return [{ kind: "host" }];
		case "powers":
			return [{ kind: "power", of: keyword }];
		case "names":
			return [{ kind: "tool" }];
		case "facts":
			return before.length === 0 ? [{ kind: "fact" }] : [];
		case "text":
		case "name":
		case "limit":
		case "date":
			return [];
	}
}

function patternWanted(before: readonly string[]): readonly Wanted[] {
	return before.length === 0
		? [{ kind: "program", access: false }]
		: [{ kind: "word", words: before }, { kind: "word-set" }];
}

function valueWanted(
	key: string,
	path: readonly string[],
	before: readonly string[],
	patterns: readonly (readonly string[])[],
): readonly Wanted[] {
	const inClaim = path.at(-2) === "never" || path.at(-2) === "always";
	if (isClauseKeyword(key)) return clauseValueWanted(key, before, patterns);
	if (isRuleKeyword(key)) return patternWanted(before);
	if (isSettingKeyword(key)) return [{ kind: "setting", keyword: key, words: before }];
	switch (key) {
		case "is":
			return patternWanted(before);
		case "never":
		case "always":
			return inClaim ? [] : [{ kind: "effect", of: "claim" }];
		case "can":
		case "does":
			return [{ kind: "power", of: "program" }];
		case "expect":
			return [{ kind: "effect", of: key }];
		case "extends":
			return [{ kind: "agent" }];
		case "import":
			return [{ kind: "import" }];
		case "same":
			return [{ kind: "words", words: likenesses }];
		case "by":
			return [{ kind: "rule" }];
		case "of":
			return [{ kind: "words", words: ["reads", "writes", "network"] }];
		case "locked":
		case "override":
		case "forced":
			return [{ kind: "words", words: ["true"] }];
		default:
			return path.at(-2) === "sets"
				? before.length === 0
					? [{ kind: "program", access: false }]
					: [{ kind: "word", words: before }, { kind: "word-set" }]
				: [];
	}
}
