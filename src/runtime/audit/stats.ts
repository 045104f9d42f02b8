/** Counts what stands in a decision log: by agent, program, rule and effect, and how long programs ran. */
import type { Effect } from "../../language/syntax/statements.js";
import { isSelected, programsOf, type ReadLine, type Selection } from "./read-log.js";
import type { DecisionRecord, OutcomeRecord } from "./record.js";

/** The numbers of a log. */
export interface LogStats {
	/** When the first and the last of the decisions were made. */
	readonly from?: string;
	readonly to?: string;
	readonly decisions: number;
	readonly effects: Readonly<Record<Effect, number>>;
	/** Those with the most decisions first. */
	readonly agents: readonly Count[];
	readonly programs: readonly Count[];
	readonly rules: readonly Count[];
	/** What was decided by no rule: by the default, because it could not be read, and so on. */
	readonly codes: readonly Count[];
	readonly approvals: number;
	readonly runs: Runs;
	/** Lines that hold no record. */
	readonly unread: number;
}

/** How often something was decided, and how. */
export interface Count {
	readonly name: string;
	readonly count: number;
	readonly effects: Readonly<Record<Effect, number>>;
}

/** What came of what was run. Times in milliseconds. */
export interface Runs {
	readonly count: number;
	readonly failed: number;
	readonly notStarted: number;
	readonly timedOut: number;
	readonly cancelled: number;
	/** Of output, together. */
	readonly bytes: number;
	/** Half of them, and nineteen of twenty, took no longer. Absent where nothing was run. */
	readonly duration?: { readonly median: number; readonly p95: number; readonly max: number; readonly sum: number };
}

/** Counts the decisions that are asked for, and the outcomes of these. */
export function statsOf(lines: Iterable<ReadLine>, selection: Selection = {}): LogStats {
	const effects = none();
	const [agents, programs, rules, codes] = [counter(), counter(), counter(), counter()];
	const runs = { count: 0, failed: 0, notStarted: 0, timedOut: 0, cancelled: 0, bytes: 0 };
	const durations: number[] = [];
	/** Decisions that are asked for, and have not ended. */
	const open = new Set<string>();
	let [decisions, approvals, unread] = [0, 0, 0];
	let from: string | undefined;
	let to: string | undefined;
	for (const { record } of lines) {
		switch (record?.type) {
			case undefined:
				unread++;
				break;
			case "decision":
				if (isSelected(record, selection)) {
					decisions++;
					from ??= record.time;
					to = record.time;
					open.add(record.id);
					effects[record.effect]++;
					counted(record);
				}
				break;
			case "approval":
				if (open.has(record.id)) approvals++;
				break;
			case "outcome":
				if (open.delete(record.id)) ended(record);
				break;
		}
	}
	return {
		...(from === undefined ? {} : { from }),
		...(to === undefined ? {} : { to }),
		decisions,
		effects,
		agents: agents.all(),
		programs: programs.all(),
		rules: rules.all(),
		codes: codes.all(),
		approvals,
		runs: { ...runs, ...spread(durations) },
		unread,
	};

	function counted(record: DecisionRecord): void {
		const { agent, effect, code } = record;
		agents.add(agent, effect);
		for (const program of programsOf(record)) programs.add(program, effect);
		for (const { id } of record.rules) rules.add(id, effect);
		if (record.rules.length === 0) codes.add(code, effect);
	}

	function ended({ code, failure, timedOut, cancelled, duration, bytes }: OutcomeRecord): void {
		runs.count++;
		runs.bytes += bytes;
		durations.push(duration);
		if (failure !== undefined) runs.notStarted++;
		else if (timedOut) runs.timedOut++;
		else if (cancelled) runs.cancelled++;
		else if (code !== 0) runs.failed++;
	}
}

function none(): Record<Effect, number> {
	return { allow: 0, ask: 0, nudge: 0, deny: 0 };
}

interface Counter {
	readonly add: (name: string, effect: Effect) => void;
	readonly all: () => readonly Count[];
}

/** Names of a log may be without end. */
const mostNames = 10_000;

function counter(): Counter {
	const found = new Map<string, Record<Effect, number>>();
	return {
		add: (name, effect) => {
			const key = found.has(name) || found.size < mostNames ? name : "…";
			const effects = found.get(key) ?? none();
			found.set(key, effects);
			effects[effect]++;
		},
		all: () =>
			[...found]
				.map(([name, effects]) => ({ name, count: Object.values(effects).reduce((sum, one) => sum + one, 0), effects }))
				.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
	};
}

function spread(durations: number[]): Pick<Runs, "duration"> {
	if (durations.length === 0) return {};
	durations.sort((a, b) => a - b);
	const at = (part: number): number => durations[Math.ceil(part * durations.length) - 1] as number;
	const sum = durations.reduce((total, one) => total + one, 0);
	return { duration: { median: at(0.5), p95: at(0.95), max: at(1), sum } };
}
