/** The walk in CONTRIBUTING.md, tried: a lint, a clause, a setting, a program and a harness are added to a copy of the tree, as its blocks say, and what comes out is run. */
import { spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isWhole } from "../part.js";

const root = resolve(".");
let copy = "";

interface Block {
	readonly language: string;
	/** The file that it is, or goes into. */
	readonly name: string;
	readonly text: string;
}

const walk = readFileSync("CONTRIBUTING.md", "utf8").split("## A walk through each addition")[1] ?? "";
const blocks: readonly Block[] = [...walk.matchAll(/^(```|~~~)(\w+)[ \t]*(\S*)\n([\s\S]*?)^\1$/gm)].map(
	([, , language = "", name = "", text = ""]) => ({ language, name, text }),
);

function add({ language, name, text }: Block): void {
	const path = join(copy, name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, language === "diff" ? withAdded(readFileSync(path, "utf8"), name, text) : text);
}

/** The file with the lines behind the one above them, which stands in it once. */
function withAdded(old: string, name: string, text: string): string {
	const lines = text.trimEnd().split("\n");
	const before = `${lines[0]?.slice(1)}\n`;
	const added = lines.slice(1).map((line) => `${line.slice(1)}\n`);
	expect({ name, before, times: old.split(before).length - 1 }).toEqual({ name, before, times: 1 });
	return old.replace(before, () => before + added.join(""));
}

/** A script of the copy, or its `rules`. */
function run(script: string, ...args: readonly string[]): { readonly code: number | null; readonly text: string } {
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: copy, encoding: "utf8" });
	const text = stdout + stderr;
	if (script.startsWith("scripts/"))
		expect({ script, status, text: status === 0 ? "" : text }).toEqual({ script, status: 0, text: "" });
	return { code: status, text };
}

test("what a newcomer adds has its place in the tree, and no file has its name", () => {
	for (const { language, name, text } of blocks) {
		if (name === "") continue;
		if (language === "diff") withAdded(readFileSync(name, "utf8"), name, text);
		else expect({ name, isThere: existsSync(name) }).toEqual({ name, isThere: false });
	}
});

// A tree is copied, generated, bundled and compiled: a minute, each night.
(isWhole ? describe : describe.skip)("what a newcomer adds", () => {
	beforeAll(() => {
		copy = mkdtempSync(join(tmpdir(), "bylaw-newcomer-"));
		for (const part of readdirSync(root))
			if (![".git", "node_modules", "dist", "bench", "e2e"].includes(part))
				cpSync(join(root, part), join(copy, part), {
					recursive: true,
					filter: (path) => basename(path) !== "node_modules",
				});
		symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
		for (const block of blocks) if (block.name !== "") add(block);
		run("scripts/generate.mjs");
		// Without the declarations: the compiler is asked below.
		writeFileSync(
			join(copy, "scripts/bundle.mjs"),
			`import { mkdirSync, writeFileSync } from "node:fs";
	import { dirname, join } from "node:path";
	import { bundles } from "./build/bundles.mjs";
	for (const [name, text] of (await bundles()).files) {
		mkdirSync(dirname(join("dist", name)), { recursive: true });
		writeFileSync(join("dist", name), text);
	}
	`,
		);
		run("scripts/bundle.mjs");
	});

	afterAll(() => rmSync(copy, { recursive: true, force: true }));

	test("compiles, and lies where the rooms want it", () => {
		run("scripts/checks/check-layers.mjs");
		expect(run("node_modules/typescript/bin/tsc", "--noEmit", "-p", ".")).toEqual({ code: 0, text: "" });
	});

	test("is known to the registries, and its cases hold", () => {
		const { code, text } = run(
			"node_modules/jest/bin/jest.js",
			"--runInBand", // what is loaded for one file is there for the next
			"test/cases",
			"test/runtime/harnesses",
			"-t",
			"shouted|outside|core-size|acme|agree|was looked at",
		);
		expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
		expect(text).toMatch(/Tests: +(?:\d+ skipped, )?[1-9]\d passed/);
	});

	test("comes out as the page says", () => {
		const lines = blocks
			.filter(({ language }) => language === "console")
			.flatMap(({ text }) => text.trim().split("\n"));
		expect(lines.length).toBeGreaterThan(10);
		for (let at = 0; at < lines.length; at += 2) {
			const [command = "", told = ""] = lines.slice(at, at + 2);
			const { text } = run("dist/cli.cjs", ...command.split(" ").slice(2));
			expect({ command, text }).toEqual({ command, text: expect.stringContaining(told) });
		}
	});

	test.each([
		["clauses", "outside", "lower"],
		["settings", "limit-core-size", "heldBy"],
	])("is refused by the compiler while it has no effect: %s", (registry, name, property) => {
		const record = join(copy, `src/language/policy/${registry}/${name}.ts`);
		const whole = readFileSync(record, "utf8");
		const line = new RegExp(`^\\t${property}: .*\\n`, "m");
		expect(whole).toMatch(line);
		writeFileSync(record, whole.replace(line, ""));
		const alone = [
			"--ignoreConfig",
			"--noEmit",
			"--strict",
			"--skipLibCheck",
			"--module",
			"nodenext",
			"--target",
			"es2023",
		];
		const compiled = run("node_modules/typescript/bin/tsc", ...alone, `src/language/policy/${registry}.ts`);
		expect(compiled.text).toContain(`Property '${property}' is missing`);
		writeFileSync(record, whole);
	});

	test("is refused while it has no effect", () => {
		const record = join(copy, "src/language/policy/clauses/outside.ts");
		const whole = readFileSync(record, "utf8");
		const lower = /^\tlower: .*\n/m;
		writeFileSync(record, whole.replace(lower, "\tlower: () => ({}),\n"));
		const tried = run(
			"node_modules/jest/bin/jest.js",
			"--runInBand",
			"test/cases/clauses-have-effect.test.ts",
			"-t",
			"outside",
		);
		expect(tried).toMatchObject({ code: 1 });
	});
});
