/** A history on the disk answers as one in memory. What is forgotten of it, or of what it is told, allows nothing that was not allowed. */
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
import { afterAll, beforeAll, describe, it } from "@jest/globals";
import fc from "fast-check";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { newHistory } from "../../../src/engine/history/history.js";
import { diskHistory } from "../../../src/runtime/history/disk-history.js";
import { policies, type Step, steps, stricter, treeOf, workspace, world } from "./random-stories.js";

const runs = Number(process.env.HISTORY_RUNS ?? 300);
let state: string;
let now = 0;

beforeAll(() => {
	state = mkdtempSync(join(tmpdir(), "history-"));
	process.env.XDG_STATE_HOME = state;
});
afterAll(() => {
	delete process.env.XDG_STATE_HOME;
	rmSync(state, { recursive: true, force: true });
});

/** What is done to a history on the disk, and to what it is told, at one step of a story. */
const harms = fc.record({
	at: fc.nat(23),
	how: fc.constantFrom(
		"torn",
		"missing",
		"older",
		"older",
		"older",
		"older",
		"no outcome",
		"no outcome",
		"no end",
		"no session",
		"no call",
	),
	file: fc.nat(5),
	before: fc.integer({ min: 1, max: 6 }),
});

describe("a history on the disk", () => {
	it("answers as one in memory", () => {
		fc.assert(
			fc.property(policies, steps, (lines, story) => {
				const tree = treeOf(lines);
				const [memory, disk] = [inMemory(tree), onDisk(tree)];
				for (const step of story) {
					pass(step);
					const [one, other] = [memory(step), disk.tell(step)];
					if (one !== other) throw new Error(`${JSON.stringify(step)}: ${one}, and ${other} on the disk`);
				}
			}),
			{ numRuns: runs },
		);
	});

	it("allows no more where something of it is forgotten", () => {
		fc.assert(
			fc.property(policies, steps, harms, (lines, story, harm) => {
				const tree = treeOf(lines);
				const [memory, disk] = [inMemory(tree), onDisk(tree)];
				for (const [at, step] of story.entries()) {
					pass(step);
					if (harm.how === "older" && at === Math.max(0, harm.at - harm.before)) disk.keepCopies();
					if (harm.at === at) disk.suffer(harm.how, harm.file);
					const one = memory(step);
					const told = harm.at === at ? forgetting(step, harm.how) : step;
					const other = told === undefined ? one : disk.tell(told);
					if (one === other) continue;
					if ((stricter[one] ?? 9) > (stricter[other] ?? 9))
						throw new Error(`${JSON.stringify(step)}: ${one}, and ${other} of what is left`);
					// From here on they have done different things.
					break;
				}
				disk.gone();
			}),
			{ numRuns: runs },
		);
	});
});

function pass(step: Step): void {
	if (now === 0) now = Date.UTC(2026, 0, 1);
	if ("minutes" in step) now += step.minutes * 60_000;
}

function forgetting(step: Step, how: string): Step | undefined {
	if (step.kind === "outcome") {
		if (how === "no outcome") return undefined;
		return how === "no end" && (step.how === "passed" || step.how === "failed") ? { ...step, how: "unknown" } : step;
	}
	if (step.kind !== "request") return step;
	if (how === "no session") {
		const { session: _, ...others } = step;
		return others;
	}
	return step;
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
	readonly suffer: (how: string, file: number) => void;
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
				return open().decide(tree, step.request, world, { call, ...(session === undefined ? {} : { session }) }).effect;
			}
			if (step.kind === "outcome") {
				const one = asked.at(-1 - step.back);
				if (one?.session !== undefined) open().outcome({ call: one.call, session: one.session, ...outcomeOf(step) });
			} else if (step.as === "person") open().start({ session: step.session, by: "person" });
			else open().start({ session: step.session, [step.as]: step.from });
			return "";
		},
		keepCopies: () => {
			for (const name of files()) copies.set(name, readFileSync(join(folder() as string, name)));
		},
		gone: () => rmSync(own, { recursive: true, force: true }),
		suffer: (how, file) => {
			const [place, names] = [folder(), files()];
			const name = names[file % Math.max(1, names.length)];
			if (place === undefined || name === undefined) return;
			const path = join(place, name);
			const copy = copies.get(name);
			if (how === "torn") truncateSync(path, Math.floor(statSync(path).size * 0.6));
			if (how === "missing") rmSync(path);
			if (how === "older" && copy !== undefined) writeFileSync(path, copy);
		},
	};
}
