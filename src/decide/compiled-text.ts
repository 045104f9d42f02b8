/**
 * A compiled policy as a text, and back. The text is JSON, in lines whose order is fixed: a head with a checksum over all that follows, what is
 * needed of every agent, and then a line for each agent's nodes, each test, rule and choice. So it is read part by part: a decision parses the dozen lines that
 * it meets, whatever the policy's size.
 *
 *     {"format":"bylaw-compiled","version":1,"sha256":"…",
 *     "agents":{…},"counts":[…],"digest":"…","engine":"…","files":[…],"lines":{…},"programs":{…},
 *     "cells":[
 *     "…"
 *     ],
 *     "tests":[
 *     {…},
 *     …
 *     ],
 *     "rules":[ … ],
 *     "choices":[ … ]}
 *
 * The checksum finds what was cut off or changed by accident. Whoever can write the file can write another policy: it is to be kept as the policy is.
 */
import { createHash } from "node:crypto";
import type { Program } from "../knowledge/program.js";
import type { Rule } from "../policy/policy.js";
import type { Test } from "../policy/test.js";
import { engine } from "../source/engine.js";
import { demands, effects } from "../syntax/statements.js";
import { frozen } from "./frozen.js";
import type { AgentDecisions, Choice, Decisions, NodeId, Table, Tree } from "./tree.js";

/** The version of the format. */
const version = 1;
const sign = '{"format":"bylaw-compiled",';
const headFor = (checksum: string): string => `${sign}"version":${version},"sha256":"${checksum}",\n`;

/** An agent in the text: places in the common lists, as numbers of four bytes, little end first, in base64. */
interface AgentText {
	readonly agent: AgentDecisions["agent"];
	readonly rules: string;
	readonly tests: string;
	readonly choices: string;
	/** The place of its nodes among those of all agents. */
	readonly cells: number;
	readonly programs: Readonly<Record<string, NodeId>>;
	readonly others: NodeId;
	readonly whole: NodeId;
	readonly granted: readonly string[];
}

interface BodyText {
	readonly engine: string;
	readonly digest: string;
	readonly files: readonly string[];
	readonly lines: Readonly<Record<string, readonly number[]>>;
	readonly programs: Readonly<Record<string, Program>>;
	/** How many tests, rules and choices there are. */
	readonly counts: readonly [number, number, number];
	readonly agents: Readonly<Record<string, AgentText>>;
}

/** A compiled policy as a text. The same policy gives the same text. */
export function compiledText(tree: Tree): string {
	const tests = lineList();
	const rules = lineList();
	const choices = lineList();
	const cells: string[] = [];
	const agents = Object.entries(tree.agents).map(([name, one]): readonly [string, AgentText] => [
		name,
		{
			agent: one.agent,
			rules: base64Of(one.rules.map(rules.placeOf)),
			tests: base64Of(one.tests.map(tests.placeOf)),
			choices: base64Of(one.choices.map(choices.placeOf)),
			cells: cells.push(`"${base64Of(one.cells)}"`) - 1,
			programs: one.programs,
			others: one.others,
			whole: one.whole,
			granted: one.granted,
		},
	]);
	const { digest, files, lines, programs } = tree;
	const counts = [tests.lines.length, rules.lines.length, choices.lines.length] as const;
	const body: BodyText = { engine, digest, files, lines, programs, counts, agents: Object.fromEntries(agents) };
	const list = (name: string, lines: readonly string[]): string =>
		`"${name}":[${lines.length === 0 ? "" : `\n${lines.join(",\n")}\n`}]`;
	const lists = [
		list("cells", cells),
		list("tests", tests.lines),
		list("rules", rules.lines),
		list("choices", choices.lines),
	];
	const text = `${JSON.stringify(body).slice(1, -1)},\n${lists.join(",\n")}}\n`;
	return `${headFor(checksumOf(Buffer.from(text)))}${text}`;
}

interface LineList {
	readonly lines: string[];
	readonly placeOf: (value: object) => number;
}

/** Values as lines, each once. */
function lineList(): LineList {
	const lines: string[] = [];
	const places = new Map<string, number>();
	return {
		lines,
		placeOf: (value) => {
			const line = JSON.stringify(value);
			let place = places.get(line);
			if (place === undefined) {
				place = lines.push(line) - 1;
				places.set(line, place);
			}
			return place;
		},
	};
}

/** Does a file that begins so hold a compiled policy? Whether it can be used is another question. */
export function isCompiled(bytes: Uint8Array): boolean {
	return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sign.length)).toString("latin1") === sign;
}

/** Why a compiled policy is refused, and what to do. */
export interface CompiledFault {
	readonly fault: string;
	readonly help: string;
}

/** Reads a compiled policy: its head now, the rest when it is asked for. `isSigned`: the bytes were checked already, and by more than a checksum. */
export function readCompiled(bytes: Uint8Array, { isSigned = false } = {}): Decisions | CompiledFault {
	const again = "compile the policy again: `rules compile FILE -o OUT.json`";
	if (!isCompiled(bytes)) return { fault: "this is no compiled policy", help: again };
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const headEnd = buffer.indexOf(10) + 1;
	const head = buffer.toString("latin1", 0, Math.min(headEnd, 200));
	const [, said, checksum] =
		/^\{"format":"bylaw-compiled","version":(\d{1,9}),"sha256":"([0-9a-f]{64})",\n$/.exec(head) ?? [];
	if (said !== undefined && said !== String(version))
		return {
			fault: `this policy was compiled in version ${said} of the format; this is version ${version}`,
			help: again,
		};
	const broken: CompiledFault = {
		fault: "this compiled policy was changed or cut off: its checksum is wrong",
		help: again,
	};
	if (checksum === undefined || (!isSigned && checksumOf(buffer.subarray(headEnd)) !== checksum)) return broken;
	const bodyEnd = buffer.indexOf(10, headEnd);
	if (bodyEnd < 0) return broken;
	let body: Partial<BodyText>;
	try {
		body = JSON.parse(`{${buffer.toString("utf8", headEnd, bodyEnd - 1)}}`) as Partial<BodyText>;
	} catch {
		return broken;
	}
	if (body.engine !== engine)
		return {
			fault: `this policy was compiled by another build of bylaw (${body.engine}; this is ${engine})`,
			help: again,
		};
	return isBody(body, buffer.length) ? decisionsOf(body, buffer, bodyEnd + 1) : broken;
}

/** Is everything of the sort that it should be? Nobody who writes a checksum as well is kept from other rules, but no file must make a decision fail late. */
function isBody(body: Partial<BodyText>, size: number): body is BodyText {
	const { digest, files, lines, programs, counts, agents } = body;
	return (
		typeof digest === "string" &&
		areTexts(files) &&
		isRecord(lines) &&
		Object.values(lines).every((starts) => Array.isArray(starts) && starts.every(Number.isSafeInteger)) &&
		isRecord(programs) &&
		// Policies teach no expressions.
		!/"(?:operandForms|forms)":/.test(JSON.stringify(programs)) &&
		Array.isArray(counts) &&
		counts.length === 3 &&
		counts.every((count) => Number.isSafeInteger(count) && count >= 0 && count <= size) &&
		isRecord(agents) &&
		Object.values(agents).every(isAgent)
	);
}

function isAgent(value: unknown): boolean {
	if (!isRecord(value)) return false;
	const { agent, rules, tests, choices, cells, programs, others, whole, granted } = value;
	if (!isRecord(agent) || !isRecord(agent.environment) || !isRecord(agent.limits)) return false;
	return (
		typeof agent.name === "string" &&
		(effects as readonly unknown[]).includes(agent.default) &&
		(agent.unreadable === "deny" || agent.unreadable === "ask") &&
		areTexts(agent.syntax) &&
		areTexts(agent.trust) &&
		(demands as readonly unknown[]).includes(agent.sandbox) &&
		(demands as readonly unknown[]).includes(agent.audit) &&
		areTexts(agent.environment.keep) &&
		areTexts(agent.environment.accept) &&
		isRecord(agent.environment.set) &&
		[rules, tests, choices].every((places) => typeof places === "string") &&
		isRecord(programs) &&
		[cells, others, whole, ...Object.values(programs)].every(
			(place) => Number.isSafeInteger(place) && (place as number) >= 0,
		) &&
		areTexts(granted)
	);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function areTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function decisionsOf(body: BodyText, buffer: Buffer, start: number): Decisions {
	const [testCount, ruleCount, choiceCount] = body.counts;
	const lines = lineStarts(buffer, start);
	// A list of none has one line, others one more before and behind.
	const linesOf = (count: number): number => (count === 0 ? 1 : count + 2);
	let first = 1;
	const table = <T>(count: number): Table<T> => {
		const made = lineTable<T>(buffer, lines, first, count);
		first += linesOf(count);
		return made;
	};
	const cells = table<string>(Object.keys(body.agents).length);
	const tests = table<Test>(testCount);
	const rules = table<Rule>(ruleCount);
	const choices = table<Choice>(choiceCount);
	const agents: Record<string, AgentDecisions> = Object.create(null) as Record<string, AgentDecisions>;
	for (const [name, one] of Object.entries(body.agents))
		agents[name] = {
			agent: frozen(one.agent),
			rules: through(rules, one.rules),
			tests: through(tests, one.tests),
			choices: through(choices, one.choices),
			get cells() {
				const numbers = numbersOf(cells.at(one.cells) ?? "");
				Object.defineProperty(this, "cells", { value: numbers, enumerable: true });
				return numbers;
			},
			programs: one.programs,
			others: one.others,
			whole: one.whole,
			granted: one.granted,
		};
	const { digest, files, programs } = body;
	return { version: 1, digest, agents, programs, files, lines: body.lines };
}

/** Where each line begins, counted when it is first asked. */
function lineStarts(buffer: Buffer, start: number): (line: number) => number {
	let starts: number[] | undefined;
	return (line) => {
		if (starts === undefined) {
			starts = [start];
			for (let at = buffer.indexOf(10, start); at >= 0; at = buffer.indexOf(10, at + 1)) starts.push(at + 1);
		}
		return starts[line] ?? buffer.length;
	};
}

/** Entries that stand a line each, with a comma behind all but the last; each is parsed once. */
function lineTable<T>(buffer: Buffer, startOf: (line: number) => number, first: number, length: number): Table<T> {
	const read: (T | undefined)[] = [];
	return {
		length,
		at: (index) => {
			if (!(index >= 0 && index < length)) return undefined;
			const known = read[index];
			if (known !== undefined) return known;
			const end = startOf(first + index + 1) - (index === length - 1 ? 1 : 2);
			const entry = JSON.parse(buffer.toString("utf8", startOf(first + index), end)) as T;
			read[index] = entry;
			return entry;
		},
	};
}

/** The entries at these places. */
function through<T>(table: Table<T>, places: string): Table<T> {
	let numbers: Int32Array | undefined;
	const read = (): Int32Array => {
		numbers ??= numbersOf(places);
		return numbers;
	};
	return {
		get length() {
			return read().length;
		},
		at: (index) => table.at(read()[index] ?? -1),
	};
}

const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

function base64Of(numbers: ArrayLike<number>): string {
	const bytes = Buffer.from(Int32Array.from(numbers).buffer);
	return (isBigEndian ? bytes.swap32() : bytes).toString("base64");
}

function numbersOf(text: string): Int32Array {
	const bytes = Buffer.from(text, "base64");
	if (isBigEndian) bytes.swap32();
	// What lies in the shared pool may begin anywhere.
	const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
	return new Int32Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.byteLength / 4));
}

function checksumOf(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}
