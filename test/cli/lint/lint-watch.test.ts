/** `rules lint --watch`: a real process in a real folder. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { watching } from "../watching.js";

const sound = 'import "./base.rules"\nagent default extends base {\n  allow ls\n}\n';
const base = "agent base {\n  default deny\n}\n";

test("lints again when the policy, an import or the configuration changes, and goes on where one can't be read", async () => {
	const cwd = folder({ "policy.rules": sound, "base.rules": base });
	const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
	const lint = watching("lint", cwd);
	await lint.until("policy.rules: no faults");
	await lint.until("run 1 ended with 0, watching 2 files");
	write("policy.rules", `${sound}deny\n`);
	await lint.until("error[syntax-error]");
	write("policy.rules", sound.replace("ls", "python"));
	await lint.until("warning[allow-interpreter]");
	write("base.rules", `${base}set more = a\nset more = b\n`);
	await lint.until(/run \d+ ended with 1/);
	write("base.rules", base);
	await lint.until("warning[allow-interpreter]");
	write("bylaw.config.yaml", "lints: { allow-interpreter: error }\n");
	await lint.until("error[allow-interpreter]");
	expect(await lint.stop()).toBe(1);
}, 120_000);

test("writes a report a line as JSON, and refuses what is for one run", async () => {
	const cwd = folder({ "policy.rules": sound, "base.rules": base });
	const lint = watching("lint", cwd, "--format", "json");
	await lint.until('{"diagnostics":[],"errors":0,"warnings":0,"remarks":0}\n');
	expect(await lint.stop()).toBe(0);
	for (const words of [["--fix"], ["--format", "sarif"], ["--list"], ["--baseline", "b.json", "--update-baseline"]])
		expect(rules(["lint", "--watch", ...words], { cwd })).toMatchObject({ code: 2, out: "" });
}, 120_000);
