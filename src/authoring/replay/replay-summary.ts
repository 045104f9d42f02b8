/** What a replay sums up: how often an answer would be another one, which, and the first requests of each change. Its size does not grow with the log. */
import { remembered } from "../../engine/records/remembered.js";
import type { Request } from "../../engine/request/request.js";
import { requestText } from "../../engine/request/request-text.js";
import { type Answer, type Reason, type Tally, tallied, tally, tallyAll } from "./log-records.js";
import type { Comparison, Replayed } from "./replay.js";

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

/** Counts and groups what a replay gives. */
export async function summarise(replayed: AsyncIterable<Replayed> | Iterable<Replayed>): Promise<ReplaySummary> {
	const summing = startSummary();
	for await (const one of replayed) summing.add(one);
	return summing.summary();
}

/** A summary in the making. */
export interface Summing {
	readonly add: (one: Replayed) => void;
	/** Notes that the log has this agent. */
	readonly note: (agent: string) => void;
	/** Adds what came of the lines behind so many others, which were replayed by themselves. */
	readonly append: (behind: ReplaySummary, before: number) => void;
	readonly summary: () => ReplaySummary;
}

/** Begins to count and group what a replay gives. `most`: groups of looser changes that are kept, and of stricter ones. */
export function startSummary(most = mostGroups): Summing {
	const counts = { same: 0, looser: 0, stricter: 0 };
	// Each has room of its own: many stricter ones do not hide a looser one.
	const groups = { looser: new Map<string, Group>(), stricter: new Map<string, Group>() };
	const texts: AnswerTexts = new WeakMap();
	const agents = new Set<string>();
	const undecided = new Map<string, Reason>();
	const broken = new Map<string, Reason>();
	let [further, torn, assumed, masked] = [0, 0, 0, 0];
	const note = (agent: string): void => {
		if (agents.size < mostAgents) agents.add(agent);
	};
	const add = (one: Replayed): void => {
		if ("agent" in one) note(one.agent);
		switch (one.kind) {
			case "counted":
			case "compared": {
				const { times = 1 } = one;
				counts[one.change] += times;
				if (one.assumed) assumed += times;
				if (one.masked) masked += times;
				if (one.kind === "counted") further += one.change === "same" ? 0 : times;
				else if (one.change !== "same" && !grouped(groups[one.change], groupKey(one, texts), one, one.change, most))
					further += times;
				break;
			}
			case "undecided":
				tally(undecided, one.why, one.line, one.times);
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
	};
	const summary = (): ReplaySummary => ({
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
	});
	const append = (behind: ReplaySummary, before: number): void => {
		for (const change of ["same", "looser", "stricter"] as const) counts[change] += behind[change];
		for (const agent of behind.agents) note(agent);
		tallyAll(undecided, behind.undecided, before);
		tallyAll(broken, behind.broken, before);
		further += behind.further;
		torn += behind.torn;
		assumed += behind.assumed;
		masked += behind.masked;
		for (const one of [...behind.changes].sort((a, b) => firstLine(a) - firstLine(b)))
			if (!joined(groups[one.change], groupKey(one, texts), one, before, most)) further += one.count;
	};
	return { add, note, append, summary };
}

const firstLine = ({ samples }: ReplayChange): number => samples[0]?.line ?? 0;

/** Adds a group of the lines behind so many others; false where there are too many groups. */
function joined(groups: Map<string, Group>, key: string, one: ReplayChange, before: number, most: number): boolean {
	let group = groups.get(key);
	if (group === undefined) {
		if (groups.size >= most) return false;
		group = { ...one, count: 0, samples: [] };
		groups.set(key, group);
	}
	group.count += one.count;
	const { samples } = group;
	for (const sample of one.samples) {
		if (samples.length >= mostSamples) break;
		if (!samples.some(({ command }) => command === sample.command))
			samples.push({ ...sample, line: before + sample.line });
	}
	return true;
}

/** Bounds of what is kept of a log, however long it is and whatever stands in it. */
const mostGroups = 500;
const mostSamples = 3;
const mostAgents = 100;
/** UTF-16 units. */
const longestCommand = 1000;

interface Group extends ReplayChange {
	count: number;
	readonly samples: Sample[];
}

/** What tells an answer from others. A rule is known by its id, since its line moves. */
const answerText = (answer: Answer): string =>
	JSON.stringify([answer.effect, answer.code, ...answer.rules.map(({ id }) => id)]);

function groupKey(
	{ agent, before, after }: Pick<ReplayChange, "agent" | "before" | "after">,
	texts: AnswerTexts,
): string {
	return `${JSON.stringify(agent)}${answerText(before)}${remembered(texts, after, () => answerText(after))}`;
}

/** By answers that many records share: what tells them from others. */
type AnswerTexts = WeakMap<Answer, string>;

/** Adds a change to its group; false where there are too many groups. */
function grouped(
	groups: Map<string, Group>,
	key: string,
	one: Comparison,
	change: ReplayChange["change"],
	most: number,
): boolean {
	const { agent, before, after } = one;
	let group = groups.get(key);
	if (group === undefined) {
		if (groups.size >= most) return false;
		const { effect, code, rules } = after;
		group = { agent, change, before, after: { effect, code, rules }, count: 0, samples: [] };
		groups.set(key, group);
	}
	group.count += one.times ?? 1;
	const { samples } = group;
	const isFull = samples.length >= mostSamples;
	if (isFull && one.line > (samples.at(-1)?.line ?? 0)) return true;
	const command = commandText(one.request);
	const same = samples.findIndex((sample) => sample.command === command);
	if (same >= 0 && one.line > (samples[same]?.line ?? 0)) return true;
	// Records of an archive come in any order: the first of each command stay.
	if (same >= 0 || isFull) samples.splice(same, 1);
	samples.push({ line: one.line, command, message: cut(one.after.message) });
	samples.sort((a, b) => a.line - b.line);
	return true;
}

/** A request as it is shown. */
export const commandText = (request: Request): string => cut(requestText(request));

function cut(text: string): string {
	return text.length > longestCommand ? `${text.slice(0, longestCommand - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
