/** Variants of made-up stories: the same one in memory, and on the disk with something of it forgotten. What is left may allow nothing that was not allowed. */
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { newHistory } from "../../../src/engine/history/history.js";
import { type DiskHistory, diskHistory } from "../../../src/runtime/history/disk-history.js";
import { policies, type Step, steps, stricter, treeOf, workspace, world } from "./random-stories.js";

/** What is forgotten: of what is told, or of the files. */
export const harmNames = [
	"outcome",
	"end",
	"session",
	"call",
	"fact",
	"event",
	"tail",
	"file",
	"older copy",
	"older copies",
] as const;
type HarmName = (typeof harmNames)[number];

/** What is done to a history on the disk, and to what it is told, at one step of a story. */
export interface Harm {
	readonly how: HarmName;
	/** Counted on from the beginning where the story is shorter. */
	readonly at: number;
	/** Which file, and which of its events. */
	readonly which: number;
	/** So many steps before it was copied. */
	readonly before: number;
	/** So much of the file is left. */
	readonly left: number;
}

const harm: fc.Arbitrary<Harm> = fc.record({
	how: fc.constantFrom(...harmNames),
	at: fc.nat(23),
	which: fc.nat(11),
	before: fc.integer({ min: 1, max: 8 }),
	left: fc.double({ min: 0, max: 0.99, noNaN: true }),
});

/** A story, and what is forgotten of it: of each variant one thing, or two. */
export interface Variants {
	readonly lines: readonly string[];
	readonly story: readonly Step[];
	readonly variants: readonly (readonly Harm[])[];
	/** So many processes tell it in turns, and go on from what they hold; none: each step is told by a new one. */
	readonly processes: number;
}

/** So many variants of each story. */
export function variantsOf(count: number): fc.Arbitrary<Variants> {
	return fc.record({
		lines: policies,
		story: steps,
		variants: fc.array(fc.array(harm, { minLength: 1, maxLength: 2 }), { minLength: count, maxLength: count }),
		processes: fc.nat(2),
	});
}

export interface Forgotten {
	readonly harms: readonly Harm[];
	/** It was there to be forgotten. */
	readonly isDone: boolean;
	/** One answer was stricter than with all that happened. */
	readonly isStricter: boolean;
}

/**
 * Tells the story with nothing forgotten, and from where something is, each variant from a copy of what lies on the disk then. Throws where what is left allows
 * more. Once a variant is answered differently, other things have happened in it.
 */
export function forget({ lines, story, variants, processes }: Variants): readonly Forgotten[] {
	const tree = treeOf(lines);
	const memory = inMemory(tree);
	const times = story.map((step) => pass(step));
	const answers = story.map((step, at) => {
		now = times[at] as number;
		return memory(step);
	});
	const whole = onDisk(tree, processes);
	const found: Forgotten[] = [];
	for (const [at, step] of story.entries()) {
		for (const harms of variants)
			if (beginOf(harms, story.length) === at) found.push(forgotten(whole.copy(), harms, story, times, answers, at));
		if (found.length === variants.length) break;
		now = times[at] as number;
		const answer = whole.tell(step);
		if (answer !== answers[at]) throw new Error(`${JSON.stringify(step)}: ${answers[at]}, and ${answer} on the disk`);
	}
	now = times.at(-1) ?? now;
	whole.gone();
	return found;
}

/** Where a variant begins to be another story: where it is copied, or forgets. */
function beginOf(harms: readonly Harm[], length: number): number {
	return Math.min(
		...harms.map(({ at, how, before }) =>
			how.startsWith("older") ? Math.max(0, (at % length) - before) : at % length,
		),
	);
}

function forgotten(
	disk: OnDisk,
	harms: readonly Harm[],
	story: readonly Step[],
	times: readonly number[],
	answers: readonly string[],
	begin: number,
): Forgotten {
	let isDone = false;
	try {
		for (let at = begin; at < story.length; at++) {
			now = times[at] as number;
			const step = story[at] as Step;
			let told: Step | undefined = step;
			for (const one of harms) {
				const when = one.at % story.length;
				if (one.how.startsWith("older") && at === Math.max(0, when - one.before)) disk.keepCopies();
				if (when !== at) continue;
				if (disk.suffer(one)) isDone = true;
				const less: Step | undefined = told === undefined ? undefined : forgetting(told, one.how);
				if (less !== told) isDone = true;
				told = less;
			}
			const [one, other] = [answers[at] as string, told === undefined ? answers[at] : disk.tell(told)];
			if (one === other) continue;
			if ((stricter[one] ?? 9) > (stricter[other as string] ?? 9))
				throw new Error(`${JSON.stringify(step)} after ${JSON.stringify(harms)}: ${one}, and ${other} of what is left`);
			return { harms, isDone, isStricter: true };
		}
		return { harms, isDone, isStricter: false };
	} finally {
		disk.gone();
	}
}

/** The same story in memory and on the disk, with nothing forgotten. Throws where they answer differently. */
export function tellBoth(lines: readonly string[], story: readonly Step[], processes: number): void {
	const tree = treeOf(lines);
	const [memory, disk] = [inMemory(tree), onDisk(tree, processes)];
	for (const step of story) {
		now = pass(step);
		const [one, other] = [memory(step), disk.tell(step)];
		if (one !== other) throw new Error(`${JSON.stringify(step)}: ${one}, and ${other} on the disk`);
	}
	disk.gone();
}

/**
 * The answers from one step on where files were taken away in front of it. `taken`: which of those that lie there. Of a history all of whose files are taken away
 * nothing tells that there was one.
 */
export function answersWithout(
	lines: readonly string[],
	story: readonly Step[],
	from: number,
	taken: (name: string, at: number, names: readonly string[]) => boolean,
): { readonly answers: readonly string[]; readonly left: number } {
	const disk = onDisk(treeOf(lines), 0);
	let left = 0;
	const answers = story.map((step, at) => {
		if (at === from) left = disk.lose(taken);
		now = pass(step);
		return disk.tell(step);
	});
	disk.gone();
	return { answers: answers.slice(from), left };
}

/** The answers to a story of which nothing is told until then. */
export function answersFrom(lines: readonly string[], story: readonly Step[], from: number): readonly string[] {
	const memory = inMemory(treeOf(lines));
	return story.slice(from).map((step) => {
		now = pass(step);
		return memory(step);
	});
}

let state: string;
let now = Date.UTC(2026, 0, 1);

/** Where the files lie until `closeState`. */
export function openState(): void {
	state = mkdtempSync(join(tmpdir(), "history-"));
	process.env.XDG_STATE_HOME = state;
}

export function closeState(): void {
	delete process.env.XDG_STATE_HOME;
	rmSync(state, { recursive: true, force: true });
}

/** The time of the step; it never goes back. */
function pass(step: Step): number {
	if ("minutes" in step) now += step.minutes * 60_000;
	return now;
}

function forgetting(step: Step, how: HarmName): Step | undefined {
	if (step.kind === "outcome") {
		if (how === "outcome") return undefined;
		return how === "end" && (step.how === "passed" || step.how === "failed") ? { ...step, how: "unknown" } : step;
	}
	if (step.kind !== "request") return step;
	switch (how) {
		case "session": {
			const { session: _, ...others } = step;
			return others;
		}
		case "call":
			return { ...step, call: undefined };
		case "fact":
			return { ...step, request: { ...step.request, facts: {} } };
		default:
			return step;
	}
}

interface Asked {
	readonly session: string | undefined;
	readonly call: string;
}

function outcomeOf({ how }: Extract<Step, { kind: "outcome" }>): object {
	switch (how) {
		case "passed":
			return { code: 0 };
		case "failed":
			return { failed: true };
		case "denied":
			return { denied: true };
		case "approved":
			return { approved: true };
		case "unknown":
			return {};
	}
}

function inMemory(tree: Decisions): (step: Step) => string {
	const history = newHistory();
	const asked: Asked[] = [];
	return (step) => {
		if (step.kind === "request") {
			const { session } = step;
			const call = `c${asked.length}`;
			asked.push({ session, call });
			return history.decide(tree, step.request, world, {
				at: now,
				call,
				id: call,
				...(session === undefined ? {} : { session }),
			}).effect;
		}
		if (step.kind === "outcome") {
			const one = asked.at(-1 - step.back);
			if (one?.session !== undefined)
				history.outcome({ call: one.call, session: one.session, at: now, ...outcomeOf(step) });
		} else if (step.as === "person") history.start({ session: step.session, by: "person" });
		else history.start({ session: step.session, [step.as]: step.from });
		return "";
	};
}

let count = 0;

interface OnDisk {
	readonly tell: (step: Step) => string;
	readonly keepCopies: () => void;
	/** False where there was nothing to do it to. */
	readonly suffer: (harm: Harm) => boolean;
	/** Takes files away. How many are left. */
	readonly lose: (taken: (name: string, at: number, names: readonly string[]) => boolean) => number;
	/** The same in a folder of its own, which goes on from here. */
	readonly copy: () => OnDisk;
	readonly gone: () => void;
}

function onDisk(
	tree: Decisions,
	processes: number,
	from?: { readonly own: string; readonly asked: readonly Asked[] },
): OnDisk {
	const own = join(state, String(count++));
	if (from === undefined) mkdirSync(own, { mode: 0o700 });
	else cpSync(from.own, own, { recursive: true });
	const start = (): DiskHistory =>
		diskHistory({ policy: ["/p/policy.rules"], cwd: "/", workspace }, () => ({ at: now }));
	const standing = Array.from({ length: processes }, start);
	let told = 0;
	const open = (): DiskHistory => {
		process.env.XDG_STATE_HOME = own;
		// Two in a row by each: the second goes on from what the first one left.
		return standing[(told++ >> 1) % processes] ?? start();
	};
	const asked: Asked[] = [...(from?.asked ?? [])];
	const copies = new Map<string, Buffer>();
	const folder = (): string | undefined => {
		const place = join(own, "bylaw", "history");
		const [name] = existsSync(place) ? readdirSync(place) : [];
		return name === undefined ? undefined : join(place, name);
	};
	const files = (): readonly string[] => {
		const place = folder();
		return place === undefined ? [] : readdirSync(place).sort();
	};
	return {
		tell: (step) => {
			if (step.kind === "request") {
				const { session } = step;
				const call = `c${asked.length}`;
				asked.push({ session, call });
				return open().decide(tree, step.request, world, {
					...(step.call === undefined ? {} : { call }),
					...(session === undefined ? {} : { session }),
				}).effect;
			}
			if (step.kind === "outcome") {
				const one = asked.at(-1 - step.back);
				if (one?.session !== undefined) open().outcome({ call: one.call, session: one.session, ...outcomeOf(step) });
			} else if (step.as === "person") open().start({ session: step.session, by: "person" });
			else open().start({ session: step.session, [step.as]: step.from });
			return "";
		},
		/** So that they can be put back, later. */
		keepCopies: () => {
			for (const name of files()) copies.set(name, readFileSync(join(folder() as string, name)));
		},
		copy: () => onDisk(tree, processes, { own, asked }),
		gone: () => rmSync(own, { recursive: true, force: true }),
		lose: (taken) => {
			const lost = files().filter(taken);
			for (const name of lost) rmSync(join(folder() as string, name));
			return files().length;
		},
		suffer: ({ how, which, left }) => {
			const [place, names] = [folder(), files()];
			const name = names[which % Math.max(1, names.length)];
			if (place === undefined || name === undefined) return false;
			const path = join(place, name);
			const copy = copies.get(name);
			switch (how) {
				case "tail":
					truncateSync(path, Math.floor(statSync(path).size * left));
					return true;
				case "file":
					// Of the last one: whoever takes all of them away begins anew (`forgetting.test.ts`), and that forgets by no fault of what is left.
					if (names.length < 2) return false;
					rmSync(path);
					return true;
				case "event": {
					const text = readFileSync(path, "utf8");
					const less = withoutRow(text, which);
					writeFileSync(path, less);
					return less !== text;
				}
				case "older copy":
					if (copy === undefined || copy.equals(readFileSync(path))) return false;
					writeFileSync(path, copy);
					return true;
				case "older copies": {
					// All but the small file that says how far they have come: of all at once nobody could tell.
					const older = [...copies].filter(([one]) => one !== "latest");
					for (const [one, bytes] of older) writeFileSync(join(place, one), bytes);
					return older.length > 0;
				}
				default:
					return false;
			}
		},
	};
}

/** One of the rows of events is taken out of the file. */
function withoutRow(text: string, which: number): string {
	const rows = [
		...text.matchAll(
			/\["[^"]*",-?\d+,-?\d+,-?\d+,\[(?:[^[\]]|\[[^[\]]*\])*\](?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\],?/g,
		),
	];
	const row = rows[which % Math.max(1, rows.length)];
	return row === undefined ? text : text.slice(0, row.index) + text.slice(row.index + row[0].length);
}
