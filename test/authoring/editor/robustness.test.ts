import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { some, tries } from "../../part.js";
import { type Client, start } from "./client.js";

const policy = `import "./base.rules"
set shells = bash, sh
agent default {
  default deny
  locked deny @shells because "No {program}."
  deny git except git status, git log id look
  allow sort granting write
  allow rm, mv within ., !secret
  constrain writes of * to ., /tmp/build
  nudge grep use file.search
  expect deny by look: git push
  limit output 16KiB keep head 1KiB tail 1KiB spill
}
agent writer extends default {
  override allow git fetch
}
program deploy can network { option --target, -t PATH write }
`;
const yaml = `import: ./base.rules
sets:
  shells: [bash, sh]
agents:
  default:
    default: deny
    rules:
      - deny: ["@shells"]
        locked: true
        because: No {program}.
      - deny: git
        except: [git status, git log]
        id: look
      - { allow: rm, within: [., "!secret"] }
      - expect: deny
        by: look
        command: git push
`;

/** Every request that speaks of a place, at that place. */
async function askEverything(client: Client, name: string, at: number): Promise<void> {
	const about = { textDocument: { uri: client.uri(name) } };
	const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
	await Promise.all([
		...["hover", "completion", "definition", "documentHighlight", "prepareRename"].map((method) =>
			client.ask(method, name, at).catch(refused),
		),
		client.ask("references", name, at, { context: { includeDeclaration: true } }),
		client.ask("rename", name, at, { newName: "other" }).catch(refused),
		...["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"].map((method) =>
			client.connection.sendRequest(`textDocument/${method}`, about),
		),
		...["inlayHint", "semanticTokens/range"].map((method) =>
			client.connection.sendRequest(`textDocument/${method}`, { ...about, range }),
		),
		client.connection.sendRequest("textDocument/codeAction", { ...about, range, context: { diagnostics: [] } }),
		client.connection.sendRequest("textDocument/formatting", { ...about, options: { tabSize: 2, insertSpaces: true } }),
		client.connection.sendRequest("workspace/symbol", { query: "" }),
	]);
}

/** A refusal is an answer, where something can't be renamed. A fault is not. */
function refused(error: { code?: number; message: string }): void {
	if (error.code !== -32803) throw error;
}

describe("a policy that is typed character by character", () => {
	const typed = [
		["typed.rules", policy],
		["crlf.rules", policy.replaceAll("\n", "\r\n")],
		["typed.rules.yaml", yaml],
		["crlf.rules.yaml", yaml.replaceAll("\n", "\r\n")],
	] as const;
	test.each(some(typed, 3))(
		"%s is answered at every step, and is without faults at the end",
		async (name, text) => {
			const client = await start({ "base.rules": "deny shutdown\n" });
			await client.open(name, "", name.endsWith("yaml") ? "rules-yaml" : "rules");
			for (let at = 0; at < text.length; at++) {
				await client.edit(name, at, 0, text[at] as string);
				if (at % 3 === 0) await client.ask("completion", name, at + 1);
				if (at % 17 === 0) await askEverything(client, name, at + 1);
			}
			const left = await client.diagnostics(name, (all) => all.every(({ severity }) => severity !== 1));
			expect(left.filter(({ severity }) => severity === 1)).toEqual([]);
			expect(client.complaints).toEqual([]);
			expect(await client.end()).toBe(0);
		},
		120_000,
	);

	test("the same is known of it as of a policy that was opened whole", async () => {
		const client = await start({ "base.rules": "deny shutdown\n" });
		await client.open("typed.rules", "");
		for (let at = 0; at < policy.length; at++) await client.edit("typed.rules", at, 0, policy[at] as string);
		await client.open("whole.rules", policy);
		for (const method of ["documentSymbol", "foldingRange", "semanticTokens/full"]) {
			const [typed, whole] = await Promise.all(
				["typed.rules", "whole.rules"].map((name) =>
					client.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: client.uri(name) } }),
				),
			);
			expect(typed).toEqual(whole);
		}
		await client.end();
	}, 240_000);
});

describe("whatever is done to a text", () => {
	const pieces = [
		'"',
		"{",
		"}",
		"\n",
		"\r",
		",",
		"#",
		"😀",
		"\ud83d",
		"\0",
		"@",
		"- ",
		":",
		"agent ",
		"\u202e",
		"&",
		"/[",
		"\t",
	];
	const script = fc.array(
		fc.record({
			at: fc.nat(),
			length: fc.oneof(fc.constant(0), fc.nat(5), fc.nat(400)),
			text: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 6 }), fc.constant("")),
		}),
		{ minLength: 1, maxLength: 8 },
	);
	test.each([
		["any.rules", policy],
		["any.rules.yaml", yaml],
	])(
		"%s is answered, and nothing goes wrong",
		async (name, text) => {
			const client = await start({ "base.rules": "deny shutdown\n" });
			await fc.assert(
				fc.asyncProperty(script, fc.nat(), async (edits, ask) => {
					await client.open(name, text, name.endsWith("yaml") ? "rules-yaml" : "rules");
					for (const { at, length, text: piece } of edits) {
						const now = client.text(name);
						const start = at % (now.length + 1);
						// The protocol has no place between CR and LF.
						if (now[start] === "\n" && now[start - 1] === "\r") continue;
						await client.edit(name, start, Math.min(length, now.length - start), piece);
					}
					await askEverything(client, name, ask % (client.text(name).length + 1));
					expect(client.complaints).toEqual([]);
					await client.close(name);
				}),
				{ numRuns: tries(60) },
			);
			expect(await client.end()).toBe(0);
		},
		120_000,
	);
});

describe("the server lives on", () => {
	test("when it is asked about documents and methods that there are not", async () => {
		const client = await start();
		await client.open("a.rules", "allow ls\n");
		const nowhere = { textDocument: { uri: "file:///nowhere/x.rules" }, position: { line: 3, character: 3 } };
		expect(await client.connection.sendRequest("textDocument/hover", nowhere)).toBeNull();
		expect(await client.connection.sendRequest("textDocument/completion", nowhere)).toEqual([]);
		await expect(client.connection.sendRequest("textDocument/rename", { ...nowhere, newName: "x" })).rejects.toThrow(
			"this file is not open",
		);
		await expect(client.connection.sendRequest("textDocument/nothing", nowhere)).rejects.toThrow();
		await client.connection.sendNotification("textDocument/didChange", {
			textDocument: { uri: "file:///nowhere/x.rules", version: 2 },
			contentChanges: [{ text: "x" }],
		});
		await client.connection.sendNotification("textDocument/didClose", nowhere);
		expect(await client.ask("hover", "a.rules", 2)).not.toBeNull();
		expect(
			await client.connection.sendRequest("textDocument/hover", {
				textDocument: { uri: client.uri("a.rules") },
				position: { line: 99999, character: 99999 },
			}),
		).toBeNull();
		expect(await client.end()).toBe(0);
	});

	test("when a text is larger than a policy may be", async () => {
		const client = await start();
		await client.open("large.rules.yaml", `# ${"x".repeat(2 * 1024 * 1024)}\n`);
		const all = await client.diagnostics("large.rules.yaml", (found) => found.length > 0);
		expect(all.map(({ code }) => code)).toContain("unreadable-file");
		await client.edit("large.rules.yaml", 0, client.text("large.rules.yaml").length, "rules: []\n");
		expect(await client.diagnostics("large.rules.yaml", (found) => found.length === 0)).toEqual([]);
		expect(await client.end()).toBe(0);
	}, 240_000);

	test("when folders come and go", async () => {
		const { mkdtempSync, rmSync, writeFileSync } = await import("node:fs");
		const { tmpdir } = await import("node:os");
		const { join } = await import("node:path");
		const { pathToFileURL } = await import("node:url");
		const client = await start({}, { workspace: { workspaceFolders: true } });
		const other = mkdtempSync(join(tmpdir(), "bylaw-other-"));
		writeFileSync(join(other, "far.rules"), "set distant = sh\n");
		const folder = { uri: pathToFileURL(other).href, name: "other" };
		const names = async () =>
			((await client.connection.sendRequest("workspace/symbol", { query: "distant" })) as { name: string }[]).map(
				({ name }) => name,
			);
		const change = (event: object) =>
			client.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event });
		expect(await names()).toEqual([]);
		await change({ added: [folder], removed: [] });
		expect(await names()).toEqual(["distant"]);
		await change({ added: [], removed: [folder] });
		expect(await names()).toEqual([]);
		rmSync(other, { recursive: true });
		expect(await client.end()).toBe(0);
	});

	test("when documents are no files", async () => {
		const client = await start();
		await client.open("untitled:Untitled-1", "deny git pu\nallow\n", "rules");
		expect(await client.diagnostics("untitled:Untitled-1", (all) => all.length > 0)).not.toEqual([]);
		expect(await client.ask<unknown[]>("completion", "untitled:Untitled-1", 11)).not.toEqual([]);
		await client.open("untitled:Untitled-2", "rules:\n  - deny: git\n", "rules-yaml");
		expect(await client.ask("hover", "untitled:Untitled-2", 14)).not.toBeNull();
		expect(client.complaints).toEqual([]);
		expect(await client.end()).toBe(0);
	});

	test("when an import vanishes, comes back broken, and is mended in the editor", async () => {
		const { rmSync, writeFileSync } = await import("node:fs");
		const { fileURLToPath } = await import("node:url");
		const client = await start({ "base.rules": "set shells = sh\n" });
		const base = fileURLToPath(client.uri("base.rules"));
		const changed = () =>
			client.connection.sendNotification("workspace/didChangeWatchedFiles", {
				changes: [{ uri: client.uri("base.rules"), type: 2 }],
			});
		const codes = (all: readonly { code?: unknown }[]) => all.map(({ code }) => code);
		await client.open("a.rules", 'import "./base.rules"\ndefault deny\ndeny @shells\n');
		await client.diagnostics("a.rules");
		rmSync(base);
		await changed();
		expect(codes(await client.diagnostics("a.rules", (all) => codes(all).includes("file-not-found")))).toContain(
			"file-not-found",
		);
		writeFileSync(base, "set shells = \n");
		await changed();
		const broken = await client.diagnostics("a.rules", (all) => codes(all).includes("faulty-import"));
		expect(codes(broken)).toContain("faulty-import");
		expect(broken.find(({ code }) => code === "faulty-import")?.relatedInformation?.[0]?.location.uri).toBe(
			client.uri("base.rules"),
		);
		await client.open("base.rules", "set shells = bash, sh\n");
		expect(codes(await client.diagnostics("a.rules", (all) => !codes(all).includes("faulty-import")))).not.toContain(
			"faulty-import",
		);
		await client.edit("base.rules", 0, client.text("base.rules").length, "set others = sh\n");
		expect(codes(await client.diagnostics("a.rules", (all) => codes(all).includes("unknown-set")))).toContain(
			"unknown-set",
		);
		expect(client.complaints).toEqual([]);
		expect(await client.end()).toBe(0);
	}, 240_000);
});

test("a policy of 1,000 rules is answered while it is edited", async () => {
	const rules = Array.from(
		{ length: 1000 },
		(_, at) => `  ${["allow", "deny", "ask"][at % 3]} tool${at} sub --opt${at} because "rule ${at}"\n`,
	).join("");
	for (const [name, text] of [
		["big.rules", `agent default {\n  default deny\n${rules}}\n`],
		[
			"big.rules.yaml",
			`agents:\n  default:\n    default: deny\n    rules:\n${rules.replaceAll(/ {2}(\w+) (.*) because (.*)\n/g, "      - $1: $2\n        because: $3\n")}`,
		],
	] as const) {
		const client = await start();
		await client.open(name, text);
		await client.diagnostics(name);
		const piece = name.endsWith("yaml") ? "deny: tool502" : "ask tool500";
		const at = text.indexOf(piece) + piece.length;
		expect(at).toBeGreaterThan(20);
		let slowest = 0;
		for (let count = 0; count < 12; count++) {
			const before = performance.now();
			await client.edit(name, at + count, 0, "x");
			await client.ask("hover", name, at - 2);
			await client.diagnostics(name);
			slowest = Math.max(slowest, performance.now() - before);
		}
		// It is a few milliseconds; the machine may be busy with anything.
		expect(slowest).toBeLessThan(30_000);
		expect(await client.end()).toBe(0);
	}
}, 240_000);
