/**
 * Decides again what a decision log holds, under another policy, and says what would change.
 * The log comes line by line and is never held; what it does not say is counted, not guessed.
 */
import { isStricter } from "../../engine/decide/combine.js";
import { decide } from "../../engine/decide/decide.js";
import type { Decision, RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import { requestText } from "../../engine/request/calls.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Effect } from "../../language/syntax/statements.js";
import { isOfSession } from "../../runtime/audit/read-log.js";
import type { Asker } from "../../runtime/audit/record.js";

/** A line of the log without its line break, or why it has no text. */
export type LogLine = { readonly text: string } | { readonly fault: string };

export interface ReplayOptions {
	/** Only what this agent asked. */
	readonly agent?: string;
	/** Only what was asked in this session of a harness, and in those that belong to it. */
	readonly session?: string;
	/** The folder that paths of the policy are relative to, where a record does not say; the record's own folder when absent. */
	readonly workspace?: string;
}

/** What came of a line. Lines count from 1; a line that is no decision, or another agent's, gives nothing. */
export type Replayed =
	| Comparison
	/** The log does not hold what the answer depends on. */
	| { readonly kind: "undecided"; readonly line: number; readonly agent: string; readonly why: string }
	/** Another agent's, or another session's, when one was asked for. */
	| { readonly kind: "passed-over"; readonly line: number; readonly agent: string }
	/** A line that was cut off when its writer stopped, as the line behind it says. */
	| { readonly kind: "torn"; readonly line: number }
	| { readonly kind: "broken"; readonly line: number; readonly why: string };

/** A decision of the log beside the one that the policy makes. */
export interface Comparison {
	readonly kind: "compared";
	readonly line: number;
	readonly agent: string;
	readonly request: Request;
	readonly change: "same" | "looser" | "stricter";
	readonly before: Answer;
	readonly after: Answer & { readonly message: string };
	/** The record does not say what paths were relative to, nor where `~` led: folders were taken in their stead. */
	readonly assumed: boolean;
	/** Secrets were taken out of the record: where the answer hangs on one, it is another. */
	readonly masked: boolean;
}

/** An answer with what decided it. */
export interface Answer {
	readonly effect: Effect;
	/** What kind of reason it has: `rule`, `default`, `syntax` and so on. */
	readonly code: string;
	readonly rules: readonly RuleRef[];
}

/** Decides every request of a log again. `world`: its links and folders as they are now; workspace and home are the record's where it has them. */
export async function* replay(
	lines: AsyncIterable<LogLine> | Iterable<LogLine>,
	tree: Tree,
	world: World,
	options: ReplayOptions = {},
): AsyncGenerator<Replayed> {
	let number = 0;
	let torn: { readonly line: number; readonly why: string } | undefined;
	for await (const line of lines) {
		number++;
		const read = readLine(line);
		// Whether a line is broken or was torn, the one behind it says.
		if (torn !== undefined) {
			const recovered = read.kind !== "broken" && read.recovered;
			yield recovered ? { kind: "torn", line: torn.line } : { kind: "broken", ...torn };
			torn = undefined;
		}
		switch (read.kind) {
			case "broken":
				torn = { line: number, why: read.why };
				break;
			case "other":
				break;
			case "decision":
				yield answerTo(read.record, number, tree, world, options);
				break;
		}
	}
	if (torn !== undefined) yield { kind: "broken", ...torn };
}

/** What would change, and how often. Plain data, of a size that does not grow with the log. */
export interface ReplaySummary {
	/** How many decisions were compared. */
	readonly decisions: number;
	readonly same: number;
	readonly looser: number;
	readonly stricter: number;
	/** Looser ones first, then by their number. */
	readonly changes: readonly ReplayChange[];
	/** Changes beyond the groups that are kept. */
	readonly further: number;
	readonly undecided: Tally;
	readonly broken: Tally;
	/** Lines that were cut off, and are passed over. */
	readonly torn: number;
	/** Decisions whose record does not say what paths were relative to. */
	readonly assumed: number;
	/** Decisions out of whose records secrets were taken. */
	readonly masked: number;
	/** The agents of the log, the first hundred. */
	readonly agents: readonly string[];
}

/** Changes of one agent from one answer to another, by the same rules. */
export interface ReplayChange {
	readonly agent: string;
	readonly change: "looser" | "stricter";
	readonly before: Answer;
	readonly after: Answer;
	readonly count: number;
	readonly samples: readonly Sample[];
}

/** A command that would be answered otherwise. */
export interface Sample {
	/** In the log, from 1. */
	readonly line: number;
	/** As a shell would read it; cut when it is very long. */
	readonly command: string;
	/** What the agent would be told. */
	readonly message: string;
}

/** Lines of which nothing could be made: how many for which reason, and the first of them. */
export interface Tally {
	readonly count: number;
	readonly reasons: readonly { readonly why: string; readonly count: number; readonly lines: readonly number[] }[];
}

/** Counts and groups what a replay gives. */
export async function summarise(replayed: AsyncIterable<Replayed> | Iterable<Replayed>): Promise<ReplaySummary> {
	const counts = { same: 0, looser: 0, stricter: 0 };
	// Each has room of its own: many stricter ones do not hide a looser one.
	const groups = { looser: new Map<string, Group>(), stricter: new Map<string, Group>() };
	const agents = new Set<string>();
	const undecided = new Map<string, Reason>();
	const broken = new Map<string, Reason>();
	let [further, torn, assumed, masked] = [0, 0, 0, 0];
	for await (const one of replayed) {
		if ("agent" in one && agents.size < mostAgents) agents.add(one.agent);
		switch (one.kind) {
			case "compared":
				counts[one.change]++;
				if (one.assumed) assumed++;
				if (one.masked) masked++;
				if (one.change !== "same" && !grouped(groups[one.change], one, one.change)) further++;
				break;
			case "undecided":
				tally(undecided, one.why, one.line);
				break;
			case "broken":
				tally(broken, one.why, one.line);
				break;
			case "torn":
				torn++;
				break;
			case "passed-over":
				break;
		}
	}
	return {
		decisions: counts.same + counts.looser + counts.stricter,
		...counts,
		changes: [groups.looser, groups.stricter].flatMap((some) => [...some.values()].sort((a, b) => b.count - a.count)),
		further,
		undecided: tallied(undecided),
		broken: tallied(broken),
		torn,
		assumed,
		masked,
		agents: [...agents],
	};
}

/** Bounds of what is kept of a log, however long it is and whatever stands in it. */
const mostGroups = 500;
const mostSamples = 3;
const mostLines = 10;
const mostAgents = 100;
/** UTF-16 units. */
const longestCommand = 1000;

/** What is read of a decision's record. */
interface Recorded extends Answer, Pick<Asker, "session" | "parent"> {
	readonly agent: string;
	readonly workspace?: string;
	readonly home?: string;
	readonly masked: boolean;
	/** What was asked, with variables that are empty; or why the log does not hold it. */
	readonly asked: Request | string;
}

type ReadLine =
	| { readonly kind: "decision"; readonly recovered: boolean; readonly record: Recorded }
	| { readonly kind: "other"; readonly recovered: boolean }
	| { readonly kind: "broken"; readonly why: string };

function readLine(line: LogLine): ReadLine {
	if ("fault" in line) return { kind: "broken", why: line.fault };
	let value: unknown;
	try {
		value = JSON.parse(line.text);
	} catch {
		return { kind: "broken", why: line.text.trim() === "" ? "the line is empty" : "the line is no JSON" };
	}
	if (!isObject(value)) return { kind: "broken", why: "a record is a JSON object" };
	if (value.version !== 1)
		return { kind: "broken", why: "the line is no record of a version that is known here: `version` is 1" };
	const recovered = value.recovered === true;
	if (value.type === "outcome" || value.type === "approval") return { kind: "other", recovered };
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
		agent,
		effect,
		code,
		rules: rules.map(({ id, file, line }) => ({ id, file, line })),
		...(workspace === undefined ? {} : { workspace }),
		...(home === undefined ? {} : { home }),
		...(typeof value.session === "string" ? { session: value.session } : {}),
		...(typeof value.parent === "string" ? { parent: value.parent } : {}),
		masked: value.masked === true,
		asked: requestOf(agent, value),
	};
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
	if (call !== undefined) return { ...asking, call: call as readonly (readonly string[])[] };
	return argv === undefined ? { ...asking, script: script as string } : { ...asking, argv };
}

function answerTo(record: Recorded, line: number, tree: Tree, world: World, options: ReplayOptions): Replayed {
	const { agent, asked, effect, code, rules } = record;
	const isAnothers = (options.agent !== undefined && options.agent !== agent) || !isOfSession(record, options.session);
	if (isAnothers) return { kind: "passed-over", line, agent };
	if (typeof asked === "string") return { kind: "undecided", line, agent, why: asked };
	const decision = decide(tree, asked, worldOf(record, asked, world, options));
	if (dependsOnValues(asked, decision))
		return { kind: "undecided", line, agent, why: "they set `HOME`, and the log does not hold its value" };
	return {
		kind: "compared",
		line,
		agent,
		request: asked,
		change: changeOf(effect, decision.effect),
		before: { effect, code, rules },
		after: { effect: decision.effect, code: decision.code, rules: decision.rules, message: decision.message },
		assumed: record.workspace === undefined,
		masked: record.masked,
	};
}

/** The world of a record: a workspace without a home says that the home was not known; without either, nothing was said. */
function worldOf({ workspace, home }: Recorded, { cwd }: Request, world: World, options: ReplayOptions): World {
	const { linkAt, entriesOf, kindAt } = world;
	const links = {
		linkAt,
		...(entriesOf === undefined ? {} : { entriesOf }),
		...(kindAt === undefined ? {} : { kindAt }),
	};
	if (workspace !== undefined) return { ...links, workspace, ...(home === undefined ? {} : { home }) };
	const own = isFolder(cwd) ? cwd : world.workspace;
	const here = home ?? world.home;
	return { ...links, workspace: options.workspace ?? own, ...(here === undefined ? {} : { home: here }) };
}

/** Of all variables, an answer depends on the value of HOME alone, and that only where the request as such is not refused. */
function dependsOnValues({ env = {} }: Request, { code, commands }: Decision): boolean {
	const refused = commands.length === 0 && (code === "environment" || code === "unknown-agent");
	return Object.hasOwn(env, "HOME") && !refused;
}

function changeOf(before: Effect, after: Effect): Comparison["change"] {
	if (before === after) return "same";
	return isStricter(before, after) ? "looser" : "stricter";
}

interface Group extends ReplayChange {
	count: number;
	readonly samples: Sample[];
}

/** Adds a change to its group; false where there are too many groups. A rule is known by its id, since its line moves. */
function grouped(groups: Map<string, Group>, one: Comparison, change: ReplayChange["change"]): boolean {
	const { agent, before, after } = one;
	const key = JSON.stringify([
		agent,
		...[before, after].map((it) => [it.effect, it.code, it.rules.map(({ id }) => id)]),
	]);
	let group = groups.get(key);
	if (group === undefined) {
		if (groups.size >= mostGroups) return false;
		const { effect, code, rules } = after;
		group = { agent, change, before, after: { effect, code, rules }, count: 0, samples: [] };
		groups.set(key, group);
	}
	group.count++;
	if (group.samples.length >= mostSamples) return true;
	const command = cut(requestText(one.request));
	if (!group.samples.some((sample) => sample.command === command))
		group.samples.push({ line: one.line, command, message: cut(one.after.message) });
	return true;
}

function cut(text: string): string {
	return text.length > longestCommand ? `${text.slice(0, longestCommand - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

interface Reason {
	count: number;
	readonly lines: number[];
}

function tally(reasons: Map<string, Reason>, why: string, line: number): void {
	const reason = reasons.get(why) ?? { count: 0, lines: [] };
	reasons.set(why, reason);
	reason.count++;
	if (reason.lines.length < mostLines) reason.lines.push(line);
}

function tallied(reasons: ReadonlyMap<string, Reason>): Tally {
	const list = [...reasons].map(([why, { count, lines }]) => ({ why, count, lines }));
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
