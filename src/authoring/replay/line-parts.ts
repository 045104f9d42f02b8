/**
 * The parts of a log's line that tell what comes of its record, as they stand there: what was asked and answered, and where. Lines that have both in common differ in
 * what a replay does not read (numbers, times, hashes), so that what came of one comes of the others, and none of them has to be read as JSON.
 *
 * Lines of one log have few layouts: the same members in the same order. A layout is learned from a line, and found again in others by the names alone. Where the
 * parts of a line are new, its members are read one by one: if the names stand where the layout has them, then so they do in every line of the same parts, since all
 * else of such a line is a text or a number by itself.
 */
import { unreadMembers } from "./log-records.js";

/** What a line says of what a replay reads, as it is written. A member of other lines is never in both. */
export interface LineParts {
	/** All that is read, but for the folders. */
	readonly what: string;
	readonly where: string;
}

/** Finds the parts of lines, and learns how they are laid out. */
export interface LineReader {
	/** Undefined where no line was laid out like this one. */
	readonly partsOf: (text: string) => LineParts | undefined;
	/** Looks at a line that is JSON member by member: its parts. Undefined where it is not written as programs write JSON. */
	readonly learn: (text: string) => LineParts | undefined;
}

/** `read`: members that matter beside those that a replay reads. */
export function lineReader(read: readonly string[] = []): LineReader {
	/** The one that was found last comes first. */
	const layouts: Layout[] = [];
	let learned = 0;
	const first = (at: number): void => {
		layouts.unshift(...layouts.splice(at, 1));
	};
	return {
		partsOf: (text) => {
			if (text.length > longest) return undefined;
			for (let at = 0; at < layouts.length; at++) {
				const found = partsBy(layouts[at] as Layout, text);
				if (found === undefined) continue;
				if (at > 0) first(at);
				return found;
			}
			return undefined;
		},
		learn: (text) => {
			if (text.length > longest) return undefined;
			const members = membersOf(text, read);
			if (members === undefined) return undefined;
			const name = members.map((one) => `${one.name} ${one.kind} ${one.pattern}`).join("\n");
			const at = layouts.findIndex((one) => one.name === name);
			if (at < 0 && learned >= mostLearned) return undefined;
			const layout = layouts[at] ?? layoutOf(members, name);
			// A line may be laid out like several: it is found as it was learned.
			if (at >= 0) first(at);
			else {
				learned++;
				layouts.unshift(layout);
				layouts.length = Math.min(layouts.length, mostLayouts);
			}
			const parts = partsBy(layout, text);
			const { begins } = layout;
			return beginsOf(members).every((at, index) => at === begins[index]) ? parts : undefined;
		},
	};
}

/** UTF-16 units. Longer lines are few, and read as JSON. */
const longest = 32_768;
const mostLayouts = 12;
/** A log of ever new layouts is read as JSON. */
const mostLearned = 1_000;
/** No record has as many. */
const mostMembers = 64;

/** A text of JSON, a number, and a time that is one for certain. */
const text = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const day = "(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31";
const moment = String.raw`"20\d\d-(?:${day})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z"`;

const isText = new RegExp(text, "y");
const isNumber = new RegExp(number, "y");
const isMoment = new RegExp(moment, "y");
const isWord = /true|false|null/y;

/** A member of a record, by where it stands. */
interface Member {
	readonly name: string;
	/** Of its name's quote. */
	readonly at: number;
	readonly kind: "what" | "where" | "skipped";
	/** What its value looks like, where it is skipped. */
	readonly pattern: string;
}

const folders: ReadonlySet<string> = new Set(["workspace", "home", "cwd"]);

/**
 * The members of an object that is JSON without blanks; undefined where it is none, and where a member stands twice: JSON takes the last one, which may be another
 * than that which is skipped. What lies inside of their values is not looked at.
 */
function membersOf(line: string, read: readonly string[]): readonly Member[] | undefined {
	const members: Member[] = [];
	const names = new Set<string>();
	if (line[0] !== "{") return undefined;
	for (let at = 1; ; ) {
		const named = endOf(isText, line, at);
		if (named === undefined || line[named] !== ":") return undefined;
		const name = line.slice(at + 1, named - 1);
		// What it is called would be seen by nobody who looks for the name.
		if (name.includes("\\") || names.has(name) || names.size >= mostMembers) return undefined;
		names.add(name);
		const end = valueEnd(line, named + 1);
		if (end === undefined) return undefined;
		members.push(memberOf(line, name, at, named + 1, read));
		if (line[end] === "}" && end === line.length - 1) return members;
		if (line[end] !== ",") return undefined;
		at = end + 1;
	}
}

function memberOf(line: string, name: string, at: number, value: number, read: readonly string[]): Member {
	if (folders.has(name)) return { name, at, kind: "where", pattern: "" };
	if (name === "time" && endOf(isMoment, line, value) !== undefined)
		return { name, at, kind: "skipped", pattern: moment };
	const isUnread = unreadMembers.has(name) && !read.includes(name);
	if (isUnread && endOf(isText, line, value) !== undefined) return { name, at, kind: "skipped", pattern: text };
	if (isUnread && endOf(isNumber, line, value) !== undefined) return { name, at, kind: "skipped", pattern: number };
	return { name, at, kind: "what", pattern: "" };
}

function endOf(pattern: RegExp, line: string, at: number): number | undefined {
	pattern.lastIndex = at;
	return pattern.test(line) ? pattern.lastIndex : undefined;
}

function valueEnd(line: string, from: number): number | undefined {
	const first = line[from];
	if (first === '"') return endOf(isText, line, from);
	if (first !== "{" && first !== "[") return endOf(isNumber, line, from) ?? endOf(isWord, line, from);
	let depth = 0;
	for (let at = from; at < line.length; at++) {
		const here = line[at];
		if (here === '"') {
			const end = endOf(isText, line, at);
			if (end === undefined) return undefined;
			at = end - 1;
		} else if (here === "{" || here === "[") depth++;
		else if ((here === "}" || here === "]") && --depth === 0) return at + 1;
	}
	return undefined;
}

/** Members in their order: those that are skipped, and those that are kept, as far as they are beside each other. */
interface Layout {
	/** What tells it from others. */
	readonly name: string;
	readonly steps: readonly Step[];
	/** Where each step began in the line that was looked at last. */
	readonly begins: Int32Array;
	/** A record without a time is decided otherwise. */
	readonly mark: string;
}

interface Step {
	readonly kind: Member["kind"];
	/** How it begins. */
	readonly begin: string;
	/** All that is skipped. */
	readonly skipped: RegExp | undefined;
}

/** Where steps begin: at members of another kind than the one before. */
function beginsOf(members: readonly Member[]): readonly number[] {
	return members.flatMap(({ kind, at }, index) => (members[index - 1]?.kind === kind ? [] : [at - 1]));
}

function layoutOf(members: readonly Member[], name: string): Layout {
	const steps: Step[] = [];
	for (let first = 0; first < members.length; ) {
		const { kind } = members[first] as Member;
		let end = first;
		while (members[end]?.kind === kind) end++;
		const lead = first === 0 ? "{" : ",";
		const all = members.slice(first, end);
		const skips = all.map(({ name, pattern }, index) => `${index === 0 ? `\\${lead}` : ","}"${name}":${pattern}`);
		steps.push({
			kind,
			begin: `${lead}"${all[0]?.name}":`,
			skipped: kind === "skipped" ? new RegExp(skips.join(""), "y") : undefined,
		});
		first = end;
	}
	return {
		name,
		steps,
		begins: new Int32Array(steps.length),
		mark: members.some(({ name, pattern }) => name === "time" && pattern !== "") ? "" : "!",
	};
}

/** The parts of a line where its members' names stand in this order; each beginning is noted. Line breaks, which no line has, stand between what lies apart. */
function partsBy({ steps, begins, mark }: Layout, line: string): LineParts | undefined {
	let [what, where] = [mark, ""];
	let at = 0;
	for (let index = 0; index < steps.length; index++) {
		const { kind, begin, skipped } = steps[index] as Step;
		begins[index] = at;
		if (skipped !== undefined) {
			skipped.lastIndex = at;
			if (!skipped.test(line)) return undefined;
			at = skipped.lastIndex;
			continue;
		}
		if (!line.startsWith(begin, at)) return undefined;
		const next = steps[index + 1];
		const end = next === undefined ? line.length - 1 : line.indexOf(next.begin, at + begin.length);
		if (end < 0) return undefined;
		const run = line.slice(at, end);
		if (kind === "what") what = what === "" ? run : `${what}\n${run}`;
		else where = where === "" ? run : `${where}\n${run}`;
		at = end;
	}
	return at === line.length - 1 && line[at] === "}" ? { what, where } : undefined;
}
