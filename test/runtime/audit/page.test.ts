/** What the page on records shows is what happens. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { build, transform } from "esbuild";
import { readAuditSettings } from "../../../src/runtime/audit/settings.js";
import { folder } from "./logs.js";

const page = readFileSync(new URL("../../../docs/audit.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/^```(?<kind>[^\n]+)\n(?<text>[\s\S]*?)^```$/gm)].map(({ groups }) => groups ?? {});
const textsOf = (kind: string): readonly string[] =>
	blocks.filter((one) => one.kind === kind).map(({ text = "" }) => text);

test("its settings can be read", () => {
	const here = folder();
	writeFileSync(join(here, "audit.key"), "0123456789abcdef");
	const [settings = ""] = textsOf("text settings");
	writeFileSync(join(here, "x.audit.yaml"), settings);
	expect(readAuditSettings(join(here, "x.audit.yaml"))).toMatchObject({
		log: { keep: 30 },
		mask: ["--pin", "ACME-*", "/[0-9]{16}/"],
	});
});

test("its programs print what it says", async () => {
	const [policy = ""] = textsOf("rules");
	const cwd = folder();
	const root = fileURLToPath(new URL("../../..", import.meta.url));
	// As where the package is installed.
	mkdirSync(join(cwd, "node_modules", "bylaw"), { recursive: true });
	symlinkSync(join(root, "node_modules", "@opentelemetry"), join(cwd, "node_modules", "@opentelemetry"));
	writeFileSync(join(cwd, "node_modules", "bylaw", "package.json"), '{"main":"index.cjs"}');
	await build({
		entryPoints: [join(root, "src/index.ts")],
		outfile: join(cwd, "node_modules", "bylaw", "index.cjs"),
		bundle: true,
		platform: "node",
		external: ["node-pty"],
		define: { "import.meta.url": JSON.stringify(import.meta.url) },
		logLevel: "silent",
	});
	writeFileSync(join(cwd, "policy.rules"), policy);
	const printed: string[] = [];
	for (const [at, text] of textsOf("ts").entries()) {
		rmSync(join(cwd, "log.jsonl"), { force: true });
		rmSync(join(cwd, "log.jsonl.head"), { force: true });
		const { code } = await transform(text, { loader: "ts", format: "esm" });
		writeFileSync(join(cwd, `${at}.mjs`), code);
		printed.push(execFileSync(process.execPath, [`${at}.mjs`], { cwd, encoding: "utf8" }));
	}
	expect(printed).toEqual(textsOf("text output"));
	expect(printed).toHaveLength(2);
}, 240_000);
