import { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import { backgroundThread } from "../../../src/authoring/editor/thread.js";

/** A background that answers with the texts that it was told, dies of questions about `die`, and fails at those about `fault`. */
const code = `
const { parentPort } = require("node:worker_threads");
const texts = [];
parentPort.on("message", (asked) => {
	if (asked.kind === "text") return void texts.push(asked.path + "=" + asked.text);
	const { id, question } = asked;
	if (question.path === "die") process.exit(3);
	if (question.path === "throw") throw new Error("by a test");
	parentPort.postMessage(question.path === "fault" ? { id, fault: "it failed" } : { id, answer: { lines: [question.path, ...texts] } });
});`;

function started() {
	const complaints: string[] = [];
	let count = 0;
	const thread = backgroundThread(
		() => {
			count++;
			return new Worker(code, { eval: true, stderr: true });
		},
		(message) => complaints.push(message),
	);
	const ask = (path: string) => thread.ask({ kind: "cover", path, start: 0 });
	return { thread, ask, complaints, count: () => count };
}

test("a thread that dies is replaced, and the new one is told every text", async () => {
	const { thread, ask, complaints, count } = started();
	thread.tell("a", "1");
	expect(await ask("x")).toEqual({ lines: ["x", "a=1"] });
	expect(await ask("die")).toBeUndefined();
	thread.tell("a", "2");
	expect(await ask("throw")).toBeUndefined();
	expect(await ask("x")).toEqual({ lines: ["x", "a=2"] });
	expect(count()).toBe(3);
	expect(complaints).toHaveLength(2);
	thread.end();
});

test("a fault is no answer, is told, and costs no thread", async () => {
	const { thread, ask, complaints, count } = started();
	expect(await ask("fault")).toBeUndefined();
	expect(await ask("x")).toEqual({ lines: ["x"] });
	expect([complaints, count()]).toEqual([["it failed"], 1]);
	thread.end();
});

test("a newer question takes the place of one about the same file that still waits", async () => {
	const { thread, ask } = started();
	const answers = await Promise.all([ask("first"), ask("same"), ask("same"), ask("other")]);
	expect(answers.map((one) => one !== undefined)).toEqual([true, false, true, true]);
	thread.end();
});

test("no question is left open when it ends, and a thread that can't be started leaves none", async () => {
	const { thread, ask } = started();
	const open = [ask("a"), ask("b")];
	thread.end();
	expect(await Promise.all(open)).toEqual([undefined, undefined]);
	const complaints: string[] = [];
	const none = backgroundThread(
		() => {
			throw new Error("no threads here");
		},
		(message) => complaints.push(message),
	);
	expect(await none.ask({ kind: "cover", path: "x", start: 0 })).toBeUndefined();
	expect(complaints).toEqual(["the background can't be started: Error: no threads here"]);
});
