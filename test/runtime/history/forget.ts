/** Variants of made-up stories: the same one in memory, and on the disk with something of it forgotten. What is left may allow nothing that was not allowed. */
import {
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
import { diskHistory } from "../../../src/runtime/history/disk-history.js";
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

export interface Variant {
	readonly lines: readonly string[];
	readonly story: readonly Step[];
	readonly harms: readonly Harm[];
}

/** One thing is forgotten, or two. */
export const variants: fc.Arbitrary<Variant> = fc.record({
	lines: policies,
	story: steps,
	harms: fc.array(harm, { minLength: 1, maxLength: 2 }),
});

export interface Forgotten {
	/** It was there to be forgotten. */
	readonly isDone: boolean;
	/** One answer was stricter than with all that happened. */
	readonly isStricter: boolean;
}

/** Tells the story to both until they answer differently; from then on they have done different things. Throws where what is left allows more. */
export function forget({ lines, story, harms }: Variant): Forgotten {
	const tree = treeOf(lines);
	const [memory, disk] = [inMemory(tree), onDisk(tree)];
	let isDone = false;
	try {
		for (const [at, step] of story.entries()) {
			pass(step);
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
			const one = memory(step);
			const other = told === undefined ? one : disk.tell(told);
			if (one === other) continue;
			if ((stricter[one] ?? 9) > (stricter[other] ?? 9))
				throw new Error(`${JSON.stringify(step)}: ${one}, and ${other} of what is left`);
			return { isDone, isStricter: true };
		}
		return { isDone, isStricter: false };
	} finally {
		disk.gone();
	}
}

/** The same story in memory and on the disk, with nothing forgotten. Throws where they answer differently. */
export function tellBoth(lines: readonly string[], story: readonly Step[]): void {
	const tree = treeOf(lines);
	const [memory, disk] = [inMemory(tree), onDisk(tree)];
	for (const step of story) {
		pass(step);
		const [one, other] = [memory(step), disk.tell(step)];
		if (one !== other) throw new Error(`${JSON.stringify(step)}: ${one}, and ${other} on the disk`);
	}
	disk.gone();
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

function pass(step: Step): void {
	if ("minutes" in step) now += step.minutes * 60_000;
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

function onDisk(tree: Decisions): {
	readonly tell: (step: Step) => string;
	readonly keepCopies: () => void;
	/** False where there was nothing to do it to. */
	readonly suffer: (harm: Harm) => boolean;
	readonly gone: () => void;
} {
	const project = `/p${count++}`;
	const own = join(state, String(count));
	mkdirSync(own, { mode: 0o700 });
	const open = () => {
		process.env.XDG_STATE_HOME = own;
		return diskHistory({ policy: [`${project}/policy.rules`], cwd: "/", workspace }, () => ({ at: now }));
	};
	const asked: Asked[] = [];
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
		gone: () => rmSync(own, { recursive: true, force: true }),
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
