/** What stands above statements: asked for and resolved as an editor does it. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { CancellationTokenSource, type CodeLens, type ShowDocumentParams } from "vscode-languageserver/node";
import { type Client, start } from "./client.js";

const policy = `agent default {
  default deny
  allow git status, git log id look
  deny git push because "People push." id no-push
  expect allow: git status
  expect allow: git push
  never allow git push
  never allow git
}
group readers {
  allow cat
}
agent writer extends default, readers {
  allow ls
  expect allow: ls
}
`;
const suite = `policy: policy.rules
cases:
- { run: [cat x, ls], expect: { writer: allow } }
- { run: [cat x], expect: { default: allow } }
`;

/** The lenses of a document as the server knows it now. */
function listed(client: Client, name: string): Promise<CodeLens[]> {
	return client.connection.sendRequest("textDocument/codeLens", { textDocument: { uri: client.uri(name) } });
}

function resolve(client: Client, lens: CodeLens): Promise<CodeLens> {
	return client.connection.sendRequest("codeLens/resolve", lens);
}

/** `line: title`, counted from 1. */
async function shown(client: Client, name: string): Promise<string[]> {
	const lenses = await Promise.all((await listed(client, name)).map((lens) => resolve(client, lens)));
	return lenses.map(({ range, command }) => `${range.start.line + 1}: ${command?.title}`);
}

function tell(client: Client, { command }: CodeLens): Promise<unknown> {
	return client.connection.sendRequest("workspace/executeCommand", {
		command: command?.command,
		arguments: command?.arguments,
	});
}

describe("lenses", () => {
	let client: Client;
	const opened: ShowDocumentParams[] = [];
	const messages: string[] = [];
	beforeAll(async () => {
		client = await start(
			{ "policy.rules": policy, "git.suite.yaml": suite },
			{ window: { showDocument: { support: true } } },
		);
		client.connection.onRequest("window/showDocument", (params: ShowDocumentParams) => {
			opened.push(params);
			return { success: true };
		});
		client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
			messages.push(message);
		});
		client.connection.onRequest("window/showMessageRequest", ({ message }: { message: string }) => {
			messages.push(message);
			return null;
		});
		await client.open("policy.rules", policy);
	}, 240_000);

	test("tell whom blocks cover, what rules decide, and how tests come out", async () => {
		expect(client.answer.capabilities.codeLensProvider).toEqual({ resolveProvider: true });
		expect(client.answer.capabilities.executeCommandProvider).toEqual({ commands: ["bylaw.tellMore"] });
		expect(await shown(client, "policy.rules")).toEqual([
			"1: 4 of 10 tests fail",
			"1: covers whoever the policy does not name · 2 rules",
			"1: 3 of 5 tests fail",
			"3: allows, for instance, `git status` · decides 1 test",
			"4: denies, for instance, `git push` · decides 1 test, 1 of which fails",
			"5: passes for 2 agents",
			"6: fails: for agent `default`, `git push` is `deny`, not `allow`, and for 1 more",
			"7: proved for 2 agents",
			"8: broken: for agent `default`, `git log` is `allow`",
			"10: covers `writer`",
			"11: allows, for instance, `cat`",
			"13: covers agents that are called `writer` · 4 rules, 3 inherited",
			"13: 2 of 7 tests fail",
			"14: allows, for instance, `ls` · decides 1 test",
			"15: passes",
		]);
	});

	test("tell more when they are clicked, and lead to the first test that fails", async () => {
		const lenses = await Promise.all((await listed(client, "policy.rules")).map((lens) => resolve(client, lens)));
		const titled = (title: string): CodeLens =>
			lenses.find(({ command }) => command?.title.startsWith(title) === true) as CodeLens;
		const writer = await tell(client, titled("covers agents"));
		expect(writer).toContain("where the harness says that its agent is called `writer`");
		expect(writer).toContain("1 of group `readers`");
		expect(writer).toContain("2 of agent `default`");
		expect(opened).toEqual([]);
		const all = ((await tell(client, titled("4 of 10"))) as string).split("\n");
		expect(all).toEqual(
			expect.arrayContaining([
				"FAILS   allow: git push (`default`, policy.rules:6)",
				"passes  allow: cat x (`writer`, git.suite.yaml:3)",
				" --> git.suite.yaml:4:11",
			]),
		);
		expect(opened.map(({ uri, selection }) => [uri, selection?.start])).toEqual([
			[client.uri("policy.rules"), { line: 5, character: 2 }],
		]);
		expect(await tell(client, titled("broken"))).toContain("decided by policy.rules:3 (look)");
		expect(await tell(client, titled("allows, for instance, `git status`"))).toContain("passes  allow: git status");
		expect(messages).toHaveLength(4);
	});

	test("of a text that has changed since are dropped, and new ones tell the new text", async () => {
		const old = await listed(client, "policy.rules");
		await client.edit("policy.rules", 0, 0, "# a line\n");
		await expect(resolve(client, old[0] as CodeLens)).rejects.toMatchObject({ code: -32801 });
		await client.edit("policy.rules", 0, "# a line\n".length, "");
		await client.edit("policy.rules", client.text("policy.rules").indexOf("  never allow git\n"), 18, "");
		expect((await shown(client, "policy.rules")).slice(0, 3)).toEqual([
			"1: 3 of 9 tests fail",
			"1: covers whoever the policy does not name · 2 rules",
			"1: 2 of 4 tests fail",
		]);
	});

	test("say so where a policy has errors", async () => {
		await client.open("broken.rules", "agent default {\n  default deny\n  allow @none\n}\n");
		expect(new Set((await shown(client, "broken.rules")).map((one) => one.slice(3)))).toEqual(
			new Set(["nothing is decided while the policy has errors"]),
		);
		await client.close("broken.rules");
	});

	test("answer what is no lens of theirs with an error, and go on", async () => {
		const lens = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } };
		for (const data of [undefined, null, 1, {}, { uri: client.uri("policy.rules"), version: 1, about: "x", start: 0 }])
			await expect(resolve(client, { ...lens, data } as CodeLens)).rejects.toMatchObject({ code: -32801 });
		expect(
			await client.connection.sendRequest("workspace/executeCommand", { command: "bylaw.tellMore", arguments: ["x"] }),
		).toContain("has changed since");
		await expect(
			client.connection.sendRequest("workspace/executeCommand", { command: "rm", arguments: [] }),
		).rejects.toMatchObject({ code: -32803 });
		expect(client.complaints).toEqual([]);
		expect(await client.end()).toBe(0);
	});
});

test("YAML has the same lenses", async () => {
	const client = await start();
	await client.open(
		"p.rules.yaml",
		"agents:\n  default:\n    default: deny\n    rules:\n      - allow: [git status]\n      - expect: deny\n        command: git push\n      - never: { allow: git log }\n",
		"rules-yaml",
	);
	expect(await shown(client, "p.rules.yaml")).toEqual([
		"1: 2 tests pass",
		"2: covers whoever the policy does not name · 1 rule",
		"2: 2 tests pass",
		"5: allows, for instance, `git status`",
		"6: passes",
		"8: proved for `default`",
	]);
	await client.end();
});

test("an editor that wants other sorts of lenses has those, and shows texts itself where it says so", async () => {
	const client = await start({}, {}, { lenses: ["blocks"], showsTexts: true });
	const messages: unknown[] = [];
	client.connection.onNotification("window/showMessage", (message) => {
		messages.push(message);
	});
	client.connection.onRequest("window/showMessageRequest", (message) => messages.push(message));
	await client.open("policy.rules", policy);
	const lenses = await listed(client, "policy.rules");
	expect(lenses).toHaveLength(3);
	expect(await tell(client, await resolve(client, lenses[1] as CodeLens))).toContain("Covers `writer`.");
	expect(messages).toEqual([]);
	await client.end();
});

test("a suite that changes has lenses asked for anew", async () => {
	const client = await start(
		{ "policy.rules": "agent default {\n  default deny\n  allow ls\n}\n" },
		{ workspace: { codeLens: { refreshSupport: true } } },
	);
	let refreshed = 0;
	client.connection.onRequest("workspace/codeLens/refresh", () => {
		refreshed++;
		return null;
	});
	const until = async (wanted: () => boolean): Promise<void> => {
		for (let left = 600; !wanted() && left > 0; left--) await new Promise((done) => setTimeout(done, 100));
	};
	await client.open("policy.rules", "agent default {\n  default deny\n  allow ls\n}\n");
	await until(() => refreshed > 0);
	expect((await shown(client, "policy.rules"))[0]).toBe("1: no tests");
	writeFileSync(fileURLToPath(client.uri("new.suite.yaml")), "cases:\n- { run: [ls, cat], expect: allow }\n");
	const before = refreshed;
	await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
		changes: [{ uri: client.uri("new.suite.yaml"), type: 1 }],
	});
	await until(() => refreshed > before);
	expect((await shown(client, "policy.rules"))[0]).toBe("1: 1 of 2 tests fails");
	expect(client.complaints).toEqual([]);
	await client.end();
});

test("a lens that nobody waits for any more is not found out, and a long file has lenses in time", async () => {
	const rules = Array.from({ length: 200 }, (_, at) => `  allow tool${at} sub\n  never allow tool${at} other\n`).join(
		"",
	);
	const client = await start();
	await client.open("long.rules", `agent default {\n  default deny\n${rules}}\n`);
	const lenses = await listed(client, "long.rules");
	expect(lenses).toHaveLength(403);
	const stops = lenses.slice(10).map((lens) => {
		const source = new CancellationTokenSource();
		const asked = client.connection.sendRequest("codeLens/resolve", lens, source.token).then(
			() => "answered",
			({ code }: { code: number }) => code,
		);
		source.cancel();
		return asked;
	});
	const answers = await Promise.all(stops);
	expect(answers.filter((one) => one === "answered").length).toBeLessThan(50);
	const [file] = await Promise.all(lenses.slice(0, 1).map((lens) => resolve(client, lens)));
	expect(file?.command?.title).toMatch(/^200 tests pass$|tests? pass(?:es)?, \d+ not looked at in time$/);
	expect(client.complaints).toEqual([]);
	await client.end();
});
