import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { folder, program, root, rules } from "../cli/cli.js";

const made = folder();
let entries: ReadonlyMap<string, string>;
let bytes: Buffer;

beforeAll(() => {
	program();
	const done = spawnSync(process.execPath, ["editors/vscode/scripts/package.mjs", "--out", made], {
		cwd: root,
		encoding: "utf8",
	});
	expect(done.stderr).toBe("");
	bytes = readFileSync(join(made, `bylaw-rules-${version}.vsix`));
	entries = unzipped(bytes);
}, 240_000);

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** The texts of an archive by their names, as its directory lists them; each is checked against its sum. */
function unzipped(archive: Buffer): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
	let at = archive.readUInt32LE(end + 16);
	for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
		const [sum, packed, length] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field)) as [
			number,
			number,
			number,
		];
		const nameLength = archive.readUInt16LE(at + 28);
		const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
		const local = archive.readUInt32LE(at + 42);
		const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
		const text = inflateRawSync(archive.subarray(start, start + packed));
		expect([name, text.length, crc32(text)]).toEqual([name, length, sum]);
		found.set(name, text.toString());
		at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
	}
	return found;
}

describe("the extension for VS Code", () => {
	test("has the version of the package, in both manifests", () => {
		expect(JSON.parse(entries.get("extension/package.json") as string)).toMatchObject({ name: "bylaw-rules", version });
		expect(entries.get("extension.vsixmanifest")).toContain(`Id="bylaw-rules" Version="${version}" Publisher="bylaw"`);
	});

	test("holds every file that its manifests name, and says of each what it is", () => {
		const named = [
			...[...(entries.get("extension/package.json") as string).matchAll(/"(?:\.\/|(?=icon\.png))([^"]+)"/g)].map(
				([, path]) => `extension/${path}`,
			),
			...[...(entries.get("extension.vsixmanifest") as string).matchAll(/Path="([^"]+)"/g)].map(([, path]) => path),
		];
		expect(named.length).toBeGreaterThan(5);
		for (const path of named) expect([...entries.keys()]).toContain(path);
		const types = entries.get("[Content_Types].xml") as string;
		for (const name of entries.keys())
			if (!name.startsWith("[")) expect(types).toContain(`Extension=".${name.split(".").at(-1)}"`);
	});

	test("has snippets that are policies, as they stand and one beside the other", () => {
		const snippets = JSON.parse(entries.get("extension/snippets.json") as string) as Record<string, { body: string[] }>;
		for (const [name, { body }] of Object.entries(snippets)) {
			const text = body
				.join("\n")
				.replaceAll(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, "$1")
				.replaceAll(/\$\{\d+:([^}]*)\}/g, "$1");
			const before = name === "agent" ? "agent default {\n\tdefault deny\n}\n" : "";
			const place = folder({ "policy.rules": `${before}${text}\n` });
			const { code, out } = rules(["lint", "--level", "error", "policy.rules"], { cwd: place });
			expect({ name, code, out }).toEqual({ name, code: 0, out: expect.any(String) });
		}
	});

	test("lets words be completed as they are typed: to the grammar they are strings, in which VS Code offers nothing by itself", () => {
		const { contributes } = JSON.parse(entries.get("extension/package.json") as string) as {
			contributes: { configurationDefaults: unknown };
		};
		expect(entries.get("extension/syntaxes/rules.tmLanguage.json")).toContain('"string.unquoted.word.rules"');
		expect(contributes.configurationDefaults).toMatchObject({
			"[bylaw]": { "editor.quickSuggestions": { other: "on", strings: "on" } },
		});
	});

	test("sets code in its walkthrough as VS Code reads it there: between two backticks, not one", () => {
		const { contributes } = JSON.parse(entries.get("extension/package.json") as string) as {
			contributes: { walkthroughs: { steps: { description: string }[] }[] };
		};
		const said = contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description));
		expect(said.join("\n")).toContain("``rules lsp``");
		for (const one of said) expect(one.replaceAll(/``[^`]+``/g, "")).not.toContain("`");
	});

	test("has commands for each that its walkthrough starts", () => {
		const { contributes } = JSON.parse(entries.get("extension/package.json") as string) as {
			contributes: { commands: { command: string }[]; walkthroughs: unknown };
		};
		const started = [...JSON.stringify(contributes.walkthroughs).matchAll(/(?:command:|onCommand:)([\w.]+)/gi)].map(
			([, name]) => name,
		);
		expect(started.length).toBeGreaterThan(3);
		for (const name of started) {
			expect(contributes.commands.map(({ command }) => command)).toContain(name);
			expect(entries.get("extension/dist/extension.cjs")).toContain(`"${name}"`);
		}
	});

	test("is the same, byte for byte, when it is made again", () => {
		const again = folder();
		spawnSync(process.execPath, ["editors/vscode/scripts/package.mjs", "--out", again], { cwd: root });
		expect(readFileSync(join(again, `bylaw-rules-${version}.vsix`)).equals(bytes)).toBe(true);
	});

	test("starts `rules lsp`, learns what it can, and ends it", () => {
		const place = folder();
		for (const [name, text] of entries) {
			mkdirSync(dirname(join(place, name)), { recursive: true });
			writeFileSync(join(place, name), text);
		}
		const rules = join(place, "rules");
		writeFileSync(rules, `#!/bin/sh\necho "$@" >> '${place}/asked'\nexec '${process.execPath}' '${program()}' "$@"\n`);
		chmodSync(rules, 0o755);
		const done = spawnSync(
			process.execPath,
			[join(root, "test/editors/stub-editor.cjs"), join(place, "extension/dist/extension.cjs"), rules],
			{ cwd: place, encoding: "utf8", timeout: 60_000 },
		);
		expect([done.status, done.stderr]).toEqual([0, ""]);
		expect(readFileSync(join(place, "asked"), "utf8")).toBe("lsp --stdio\n");
		expect(done.stdout.trim().split("\n")).toEqual(
			expect.arrayContaining([
				"registerCodeActionsProvider",
				"registerCompletionItemProvider",
				"registerDefinitionProvider",
				"registerDocumentFormattingEditProvider",
				"registerFoldingRangeProvider",
				"registerHoverProvider",
				"registerInlayHintsProvider",
				"registerReferenceProvider",
				"registerRenameProvider",
				"registerWorkspaceSymbolProvider",
			]),
		);
	}, 240_000);

	test("says so when there is no such program", () => {
		const place = folder({ "extension.cjs": entries.get("extension/dist/extension.cjs") as string });
		const done = spawnSync(
			process.execPath,
			[join(root, "test/editors/stub-editor.cjs"), join(place, "extension.cjs"), join(place, "none")],
			{ cwd: place, encoding: "utf8", timeout: 60_000 },
		);
		expect(done.stdout).toMatch(/error: `.*none lsp` could not be started: .* set `bylaw\.path`\./);
	}, 240_000);
});
