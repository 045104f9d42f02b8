/** Amp starts the hook for the tools that a permission of its settings names: a policy that governs more than the shell wants all of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";

const of = (govern: string): string =>
	`agent default {\n  default deny\n${govern}  allow ls\n  deny rules-doctor-probe because "It's a probe."\n}\n`;

interface Registered {
	readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[];
}

/** `write` stands for what became of the settings since. */
function installed(govern: string, write: (settings: string) => string = (settings) => settings) {
	const cwd = folder({ "policy.rules": of(govern) });
	const env = { HOME: folder() };
	expect(rules(["install", "--deadline", "20s", "--harness", "amp", "--user"], { cwd, env }).code).toBe(0);
	const path = join(env.HOME, ".config/amp/settings.json");
	const before = readFileSync(path, "utf8");
	writeFileSync(path, write(before));
	const { code, out } = rules(["doctor", "--json", "--harness", "amp"], { cwd, env });
	const [one] = (JSON.parse(out) as { readonly registrations: readonly Registered[] }).registrations;
	const [permission] = (JSON.parse(before) as { readonly "amp.permissions": readonly { readonly tool: string }[] })[
		"amp.permissions"
	];
	const bad = one?.checks.filter(({ verdict }) => verdict === "bad") ?? [];
	return { tool: permission?.tool, bad: bad.map(({ name, message }) => `${name}: ${message}`), code, cwd, env };
}

describe("a policy for the shell alone", () => {
	test("is asked about the shell", () => {
		expect(installed("")).toMatchObject({ tool: "Bash", bad: [], code: 0 });
	});
});

describe("a policy that governs other tools", () => {
	test("is asked about every tool", () => {
		expect(installed("  govern all\n")).toMatchObject({ tool: "*", bad: [], code: 0 });
		expect(installed("  govern shell, files\n")).toMatchObject({ tool: "*", bad: [], code: 0 });
	});

	test("is told of a permission for the shell alone, and of one that is gone", () => {
		const alone = installed("  govern all\n", (text) => text.replace('"*"', '"Bash"'));
		expect(alone.code).toBe(1);
		expect(alone.bad).toEqual([expect.stringMatching(/^tools: .*does not stand for `Read`/)]);
		const gone = installed("  govern all\n", () => '{ "amp.permissions": [] }');
		expect(gone.code).toBe(1);
		expect(gone.bad).toEqual([expect.stringMatching(/^permission: no permission of `amp.permissions` leads to/)]);
	});

	test("takes the place of what an earlier policy wanted", () => {
		const { cwd, env } = installed("");
		writeFileSync(join(cwd, "policy.rules"), of("  govern all\n"));
		rules(["install", "--deadline", "20s", "--harness", "amp", "--user"], { cwd, env });
		const settings = readFileSync(join(env.HOME, ".config/amp/settings.json"), "utf8");
		expect(settings).toContain('"tool": "*"');
		expect(settings).not.toContain("Bash");
		expect(rules(["uninstall", "--harness", "amp", "--user"], { cwd, env }).code).toBe(0);
	});
});
