/**
 * The records of a decision log, as far as it takes to ask what they asked again. What a log does not say is told as such, never guessed.
 */

import type { Decision, RuleRef } from "../../engine/decide/decision.js";
import { altered } from "../../engine/records/altered.js";
import { remembered } from "../../engine/records/remembered.js";
import type { OwnPlaces, World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Effect } from "../../language/syntax/statements.js";
import { jsonOf, longestLine } from "../../runtime/audit/parts.js";
import type { Asker } from "../../runtime/audit/record.js";
import type { InputLine } from "../../runtime/servers/lines/split-lines.js";

/** A line of the log without its line break, or why it has no text. */
export type LogLine = ({ readonly text: string } | { readonly fault: string }) & {
	/** It has no line break, and is the last one: what is no record there is being written, or was torn. */
	readonly isOpen?: true;
};

/** A line of a log, as lines are read. */
export function logLine(line: InputLine): LogLine {
	if ("text" in line) return line;
	return {
		fault: line.fault === "too long" ? `the line is longer than ${longestLine} bytes` : "the line is not UTF-8 text",
	};
}

/** What stands behind the last line break of a log. */
export function openLine(line: InputLine): LogLine {
	return { ...logLine(line), isOpen: true };
}

/** An answer with what decided it. */
export interface Answer {
	readonly effect: Effect;
	/** What kind of reason it has: `rule`, `default`, `syntax` and so on. */
	readonly code: string;
	readonly rules: readonly RuleRef[];
}

/** Lines of which nothing could be made: how many for which reason, and the first of them. */
export interface Tally {
	readonly count: number;
	readonly reasons: readonly { readonly why: string; readonly count: number; readonly lines: readonly number[] }[];
}

/** So many lines are named for a reason. */
const mostLines = 10;

/** What is read of a decision's record. */
export interface Recorded extends Answer, Asker {
	readonly id: string;
	/** As it stands there; it may be no time. */
	readonly time: string;
	readonly agent: string;
	readonly workspace?: string;
	readonly home?: string;
	readonly masked: boolean;
	/** What its commands run, by their names without folders; absent where the record does not say. */
	readonly programs?: readonly string[];
	/** What was asked, with variables that are empty; or why the log does not hold it. */
	readonly asked: Request | string;
}

/** Members of records on which nothing hangs that a replay says; on the session, something does where one is asked for. */
export const unreadMembers: ReadonlySet<string> = new Set(
	"id seq machine surface harness harnessVersion session parent subagent state engine policy repository message latency duration bytes prev hash".split(
		" ",
	),
);

export type ReadLine =
	| { readonly kind: "decision"; readonly recovered: boolean; readonly record: Recorded }
	/** A person said yes to the decision of this id, or it ended: `ran` says whether anything had been started. */
	| { readonly kind: "approval"; readonly recovered: boolean; readonly id: string }
	| { readonly kind: "outcome"; readonly recovered: boolean; readonly id: string; readonly ran: boolean }
	| { readonly kind: "broken"; readonly why: string };

/** What stands in a line. */
export function readLine(line: LogLine): ReadLine {
	if ("fault" in line) return { kind: "broken", why: line.fault };
	let value: unknown;
	try {
		value = jsonOf(line.text);
	} catch {
		return { kind: "broken", why: line.text.trim() === "" ? "the line is empty" : "the line is no JSON" };
	}
	return readRecord(value);
}

/** What a line says that is this as JSON. */
export function readRecord(value: unknown): ReadLine {
	if (!isObject(value)) return { kind: "broken", why: "a record is a JSON object" };
	if (value.version !== 1)
		return { kind: "broken", why: "the line is no record of a version that is known here: `version` is 1" };
	const recovered = value.recovered === true;
	const id = typeof value.id === "string" ? value.id : "";
	if (value.type === "approval") return { kind: "approval", recovered, id };
	// What could not be put on record where it had to be did not run, and neither did what no sandbox was found for.
	if (value.type === "outcome")
		return { kind: "outcome", recovered, id, ran: value.failure === undefined && value.sandbox !== "denied" };
	if (value.type !== "decision")
		return { kind: "broken", why: "a record's `type` is `decision`, `approval` or `outcome`" };
	const record = readDecision(value);
	return typeof record === "string" ? { kind: "broken", why: record } : { kind: "decision", recovered, record };
}

/** The parts of a decision's record that a replay needs, or what is wrong with them. */
function readDecision(value: Readonly<Record<string, unknown>>): Recorded | string {
	const { agent, effect, code, rules, workspace, home } = value;
	if (typeof agent !== "string") return "a decision's `agent` is a name";
	if (!isEffect(effect)) return "a decision's `effect` is `allow`, `ask`, `nudge` or `deny`";
	if (typeof code !== "string") return "a decision's `code` is a word";
	if (!Array.isArray(rules) || !rules.every(isRule)) return "a decision's `rules` are its rules' names and places";
	if (workspace !== undefined && !isFolder(workspace)) return "a decision's `workspace` is an absolute path";
	if (home !== undefined && !isFolder(home)) return "a decision's `home` is an absolute path";
	return {
		id: typeof value.id === "string" ? value.id : "",
		time: typeof value.time === "string" ? value.time : "",
		agent,
		effect,
		code,
		rules: rules.map(({ id, file, line }) => ({ id, file, line })),
		...(workspace === undefined ? {} : { workspace }),
		...(home === undefined ? {} : { home }),
		...(typeof value.session === "string" ? { session: value.session } : {}),
		...(typeof value.parent === "string" ? { parent: value.parent } : {}),
		...(typeof value.subagent === "string" ? { subagent: value.subagent } : {}),
		masked: value.masked === true,
		...programsIn(value.commands),
		asked: requestOf(agent, value),
	};
}

function programsIn(commands: unknown): Pick<Recorded, "programs"> {
	if (!Array.isArray(commands) || commands.length === 0) return {};
	const names = commands.map((one) => (isObject(one) && Array.isArray(one.argv) ? one.argv[0] : undefined));
	if (!isTexts(names)) return {};
	return { programs: [...new Set(names.map((name) => name.slice(name.lastIndexOf("/") + 1)))] };
}

/** The request as it was, but for what variables were set to: that is not in the log. */
function requestOf(agent: string, value: Readonly<Record<string, unknown>>): Request | string {
	const { cwd, argv, script, call, force, env = [], tools } = value;
	const asked = [argv, script, call].filter((one) => one !== undefined);
	if (asked.length === 0) return "the log does not hold their commands";
	if (asked.length > 1) return "they have more than one of `argv`, `script` and `call`";
	if (argv !== undefined && !isTexts(argv)) return "the log does not hold all words of their commands";
	if (script !== undefined && typeof script !== "string") return "the log does not hold their scripts";
	if (call !== undefined && !(Array.isArray(call) && call.every(isTexts)))
		return "the log does not hold all words of their calls";
	if (cwd !== undefined && typeof cwd !== "string") return "the log does not hold their folders";
	if (typeof force !== "boolean") return "the log does not say whether they were forced";
	if (!isTexts(env)) return "the log does not hold the names of their variables";
	if (tools !== undefined && !isTexts(tools)) return "the log does not hold their agent's tools";
	const asking = {
		agent,
		force,
		...(cwd === undefined ? {} : { cwd }),
		...(env.length === 0 ? {} : { env: Object.fromEntries(env.map((name) => [name, ""])) }),
		...(tools === undefined ? {} : { tools }),
	};
	if (call !== undefined) return altered(asking, { call: call as readonly (readonly string[])[] });
	return argv === undefined ? altered(asking, { script: script as string }) : altered(asking, { argv });
}

/**
 * The world of a record: its folders, with files as they are here and now. A workspace without a home says that the home was not known; without either, nothing
 * was said. Facts are not in a log: nobody knows them.
 */
export function worldOf({ workspace, home }: Recorded, { cwd }: Request, world: World, workspaceElse?: string): World {
	const { linkAt, entriesOf, kindAt, textAt } = world;
	const files = {
		linkAt,
		...(entriesOf === undefined ? {} : { entriesOf }),
		...(kindAt === undefined ? {} : { kindAt }),
		...(textAt === undefined ? {} : { textAt }),
	};
	const isSaid = workspace !== undefined;
	const there = isSaid ? workspace : (workspaceElse ?? (isFolder(cwd) ? cwd : world.workspace));
	const itsHome = isSaid ? home : (home ?? world.home);
	const own = ownPlacesFor(itsHome, world);
	return altered(files, {
		workspace: there,
		...(itsHome === undefined ? {} : { home: itsHome }),
		...(own === undefined ? {} : { own }),
	});
}

/** Places of ours that have no fixed names. What lies in another's home here says nothing of that one's. */
function ownPlacesFor(home: string | undefined, world: World): OwnPlaces | undefined {
	const { own, home: here } = world;
	if (own === undefined || here === undefined || home === here) return own;
	return remembered(placesElsewhere, world, () => {
		const isElsewhere = (place: string): boolean => !`${place}/`.startsWith(`${here}/`);
		return { governing: own.governing.filter(isElsewhere), state: own.state.filter(isElsewhere) };
	});
}

/** By the world of here. The same record for all homes: by it path lists know that they were placed already. */
const placesElsewhere = new WeakMap<World, OwnPlaces>();

/** Of all variables, an answer depends on the value of HOME alone, and that only where the request as such is not refused. */
export function dependsOnValues({ env = {} }: Request, { code, commands }: Decision): boolean {
	const refused = commands.length === 0 && (code === "environment" || code === "unknown-agent");
	return Object.hasOwn(env, "HOME") && !refused;
}

/** Lines of one reason. */
export interface Reason {
	count: number;
	readonly lines: number[];
}

/** Counts a line for a reason. `times`: of how many records of an archive it is the first. */
export function tally(reasons: Map<string, Reason>, why: string, line: number, times = 1): void {
	const reason = reasons.get(why) ?? { count: 0, lines: [] };
	reasons.set(why, reason);
	reason.count += times;
	nameLine(reason, line);
}

/** Names a line for a reason, if it is one of the first. */
function nameLine({ lines }: Reason, line: number): void {
	const last = lines.at(-1);
	if (lines.length >= mostLines && line > (last as number)) return;
	lines.push(line);
	// Those who share an answer are counted when it is there.
	if (last !== undefined && line < last) lines.sort((a, b) => a - b);
	lines.length = Math.min(lines.length, mostLines);
}

/** Counts what was counted of lines behind so many others. */
export function tallyAll(reasons: Map<string, Reason>, counted: Tally, before: number): void {
	for (const { why, count, lines } of counted.reasons) {
		const reason = reasons.get(why) ?? { count: 0, lines: [] };
		reasons.set(why, reason);
		reason.count += count;
		for (const line of lines) nameLine(reason, before + line);
	}
}

/** What was counted, as plain data: in the order of the first lines. */
export function tallied(reasons: ReadonlyMap<string, Reason>): Tally {
	const list = [...reasons].map(([why, { count, lines }]) => ({ why, count, lines }));
	list.sort(({ lines: [one = 0] }, { lines: [other = 0] }) => one - other);
	return { count: list.reduce((sum, { count }) => sum + count, 0), reasons: list };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isFolder(value: unknown): value is string {
	return typeof value === "string" && value.startsWith("/");
}

function isEffect(value: unknown): value is Effect {
	return value === "allow" || value === "ask" || value === "nudge" || value === "deny";
}

function isRule(value: unknown): value is RuleRef {
	return isObject(value) && typeof value.id === "string" && typeof value.file === "string" && isLine(value.line);
}

function isLine(value: unknown): boolean {
	return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}
