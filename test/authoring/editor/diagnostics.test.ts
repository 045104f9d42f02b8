import { describe, expect, test } from "@jest/globals";
import { type Client, start } from "./client.js";

const told = (all: readonly { readonly code?: unknown }[]) => all.map(({ code }) => code);

describe("the server", () => {
	test("starts, says what it can, and ends with 0", async () => {
		const client = await start();
		expect(client.answer.serverInfo?.name).toBe("rules");
		expect(client.answer.capabilities.hoverProvider).toBe(true);
		expect(await client.end()).toBe(0);
		expect(client.complaints).toEqual([]);
	});
});

describe("diagnostics", () => {
	test("tell a syntax error, then what a policy means, then nothing once it is mended", async () => {
		const client: Client = await start();
		await client.open("a.rules", "agent default {\n  default deny\n  allow git,\n}\n");
		expect(told(await client.diagnostics("a.rules", (all) => all.length > 0))).toEqual(["syntax-error"]);
		const at = client.text("a.rules").indexOf(",");
		await client.edit("a.rules", at, 1, " status, @none");
		expect(told(await client.diagnostics("a.rules", (all) => told(all).includes("unknown-set")))).toEqual([
			"unknown-set",
		]);
		await client.edit("a.rules", client.text("a.rules").indexOf(", @none"), 7, "");
		expect(await client.diagnostics("a.rules", (all) => all.length === 0)).toEqual([]);
		expect(client.complaints).toEqual([]);
		await client.end();
	});

	test("show a witness, lead to the page on the lint, and name other places that belong to it", async () => {
		const client = await start();
		await client.open(
			"w.rules",
			"agent default {\n  default deny\n  deny git\n  allow git status\n  expect deny: git status\n}\n",
		);
		const all = await client.diagnostics("w.rules", (found) => told(found).includes("unreachable-rule"));
		const lint = all.find(({ code }) => code === "unreachable-rule");
		expect(lint?.message).toContain("git status");
		expect(lint?.codeDescription?.href).toMatch(/^file:.*docs\/lints\/unreachable-rule\.md$/);
		await client.end();
	});

	test("follow the nearest configuration, and run no plugin where the editor does not trust the folder", async () => {
		const client = await start({
			"bylaw.config.yaml": "lints:\n  unused-set: error\n  missing-default: off\nplugins: [./own.mjs]\n",
			"own.mjs":
				'export const lints = [{ name: "own-lint", family: "style", severity: "warning", summary: "x", looksAt: "policy", check: (subject) => [{ message: "own", span: { file: subject.roots[0], start: 0, end: 3 } }] }];\n',
		});
		await client.open("c.rules", "set none = sh\nagent default {\n  allow ls\n}\n");
		const all = await client.diagnostics("c.rules", (found) => told(found).includes("unused-set"));
		expect(all.find(({ code }) => code === "unused-set")?.severity).toBe(1);
		expect(told(all)).not.toContain("missing-default");
		expect(told(all)).not.toContain("own-lint");
		await client.end();
	});

	test("run the folder's plugins where the editor trusts it", async () => {
		const client = await start(
			{
				"bylaw.config.yaml": "plugins: [./own.cjs]\n",
				"own.cjs":
					'exports.lints = [{ name: "own-lint", family: "style", severity: "warning", summary: "x", looksAt: "policy", check: (subject) => [{ message: "own", span: { file: subject.roots[0], start: 0, end: 3 } }] }];\n',
			},
			{},
			{ plugins: true },
		);
		await client.open("c.rules", "agent default {\n  default deny\n}\n");
		const all = await client.diagnostics("c.rules", (found) => told(found).includes("own-lint"));
		expect(told(all)).toContain("own-lint");
		await client.end();
	});

	test("say that nothing is linted under a configuration with errors", async () => {
		const client = await start({ "bylaw.config.yaml": "lints:\n  no-such-lint: error\n" });
		await client.open("c.rules", "agent default {\n  allow @none\n}\n");
		const all = await client.diagnostics("c.rules", (found) => told(found).includes("faulty-config"));
		expect(told(all)).toEqual(expect.arrayContaining(["faulty-config", "unknown-set"]));
		await client.end();
	});

	test("stay where their text is while other lines change", async () => {
		const client = await start();
		await client.open("s.rules", "agent default {\n  default deny\n  allow @none\n}\n");
		await client.diagnostics("s.rules", (found) => told(found).includes("unknown-set"));
		await client.edit("s.rules", 0, 0, "# a line\n");
		const [first] = await client.diagnostics("s.rules");
		expect([first?.code, first?.range.start]).toEqual(["unknown-set", { line: 3, character: 8 }]);
		await client.end();
	});

	test("tell an expectation that fails", async () => {
		const client = await start();
		await client.open("e.rules", "agent default {\n  default deny\n  expect allow: ls\n}\n");
		const all = await client.diagnostics("e.rules", (found) =>
			told(found).some((code) => code === "failed-expectation" || code === "expectation-fails"),
		);
		expect(all.map(({ message }) => message).join()).toContain("`ls` is `deny`");
		await client.end();
	});
});
