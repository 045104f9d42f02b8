/** Threads that replay: whatever goes wrong in one, nothing of what it said is taken for an answer, and nobody waits for it. */
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "@jest/globals";
import { decidingOnce, replayedAlikeApart } from "../../../src/authoring/archive/alike-threads.js";
import { replayedApart } from "../../../src/authoring/archive/log-threads.js";
import { startThreads } from "../../../src/authoring/archive/outcome-threads.js";
import { type Part, ThreadLost } from "../../../src/authoring/archive/threads.js";
import { outcomeNumbers } from "../../../src/authoring/replay/outcomes.js";

const speaking = (code: string) => ({
	count: 2,
	start: () => new Worker(`const { parentPort: port } = require("node:worker_threads");\n${code}`, { eval: true }),
});
const ready = (digest: string): string => `port.postMessage({ kind: "ready", digest: "${digest}" });`;
const outcome =
	'{ kind: "outcomes", outcomes: new Int32Array([1]), fresh: [{ key: "k", effect: "deny" }], decided: 1 }';
const answering = `port.on("message", ({ kind }) => { if (kind === "rows") port.postMessage(${outcome}); });`;

/** What this thread finds in its share. */
const here = { begin: () => {}, outcomeOf: () => 1 };

const lost: readonly (readonly [string, string])[] = [
	["has read another policy", `${ready("other")}${answering}`],
	["ends at once", ready("one")],
	["throws", `${ready("one")}throw new Error("no");`],
	["throws when it is asked", `${ready("one")}port.on("message", () => { throw new Error("no"); });`],
];

describe("a thread that", () => {
	test.each(lost)("%s leaves a log to one core", async (_, code) => {
		expect(await replayedApart([[], []], speaking(code), "one", () => {})).toBeUndefined();
	});

	test.each(lost)("%s leaves a log of equal requests to one core", async (_, code) => {
		const here = async (): Promise<void> => {};
		expect(await replayedAlikeApart([[], []], speaking(code), here, "one", () => {})).toBeUndefined();
	});

	test.each<readonly [string, Part]>([
		["fails", async (_, lose) => lose(new Error("no"))],
		["ends by an error", () => Promise.reject(new Error("no"))],
		["has read another policy", async (port) => port.postMessage({ kind: "ready", digest: "other" })],
	])("%s, and is this one, leaves a log of equal requests to one core", async (_, here) => {
		expect(
			await replayedAlikeApart(
				[[], []],
				speaking(`${ready("one")}port.on("message", () => {});`),
				here,
				"one",
				() => {},
			),
		).toBeUndefined();
		expect(
			await replayedAlikeApart([[]], speaking(`${ready("one")}port.on("message", () => {});`), here, "one", () => {}),
		).toBeUndefined();
	});

	test.each(lost)("%s is lost to an archive", async (_, code) => {
		const threads = startThreads(speaking(code), "one", false, outcomeNumbers(), here);
		const row = { text: 0, spot: 0, own: undefined, folder: undefined, before: 0, times: 1, place: 0 };
		const asked = async (): Promise<void> => {
			threads.begin({ texts: new Map(), spots: new Map() });
			await threads.ask([row], () => {});
			await threads.settled();
		};
		await expect(asked()).rejects.toBeInstanceOf(ThreadLost);
		await threads.end();
	});

	test("has numbers of its own for outcomes", async () => {
		const outcomes = outcomeNumbers();
		outcomes.numberOf({ key: "before", agent: "", effect: "allow", assumed: false });
		const threads = startThreads(speaking(ready("one") + answering), "one", false, outcomes, here);
		const row = { text: 0, spot: 0, own: undefined, folder: undefined, before: 0, times: 1, place: 0 };
		const told: number[] = [];
		const texts = [0, 1, 3].map((text) => ({ ...row, text }));
		await threads.ask(texts, (_, number) => told.push(number));
		await threads.settled();
		// This thread answers at once.
		expect([told, outcomes.outcomeOf(2).effect, threads.decided()]).toEqual([[1, 1, 2], "deny", 1]);
		await threads.end();
	});
});

describe("what threads ask for", () => {
	const found = (more: object = {}) => ({
		outcome: { key: "k", agent: "", effect: "allow" as const, assumed: false },
		...{ hangsOnName: false, hangsOnTime: false, ...more },
	});
	const asking = () => {
		const asked: ((one: ReturnType<typeof found>) => void)[] = [];
		const heard: number[] = [];
		const ask = decidingOnce((_, hear) => {
			asked.push(hear);
		});
		const question = (number: number, key: string | undefined): void =>
			ask({ number, key, record: {} as never }, () => heard.push(number));
		return { asked, heard, question };
	};

	test("is decided once, and told to all who ask meanwhile or later", () => {
		const { asked, heard, question } = asking();
		for (const number of [1, 2]) question(number, "one");
		question(3, "other");
		expect([asked.length, heard]).toEqual([2, []]);
		asked[0]?.(found());
		question(4, "one");
		expect([asked.length, heard]).toEqual([2, [1, 2, 4]]);
	});

	test.each([{ hangsOnName: true }, { hangsOnTime: true }])("is decided for each where %j", (more) => {
		const { asked, heard, question } = asking();
		for (const number of [1, 2]) question(number, "one");
		asked[0]?.(found(more));
		question(3, "one");
		expect([asked.length, heard]).toEqual([3, [1]]);
		for (const hear of asked.slice(1)) hear(found(more));
		expect(heard).toEqual([1, 2, 3]);
	});

	test("is decided for each that comes out for itself", () => {
		const { asked, question } = asking();
		for (const number of [1, 2]) question(number, undefined);
		expect(asked).toHaveLength(2);
	});
});
