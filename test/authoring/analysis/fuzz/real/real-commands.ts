/**
 * Commands of real programs, to hold answers about policies for them against: those that people really wrote (the corpora), and each option of a program's
 * table, alone and with an operand, whether a rule names it or not.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeTexts } from "../../../../../src/authoring/analysis/code-samples.js";
import { contextsOf, optionsIn } from "../../../../../src/authoring/analysis/search/option-choices.js";
import { knownModules } from "../../../../../src/engine/effects/words-that-decide.js";
import { programNamed } from "../../../../../src/engine/knowledge/lookup.js";
import type { OptionFact, Program } from "../../../../../src/engine/knowledge/program.js";
import type { Request } from "../../../../../src/engine/request/request.js";

/** What is asked for, but for the agent. */
export type Asked = { readonly argv: readonly string[] } | { readonly script: string };

export function requestFor(asked: Asked, agent: string): Request {
	return "argv" in asked ? { agent, argv: asked.argv } : { agent, script: asked.script };
}

const corpora = ["allowlist", "attacks", "spellings", "effects", "effects-more", "everyday", "traced"];

/** The program alone, and with each of its options, alone and with an operand; code and modules are texts that do something. */
export function everyOptionOf(program: Program): readonly (readonly string[])[] {
	return contextsOf(program).flatMap((context) => {
		const start = [program.name, ...context.typedWords];
		return [
			start,
			...optionsIn(context).flatMap((fact) => waysToGive(fact, program).map((words) => [...start, ...words])),
			...codeOperands(program).map((words) => [...start, ...words]),
		].flatMap((words) => [words, [...words, "x"]]);
	});
}

function waysToGive({ names: spellings, value, role }: OptionFact, program: Program): readonly (readonly string[])[] {
	return spellings.flatMap((name) => {
		if (value === undefined) return [[name]];
		if (value === "optional" || name.endsWith("=")) return [[name]];
		const isModule = program.name === "python" && name === "-m";
		const values = role === "code" ? codeTexts(program.name) : isModule ? ["x", ...knownModules] : ["x"];
		return values.map((one) => [name, one]);
	});
}

/** Code that is an operand. */
function codeOperands({ name, operands: { first, rest } }: Program): readonly (readonly string[])[] {
	const at = first.includes("code") ? first.indexOf("code") : rest === "code" ? first.length : -1;
	return at < 0 ? [] : codeTexts(name).map((text) => [...first.slice(0, at).map(() => "x"), text]);
}

const made = new Map<string, readonly Asked[]>();
let scripts: readonly string[] | undefined;

/** Some commands of these programs; other numbers choose others. */
export function commandsWith(names: readonly string[], choice: number): readonly Asked[] {
	return names.flatMap((name) => {
		const all = made.get(name) ?? [...writtenWith(name), ...tabledOf(name)];
		made.set(name, all);
		const step = Math.max(1, Math.floor(all.length / mostOfEach));
		return all.filter((_, at) => at % step === choice % step);
	});
}

/** So many commands of one program at once, or twice as many. */
const mostOfEach = 60;

function writtenWith(name: string): readonly Asked[] {
	scripts ??= [...new Set(corpora.flatMap(commandsIn))];
	const said = new RegExp(`(?:^|[^\\w-])${name}(?:$|[^\\w-])`);
	return scripts.filter((one) => said.test(one)).map((script) => ({ script }));
}

function commandsIn(corpus: string): readonly string[] {
	return readFileSync(join(process.cwd(), "test/corpora", `${corpus}.jsonl`), "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => (JSON.parse(line) as { readonly command: string }).command);
}

function tabledOf(name: string): readonly Asked[] {
	const program = programNamed(name);
	return program === undefined ? [] : everyOptionOf(program).map((argv) => ({ argv }));
}
