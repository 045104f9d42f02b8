/** What the pages of tools show is what happens: each `js` block is run, and prints the `text` block behind it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { build } from "esbuild";

jest.setTimeout(240_000);

const pages = readdirSync("docs/tools").filter((name) => name.endsWith(".md"));
const blocks = pages.flatMap((page) =>
	[
		...readFileSync(join("docs/tools", page), "utf8").matchAll(/^```js\n([\s\S]*?)^```\n```text\n([\s\S]*?)^```$/gm),
	].map(([, code, text], at) => ({
		page,
		name: `${page.replace(".md", "")}-${at}`,
		code: code as string,
		text: text as string,
	})),
);
const shown = pages
	.map((page) => [...readFileSync(join("docs/tools", page), "utf8").matchAll(/^```js$/gm)].length)
	.reduce((a, b) => a + b);

let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-pages-"));
	for (const { name, code } of blocks) writeFileSync(join(folder, `${name}.js`), code);
	// The packs stand beside the code, as in the package.
	symlinkSync(resolve("rules"), join(folder, "rules"));
	writeFileSync(join(folder, "package.json"), "{}");
	await build({
		entryPoints: blocks.map(({ name }) => join(folder, `${name}.js`)),
		outdir: join(folder, "built"),
		outExtension: { ".js": ".mjs" },
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "node",
		target: "node20",
		alias: { bylaw: resolve("src/index.ts") },
		external: ["node-pty"],
		banner: {
			js: 'import { createRequire as requireBy } from "node:module"; const require = requireBy(import.meta.url);',
		},
		logLevel: "silent",
	});
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every block of code is followed by what it prints", () => {
	expect(blocks).toHaveLength(shown);
});

test.each(blocks)("$page, block $name", ({ name, text }) => {
	const cwd = join(folder, "runs", name);
	mkdirSync(cwd, { recursive: true });
	const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "built", `${name}.mjs`)], {
		cwd,
		encoding: "utf8",
		timeout: 60_000,
	});
	expect([stdout, stderr]).toEqual([text, ""]);
});
