import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";

const root = process.cwd();
const folders: string[] = [];

afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Checks a tree of its own, given as texts by path. */
function check(files: Readonly<Record<string, string>>) {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-layers-"));
	folders.push(folder);
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(join(folder, dirname(path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	const script = join(root, "scripts/checks/check-layers.mjs");
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--root", folder], { encoding: "utf8" });
	return { good: status === 0, text: stdout + stderr };
}

const span = { "src/language/source/span.ts": "export interface Span {}\n" };

describe("the layer check", () => {
	test("lets a file import from its own room and from an earlier one", () => {
		const { good, text } = check({
			...span,
			"src/engine/request/request.ts":
				'import type { Span } from "../../language/source/span.js";\nimport { path } from "./path.js";\n',
			"src/engine/request/path.ts": "export const path = 1;\n",
		});
		expect(text).toBe("layers: 3 modules, every import in order\n");
		expect(good).toBe(true);
	});

	test("refuses an import from a later room, types included, and names file, line and way out", () => {
		const { good, text } = check({
			"src/language/source/span.ts": '// where\n\nimport type { Decision } from "../../engine/decide/decide.js";\n',
			"src/engine/decide/decide.ts": "export interface Decision {}\n",
		});
		expect(text).toContain(
			"src/language/source/span.ts:3: `language/source` imports from `engine/decide`, a later room\n\tMove what both need",
		);
		expect(good).toBe(false);
	});

	test.each([
		["export … from", 'export { lint } from "../../authoring/lint/lint.js";'],
		["export * from", 'export * from "../../authoring/lint/lint.js";'],
		["import()", 'export const lint = () => import("../../authoring/lint/lint.js");'],
		["the type import()", 'export type Lint = import("../../authoring/lint/lint.js").Lint;'],
		["import = require()", 'import lint = require("../../authoring/lint/lint.js");\nexport { lint };'],
		["require()", 'export const lint = require("../../authoring/lint/lint.js");'],
	])("sees %s", (_, line) => {
		const { good, text } = check({
			"src/engine/decide/x.ts": `${line}\n`,
			"src/authoring/lint/lint.ts": "export const lint = 1;\n",
		});
		expect(text).toContain("src/engine/decide/x.ts:1: `engine/decide` imports from `authoring/lint`, a later room");
		expect(good).toBe(false);
	});

	test("does not take comments, texts or regular expressions for imports", () => {
		const lines = [
			'// import "../../authoring/lint/lint.js"',
			"export const text = 'import \"../../authoring/lint/lint.js\"';",
			'export const more = `from "../../authoring/lint/lint.js"`;',
			'export const pattern = /import("x")|\'/;',
		];
		expect(check({ "src/engine/decide/x.ts": `${lines.join("\n")}\n` }).text).toBe(
			"layers: 1 modules, every import in order\n",
		);
	});

	test("counts lines right behind a shebang, wide characters and Windows line breaks", () => {
		const text =
			'#!/usr/bin/env node\r\nexport const smile = "😀 ü";\r\nimport { x } from "../../authoring/lint/lint.js";\r\nx;\r\n';
		const report = check({ "src/engine/decide/x.ts": text, "src/authoring/lint/lint.ts": "export const x = 1;\n" });
		expect(report.text).toContain("src/engine/decide/x.ts:3: ");
	});

	test("lets the grammar know the words of the language alone, and everything build on it", () => {
		const grammar = { "grammar/tokens.ts": 'import { createToken } from "chevrotain";\nexport { createToken };\n' };
		expect(
			check({
				...grammar,
				"src/language/syntax/read.ts": 'import { createToken } from "../../../grammar/tokens.js";\ncreateToken;\n',
			}).good,
		).toBe(true);
		expect(
			check({
				"src/language/syntax/read.ts": "export const read = 1;\n",
				"grammar/tokens.ts": 'import { read } from "../src/language/syntax/read.js";\nread;\n',
			}).text,
		).toContain("`grammar` imports from `language/syntax`, a later room");
		const clauses = { "src/language/policy/clauses.ts": "export const clauses = {};\n" };
		const tokens = 'import { clauses } from "../src/language/policy/clauses.js";\nclauses;\n';
		expect(check({ ...clauses, "grammar/tokens.ts": tokens }).good).toBe(true);
		const resolve = { "src/language/policy/resolve.ts": "export const resolve = 1;\n" };
		const record = 'import { resolve } from "../resolve.js";\nresolve;\n';
		expect(check({ ...resolve, "src/language/policy/clauses/within.ts": record }).text).toContain(
			"`language/policy/clauses` imports from `language/policy`, a later room",
		);
	});

	test("keeps what authors use out of `src/index.ts`, and lets nothing import the entry points", () => {
		const lint = { "src/authoring/lint/lint.ts": "export const lint = 1;\n" };
		const text = 'export { lint } from "./authoring/lint/lint.js";\n';
		expect(check({ ...lint, "src/authoring.ts": text }).good).toBe(true);
		expect(check({ ...lint, "src/index.ts": text }).text).toContain(
			"`index` imports from `authoring/lint`, a later room",
		);
		expect(check({ "src/index.ts": "export {};\n", "src/cli/main.ts": 'import "../index.js";\n' }).text).toContain(
			"imports `src/index.js`, a public entry point",
		);
	});

	test("keeps Node's modules for files, processes and the network to the rooms that touch the world", () => {
		const names = ["node:fs", "node:fs/promises", "node:child_process", "node:net", "node:process", "node:module"];
		const text = names.map((name) => `import "${name}";\n`).join("");
		const inRooms = (rooms: readonly string[]) =>
			check(Object.fromEntries(rooms.map((room) => [`src/${room}/x.ts`, text])));
		expect(
			inRooms(["runtime/load", "runtime/execute", "runtime/audit", "runtime/servers", "authoring/editor", "cli"]).good,
		).toBe(true);
		const pure = ["engine/decide", "runtime/tools", "language/syntax", "authoring/lint"];
		const report = inRooms(pure).text;
		for (const room of pure)
			for (const [at, name] of names.entries())
				expect(report).toContain(`src/${room}/x.ts:${at + 1}: \`${room}\` imports \`${name}\``);
	});

	test("lets every room compute with Node's pure modules, by their full names", () => {
		expect(check({ "src/engine/decide/x.ts": 'import "node:path/posix";\nimport "node:crypto";\n' }).good).toBe(true);
		expect(check({ "src/engine/decide/x.ts": 'import "path";\n' }).text).toContain("Write `node:path`");
	});

	test.each([
		["chevrotain", "language/syntax", "engine/decide", "Only `grammar` and `language/syntax` may"],
		["yaml", "language/syntax", "runtime/load", "Only `language/syntax` may"],
		["node-pty", "runtime/execute", "cli", "Only `runtime/execute` may"],
	])("keeps the package %s to its rooms", (name, room, other, help) => {
		expect(check({ [`src/${room}/x.ts`]: `import "${name}";\n` }).good).toBe(true);
		expect(check({ [`src/${other}/x.ts`]: `import "${name}/deep.js";\n` }).text).toContain(help);
	});

	test("refuses ajv everywhere, and packages that nobody has spoken for", () => {
		expect(check({ "src/language/syntax/x.ts": 'import "ajv/dist/2020.js";\n' }).text).toContain("Only scripts use it");
		expect(check({ "src/language/syntax/x.ts": 'import "@some/thing/deep";\n' }).text).toContain(
			"imports the package `@some/thing`, which no room may",
		);
		expect(check({ "src/language/syntax/x.ts": 'import "constructor";\n' }).good).toBe(false);
	});

	test("refuses what it can't follow: computed names, missing files, files outside the rooms", () => {
		expect(check({ "src/cli/x.ts": "const name = String(1);\nvoid import(name);\n" }).text).toContain(
			"src/cli/x.ts:2: imports what it computes at run time",
		);
		expect(check({ "src/cli/x.ts": 'import "./gone.js";\n' }).text).toContain("imports `./gone.js`, which is no file");
		expect(check({ ...span, "src/cli/x.ts": 'import "../language/source/span.ts";\n' }).text).toContain(
			"Name the file that it becomes",
		);
		expect(check({ "src/cli/x.ts": 'import "../../scripts/root.mjs";\n' }).text).toContain(
			"imports `scripts/root.mjs`, which is in no room",
		);
	});

	test("finds modules that lie outside the rooms, and does not pass by reading less than there is", () => {
		const { good, text } = check({ ...span, "src/utils/x.ts": 'import "node:fs";\n', "src/helper.ts": "" });
		expect(text).toContain("src/utils/x.ts:1: lies in no room");
		expect(text).toContain("src/helper.ts:1: lies in no room");
		expect(text).toContain("3 modules on disk, but 1 read");
		expect(good).toBe(false);
		expect(check({}).text).toContain("holds no module");
	});
});
