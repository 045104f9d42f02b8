import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import generator from "../../../scripts/generators/knowledge.js";
import { readProgram } from "../../../src/engine/knowledge/notation/notation.js";
import type { OptionFact, Program, Usage } from "../../../src/engine/knowledge/program.js";
import { type Power, powers } from "../../../src/language/syntax/statements.js";
import { entries, examples } from "./examples.js";

const root = new URL("../../../", import.meta.url);
const schema = JSON.parse(readFileSync(new URL("schemas/knowledge.schema.json", root), "utf8"));
const isValid = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

describe("every entry of the knowledge base", () => {
	test.each(entries.map(({ file, notation }) => [file, notation] as const))("%s fits the schema", (_, notation) => {
		isValid(notation);
		expect(isValid.errors ?? []).toEqual([]);
	});

	test.each(entries.map(({ file, notation }) => [file, notation] as const))("%s is translated", (file, notation) => {
		expect(`${readProgram(notation).name}.yaml`).toBe(file);
	});

	test("no two have the same name", () => {
		const names = entries.flatMap(({ notation }) => [notation.name, ...(notation.aliases ?? [])]);
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	});

	test("there are as many as there were", () => {
		expect(entries.length).toBeGreaterThanOrEqual(580);
	});
});

describe("the examples", () => {
	test("start with a name of their program", () => {
		const names = new Map(
			entries.map(({ notation }) => [notation.name, [notation.name, ...(notation.aliases ?? [])]] as const),
		);
		const wrong = examples.filter(({ program, example }) => !names.get(program)?.includes(example.argv[0] ?? ""));
		expect(wrong).toEqual([]);
	});

	test("name powers, and subcommands that there are", () => {
		const subcommands = new Map(
			entries.map(({ notation }) => [notation.name, Object.keys(notation.subcommands ?? {})] as const),
		);
		for (const { program, example } of examples) {
			for (const power of example.powers ?? []) expect(powers).toContain(power);
			if (example.subcommand !== undefined) expect(subcommands.get(program)).toContain(example.subcommand);
		}
	});

	test("name options as their tables do", () => {
		for (const { notation } of entries) {
			const names = optionsOf(readProgram(notation)).map(canonicalName);
			for (const option of notation.examples.flatMap((example) => example.options ?? [])) {
				const known = names.some((name) => option === name || option.startsWith(`${name}=`));
				expect([notation.name, option, known]).toEqual([notation.name, option, true]);
			}
		}
	});

	test("show every power that an option of the program itself brings", () => {
		const missing: string[] = [];
		for (const { notation } of entries) {
			const shown = new Set(notation.examples.flatMap((example) => example.powers ?? []));
			const program = readProgram(notation);
			for (const power of powersOf(program)) {
				if (!shown.has(power) && !program.powers.includes(power)) missing.push(`${notation.name}: ${power}`);
			}
		}
		expect(missing).toEqual([]);
	});

	test("show a command that is run, where an option or the operands can be one", () => {
		const missing = entries
			.filter(({ notation }) => {
				const program = readProgram(notation);
				return program.runs !== undefined || program.options.some((option) => option.runs !== undefined);
			})
			.filter(({ notation }) => !notation.examples.some((example) => (example.runs ?? []).length > 0));
		expect(missing.map(({ file }) => file)).toEqual([]);
	});
});

test("the generated file is what its generator makes", async () => {
	for (const [file, text] of await generator.generate()) {
		expect(readFileSync(new URL(file, root), "utf8") === text).toBe(true);
	}
});

function optionsOf(program: Program): readonly OptionFact[] {
	return [program, ...Object.values(program.subcommands)].flatMap((usage) => usage.options);
}

function canonicalName(option: OptionFact): string {
	return option.names.find((name) => name.startsWith("--")) ?? (option.names[0] as string);
}

function powersOf(usage: Usage): ReadonlySet<Power> {
	const forms = usage.options.flatMap((option) => option.forms ?? []).concat(usage.operandForms ?? []);
	return new Set([
		...usage.options.flatMap((option) => option.powers),
		...forms.flatMap((form) => form.powers),
		...usage.operandPowers,
		...(usage.barePowers ?? []),
	]);
}
