/**
 * A compiled policy as a text, read again; write-compiled.ts writes it. The text is JSON, in lines whose order is fixed: a head with a checksum over all that follows, what
 * holds for all agents, and then a line for each agent, its nodes, each test, rule and choice. Where each of them begins is said before. So it is read part by
 * part: a decision parses its agent's line, and the dozen lines and the few nodes that it meets, whatever the policy's size.
 *
 *     {"format":"bylaw-compiled","version":1,"sha256":"…",
 *     "digest":"…","engine":"…","files":[…],"lines":{…},"names":[…],"past":"…","programs":{…},"sources":[…],"starts":{…},
 *     "agents":[
 *     {…},
 *     …
 *     ],
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
import { settledValue } from "../../../language/policy/agent-settings/settled-settings.js";
import type { AgentSettings } from "../../../language/policy/policy.js";
import type { SettingRecord } from "../../../language/policy/settings/setting.js";
import { settingNames, settingRecord } from "../../../language/policy/settings.js";
import type { Test } from "../../../language/policy/test.js";
import { engine } from "../../../language/source/engine.js";
import type { Program } from "../../knowledge/program.js";
import { ruleFrom, testFrom } from "../explain/rule-text.js";
import type { AgentDecisions, Decisions, NodeId, Table } from "../tree.js";
import { areTexts, isChoice, isPlace, isRecord, isRuleText, isTest, isTestText } from "./compiled-entries.js";
import { frozen } from "./frozen.js";

/** The version of the format. */
const version = 1;
const sign = '{"format":"bylaw-compiled",';
/** The first line of a compiled policy with this checksum. */
export const headFor = (checksum: string): string => `${sign}"version":${version},"sha256":"${checksum}",\n`;

/** Numbers of four bytes, little end first, in base64. */
export type Numbers = string;

/** An agent in the text: places in the common lists. */
export interface AgentText {
	readonly agent: AgentDecisions["agent"];
	readonly rules: Numbers;
	readonly tests: Numbers;
	readonly choices: Numbers;
	/** The place of its nodes among those of all agents. */
	readonly cells: number;
	readonly programs: Readonly<Record<string, NodeId>>;
	readonly others: NodeId;
	readonly whole: NodeId;
	readonly granted: readonly string[];
}

/** The lists, in their order. */
export const listNames = ["agents", "cells", "tests", "rules", "choices"] as const;
/** One of them. */
export type ListName = (typeof listNames)[number];

/** What stands behind the head, but for the lists. */
export interface BodyText {
	readonly engine: string;
	readonly digest: string;
	readonly files: readonly string[];
	/** Where the lines of each file begin. */
	readonly lines: Readonly<Record<string, Numbers>>;
	readonly programs: Readonly<Record<string, Program>>;
	/** The places of the tests that ask what happened: most policies have none, and nobody has to look through all tests for that. */
	readonly past: Numbers;
	/** The files that rules stand in. */
	readonly sources: readonly string[];
	/** Of each list: where its entries begin, and where one more would, in bytes from the end of this line. */
	readonly starts: Readonly<Record<ListName, Numbers>>;
	/** The agents' names, in the order of their list. */
	readonly names: readonly string[];
}

/** Bytes between an entry and the next, `,` and a line's end, as between two lists. The end of a list, `]` behind a line's end, is as long. */
export const separatorLength = 2;

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
	return isBody(body) ? decisionsOf(body, buffer, bodyEnd + 1) : broken;
}

/** Is everything of the sort that it should be? Nobody who writes a checksum as well is kept from other rules, but no file must be half believed. */
function isBody(body: Partial<BodyText>): body is BodyText {
	const { digest, files, lines, programs, past, sources, starts, names } = body;
	return (
		[digest, past].every((one) => typeof one === "string") &&
		areTexts(files) &&
		isRecord(lines) &&
		areTexts(Object.values(lines)) &&
		isRecord(programs) &&
		// Policies teach no expressions.
		!/"(?:operandForms|forms)":/.test(JSON.stringify(programs)) &&
		areTexts(sources) &&
		isRecord(starts) &&
		areTexts(listNames.map((name) => starts[name])) &&
		areTexts(names)
	);
}

function isAgent(value: unknown): value is AgentText {
	if (!isRecord(value)) return false;
	const { agent, rules, tests, choices, cells, programs, others, whole, granted } = value;
	if (!isRecord(agent) || !isRecord(agent.environment) || !isRecord(agent.limits)) return false;
	const settled = agent as unknown as AgentSettings;
	return (
		typeof agent.name === "string" &&
		settingNames.map(settingRecord).every((record) => isSetting(record, settledValue(settled, record))) &&
		[rules, tests, choices].every((places) => typeof places === "string") &&
		isRecord(programs) &&
		[cells, others, whole].every(isPlace) &&
		Object.values(programs).every(isPlace) &&
		areTexts(granted)
	);
}

function isSetting(record: SettingRecord, value: unknown): boolean {
	switch (record.form) {
		case "effect":
		case "word":
			return value === undefined ? record.unsaid === undefined : (record.choices as readonly unknown[]).includes(value);
		case "name":
			return typeof value === "string";
		case "names":
		case "paths":
			return areTexts(value);
		case "variables":
			return Array.isArray(record.unsaid) ? areTexts(value) : isRecord(value);
		case "amount":
			return true;
	}
}

function decisionsOf(body: BodyText, buffer: Buffer, first: number): Decisions {
	const { digest, files, programs, past, sources } = body;
	const startsOf = (list: ListName): Int32Array => numbersOf(body.starts[list]);
	const cells = startsOf("cells");
	const tests = lineTable(
		buffer,
		first,
		startsOf("tests"),
		(text, own): Test =>
			isTestText(text)
				? // What stands behind it can't be a part of it: nothing goes round in a circle.
					testFrom(text, (place) => (place < own ? tests.at(place) : undefined))
				: sound(isTest, text),
	);
	const rules = lineTable(buffer, first, startsOf("rules"), (text) =>
		ruleFrom(sound(isRuleText, text), tests.at, (place) => sources[place]),
	);
	const choices = lineTable(buffer, first, startsOf("choices"), (text) => sound(isChoice, text));
	const texts = lineTable(buffer, first, startsOf("agents"), (text) => text);
	const agentAt = (place: number): AgentDecisions => {
		const text = sound(isAgent, texts.at(place));
		if (text.agent.name !== body.names[place]) throw new Error(unsound);
		const [start = 0, next = 0] = cells.subarray(text.cells, text.cells + 2);
		return {
			agent: frozen(text.agent),
			rules: through(rules, text.rules),
			tests: through(tests, text.tests),
			choices: through(choices, text.choices),
			// Between quotes.
			cells: numberTable(buffer, first + start + 1, first + next - separatorLength - 1),
			programs: text.programs,
			others: text.others,
			whole: text.whole,
			granted: text.granted,
		};
	};
	return {
		version: 1,
		digest,
		agents: madeWhenAsked(body.names.map((name, place) => [name, () => agentAt(place)])),
		programs,
		past: through(tests, past),
		files,
		lines: madeWhenAsked(
			Object.entries(body.lines).map(([name, starts]) => [name, () => Array.from(numbersOf(starts))]),
		),
	};
}

/** The entry, if it is what it should be; whoever asks for another one is denied. */
function sound<T>(is: (text: unknown) => text is T, text: unknown): T {
	if (!is(text)) throw new Error(unsound);
	return text;
}

const unsound = "an entry of the compiled policy is not as it should be: compile the policy again";

/** A record of what is made when somebody asks for it, once. */
function madeWhenAsked<T>(entries: readonly (readonly [name: string, make: () => T])[]): Readonly<Record<string, T>> {
	const record = Object.create(null) as Record<string, T>;
	for (const [name, make] of entries)
		Object.defineProperty(record, name, {
			enumerable: true,
			configurable: true,
			get: () => {
				const value = make();
				Object.defineProperty(record, name, { value });
				return value;
			},
		});
	return record;
}

/** Entries that stand a line each; each is parsed once. */
function lineTable<T>(
	buffer: Buffer,
	first: number,
	starts: Int32Array,
	made: (text: unknown, place: number) => T,
): Table<T> {
	const length = Math.max(0, starts.length - 1);
	const read: (T | undefined)[] = [];
	return {
		length,
		at: (index) => {
			if (!(index >= 0 && index < length)) return undefined;
			const known = read[index];
			if (known !== undefined) return known;
			const [start, next] = [starts[index] as number, starts[index + 1] as number];
			const entry = made(JSON.parse(buffer.toString("utf8", first + start, first + next - separatorLength)), index);
			read[index] = entry;
			return entry;
		},
	};
}

/** Numbers of which few are asked for: they are read by the thousand. They stand in base64 between these places. */
function numberTable(buffer: Buffer, start: number, end: number): Pick<Table<number>, "at"> {
	const pages: (Int32Array | undefined)[] = [];
	return {
		at: (index) => {
			const number = Math.floor(index / numbersOfPage);
			let page = pages[number];
			// equivalent: read again, it is the same
			if (page === undefined) {
				if (!(index >= 0)) return undefined;
				const from = start + number * charactersOfPage;
				page = numbersOf(buffer.toString("latin1", from, Math.min(end, from + charactersOfPage)));
				pages[number] = page;
			}
			return page[index - number * numbersOfPage];
		},
	};
}

/** Three numbers are sixteen characters. */
const numbersOfPage = 3 * 512;
const charactersOfPage = 16 * 512;

/** The entries at these places. */
function through<T>(table: Table<T>, places: Numbers): Table<T> {
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

// equivalent: whoever writes the numbers reads them so, and the other kind of machine is not at hand
export const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

function numbersOf(text: Numbers): Int32Array {
	const bytes = Buffer.from(text, "base64");
	if (isBigEndian) bytes.swap32();
	// A copy begins at a multiple of four; what lies in the shared pool may begin anywhere.
	return new Int32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.byteLength / 4));
}

/** The SHA-256 of the bytes, in hexadecimal. */
export function checksumOf(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}
