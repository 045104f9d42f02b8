/**
 * OPA, compiled to WebAssembly by the `opa` on PATH: a rule each, as its other users write them. Globs are what the
 * engine has of its own in WebAssembly, the tests of both ends. Compiled and loaded once; only the input changes.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPolicy } from "@open-policy-agent/opa-wasm";
import { sidesOf } from "../rules.mjs";
import { split } from "./split.mjs";

export async function prepare(rules) {
	const policy = await loadPolicy(compiled(rules));
	return {
		decide: (argv) => (policy.evaluate(split(argv))[0]?.result === true ? "allow" : "deny"),
	};
}

function compiled(rules) {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-bench-opa-"));
	try {
		writeFileSync(join(folder, "bench.rego"), regoOf(rules));
		const bundle = join(folder, "bundle.tar.gz");
		execFileSync("opa", ["build", "-t", "wasm", "-e", "bench/allowed", "-o", bundle, "bench.rego"], { cwd: folder });
		execFileSync("tar", ["-xzf", bundle, "-C", folder, "/policy.wasm"]);
		return readFileSync(join(folder, "policy.wasm"));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function regoOf(rules) {
	const bodies = rules.map(({ effect, program, operand, option, glob }) => {
		const tests = [`input.program == ${JSON.stringify(program)}`];
		if (operand !== undefined) tests.push(`input.operand == ${JSON.stringify(operand)}`);
		if (option !== undefined) tests.push(`${JSON.stringify(option)} in input.options`);
		if (glob !== undefined) tests.push(...globTests(glob));
		return `${effect === "allow" ? "granted" : "refused"} if {\n${tests.map((test) => `\t${test}\n`).join("")}}\n`;
	});
	return `package bench\n\nimport rego.v1\n\ndefault allowed := false\nallowed if {\n\tgranted\n\tnot refused\n}\ndefault granted := false\ndefault refused := false\n${bodies.join("")}`;
}

function globTests(glob) {
	const [begin, end] = sidesOf(glob).map((one) => JSON.stringify(one));
	return [`startswith(input.word, ${begin})`, `endswith(input.word, ${end})`, `not contains(input.word, "/")`];
}
