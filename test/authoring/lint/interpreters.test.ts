import { describe, expect, test } from "@jest/globals";
import { lint } from "../../../src/authoring/lint/lint.js";
import { allowInterpreter } from "../../../src/authoring/lint/lints/allow-interpreter.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import type { OptionFact, Program } from "../../../src/engine/knowledge/program.js";
import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import { type Loaded, loadText } from "../../../src/runtime/load/load.js";
import { world } from "../../engine/laws/world.js";

/** An agent that may type what it likes into the input of whatever it may run. */
function policyWith(rule: string): Loaded {
	const text = `default deny\nsyntax pipes, heredocs, redirects\nallow echo\n${rule}\n`;
	return loadText("policy.rules", text, { cwd: "/nowhere" });
}

function found(policy: Loaded): readonly (string | undefined)[] {
	return lint(policy, { lints: [allowInterpreter] }).map(({ help }) => help);
}

function isAllowed(script: string, { tree }: Loaded): boolean {
	return tree !== undefined && decide(tree, { agent: "default", script }, world).effect === "allow";
}

/** The rules that a help offers, as they stand there. */
function rulesIn(help: string): readonly string[] {
	return [...help.matchAll(/`((?:allow|ask) [^`]+)`/g)].map(([, rule = ""]) => rule);
}

/** What takes code from elsewhere than a script that is named: the options that say so, and the input. */
function otherWays(program: Program, run: string): readonly string[] {
	const { name } = program;
	const given = ({ names: [first = ""], value }: OptionFact, argument: string): string =>
		value === undefined ? first : value === "optional" ? `${first}${argument}` : `${first} ${argument}`;
	const options = program.options
		.filter(({ role, powers, runs }) => role === "code" || runs === "operand" || powers.includes("code"))
		.flatMap((one) => [given(one, "x"), given(one, "data:text/javascript,1")]);
	const inputs = [name, `${name} -`, `${name} /dev/stdin`, `${name} /dev/fd/0`, `${name} -i`];
	return [
		...options.flatMap((one) => [
			`${name} ${one}`,
			`${name} ${one} x`,
			`${name} ${one} ./scripts/x`,
			`echo x | ${name} ${one}`,
		]),
		...options.map((one) => `${run.replace("./scripts/x", "")}${one} ./scripts/x`),
		...inputs.flatMap((one) => [`echo x | ${one}`, `${one} <<< x`]),
	];
}

const interpreters = Object.keys(programs)
	.map((name) => ({ name, helps: found(policyWith(`allow ${name}`)) }))
	.filter(({ helps }) => helps.length > 0);

test("interpreters are known", () => {
	const names = interpreters.map(({ name }) => name);
	expect(names).toEqual(
		expect.arrayContaining(
			"bun deno elixir julia lua node perl php pwsh python ruby Rscript tclsh ts-node tsx".split(" "),
		),
	);
});

describe("what the help says, pasted, closes every way by which code is typed", () => {
	test.each(interpreters.map(({ name, helps: [help = ""] }) => [name, help] as const))("%s", (name, help) => {
		const rules = rulesIn(help);
		const [without] = /`without [^`]+`/.exec(help) ?? [];
		const offered = rules.length > 0 ? rules : without === undefined ? [] : [`allow ${name} ${without.slice(1, -1)}`];
		expect(offered).not.toEqual([]);
		for (const rule of offered) {
			const policy = policyWith(rule);
			expect([rule, ...policy.diagnostics, ...found(policy)]).toEqual([rule]);
			const run = /^allow (?:exactly )?(.*?\.\/scripts\/x)/.exec(rule)?.[1];
			if (run === undefined) continue;
			expect([run, isAllowed(run, policy)]).toEqual([run, true]);
			const open = otherWays(programNamed(name) as Program, run).filter((script) => isAllowed(script, policy));
			expect([rule, ...open]).toEqual([rule]);
		}
	});
});
