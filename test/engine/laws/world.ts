/** The small world that policies and requests of the laws speak of: programs whose facts try every way of reading, and a disk with links. */

import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import type { OptionFact, Program, Style, Usage } from "../../../src/engine/knowledge/program.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Surroundings } from "./reference/paths.js";

export const workspace = "/ws";

/** Links and where they lead; a place without a target can't be looked at. */
const links = new Map<string, string | undefined>([
	["/ws/link", "/etc"],
	["/ws/in", "src"],
	["/ws/up", ".."],
	["/ws/loop", "loop"],
	["/ws/blocked", undefined],
	["/ws/deep/lnk", "/ws/src/inner"],
	["/ws/rmlink", "/bin/rm"],
	["/ws/toollink", "../opt/tool"],
	["/home/u/.ssh", "/vault"],
	["/tmp/back", "/ws/src"],
]);

export const around: Surroundings = { workspace, home: "/home/u", links };

export const world: World = {
	workspace,
	home: "/home/u",
	linkAt: (path) => {
		if (!links.has(path)) return "none";
		const target = links.get(path);
		return target === undefined ? "unknown" : { target };
	},
};

const nothing = { operands: { first: [], last: [] }, powers: [], operandPowers: [], options: [] } satisfies Usage;

function program(name: string, style: Style, more: Partial<Program>): Program {
	return {
		...nothing,
		name,
		aliases: [],
		summary: "",
		style,
		abbreviates: false,
		subcommands: {},
		variables: [],
		projectFiles: false,
		verified: true,
		...more,
	};
}

const flag = (...names: string[]): OptionFact => ({ names, powers: [] });
const help: OptionFact = { names: ["--help"], powers: [], informs: true };

/** The part of a program's facts that the reference reads: both sides get no more than that, and of many options and subcommands a few. */
function asRead(program: Program): Program {
	const most = 12;
	const option = ({
		names,
		value,
		role,
		powers,
		replaces,
		operands,
		runs,
		informs,
		source,
	}: OptionFact): OptionFact => ({
		names,
		powers,
		...(value ? { value } : {}),
		...(role ? { role } : {}),
		...(replaces ? { replaces } : {}),
		...(operands ? { operands } : {}),
		...(runs ? { runs } : {}),
		...(informs ? { informs } : {}),
		...(source ? { source } : {}),
	});
	const usage = ({
		options,
		operands,
		powers,
		operandPowers,
		operandPowersAfter,
		operandForms,
		spares,
		runs,
	}: Usage): Usage => ({
		options: options.slice(0, most).map(option),
		operands,
		powers,
		operandPowers,
		...(operandPowersAfter ? { operandPowersAfter } : {}),
		...(operandForms ? { operandForms } : {}),
		...(spares ? { spares } : {}),
		...(runs ? { runs: { skip: runs.skip, assignments: runs.assignments, joined: runs.joined } } : {}),
	});
	const subcommands = Object.entries(program.subcommands)
		.slice(0, most)
		.map(([name, one]) => {
			const style = one.style ? { style: one.style } : {};
			return [name, { aliases: one.aliases, ...style, ...usage(one) }] as const;
		});
	const { name, aliases, summary, style, abbreviates, variables, projectFiles, verified } = program;
	return {
		name,
		aliases,
		summary,
		style,
		abbreviates,
		variables,
		projectFiles,
		verified,
		...usage(program),
		subcommands: Object.fromEntries(subcommands),
	};
}

/** Real programs, where the knowledge base has them. Those whose code is read (awk, sed) have tests of their own; `lang` stands for code that nobody reads. */
const real = ["git", "rm", "sort", "env", "npm", "find", "cp", "nice", "timeout", "grep"].flatMap(
	(name) => programNamed(name) ?? [],
);

/** Programs by name; each stands for a way of reading. */
export const programs: ReadonlyMap<string, Program> = new Map(
	[
		program("tool", "gnu", {
			abbreviates: true,
			operands: { first: [], rest: "read", last: [] },
			options: [
				flag("-r", "--recursive"),
				flag("--reverse"),
				flag("-f", "--force"),
				{ names: ["-o", "--output"], value: "required", role: "write", powers: ["write"] },
				{ names: ["-c", "--color"], value: "optional", powers: [] },
				{ names: ["--run"], value: "required", powers: ["exec"] },
				{ names: ["-e"], value: "required", role: "value", powers: [], replaces: 1 },
				help,
			],
		}),
		program("vcs", "posix", {
			options: [
				flag("-p"),
				{ names: ["-C"], value: "required", role: "read", powers: [] },
				{ names: ["--pager"], value: "required", powers: ["exec"] },
			],
			subcommands: {
				push: {
					...nothing,
					aliases: ["pu"],
					style: "gnu",
					powers: ["network"],
					options: [
						flag("-f", "--force"),
						{ names: ["-d", "--delete"], powers: ["delete"] },
						flag("-n", "--dry-run"),
						flag("--no-dry-run"),
					],
					spares: { "--dry-run": ["network"] },
				},
				status: { ...nothing, aliases: ["st"], style: "gnu", options: [flag("-s", "--short")] },
				config: {
					...nothing,
					aliases: [],
					style: "gnu",
					operandPowers: ["persistence"],
					operandPowersAfter: 1,
					options: [flag("--list")],
				},
				remote: { ...nothing, aliases: [], style: "gnu", options: [flag("-v")] },
				"remote add": {
					...nothing,
					aliases: ["remote new"],
					style: "gnu",
					operandPowers: ["write"],
					options: [flag("-f")],
				},
				diff: {
					...nothing,
					aliases: [],
					style: "gnu",
					operands: { first: [], rest: "read", last: [] },
					options: [{ names: ["--out"], value: "required", role: "write", powers: ["write"] }],
				},
			},
		}),
		program("mover", "gnu", {
			powers: ["write", "delete"],
			operands: { first: [], rest: "read", last: ["write"] },
			options: [
				flag("-f", "--force"),
				{
					names: ["-t", "--target"],
					value: "required",
					role: "write",
					powers: [],
					operands: { first: [], rest: "read", last: [] },
				},
				flag("-r"),
			],
		}),
		program("lang", "gnu", {
			operands: { first: ["code"], rest: "read", last: [] },
			options: [
				flag("-n"),
				{ names: ["-f"], value: "required", role: "read", powers: ["code"], replaces: 1 },
				{ names: ["--from"], value: "required", powers: [], source: true },
			],
		}),
		program("wrap", "posix", {
			runs: { skip: 0, assignments: true, joined: false },
			options: [flag("-i"), { names: ["-u", "--unset"], value: "required", powers: [] }],
		}),
		program("slow", "posix", {
			runs: { skip: 1, assignments: false, joined: false },
			options: [{ names: ["-s"], value: "required", powers: [] }],
		}),
		program("seek", "find", {
			operands: { first: [], rest: "read", last: [] },
			options: [
				{ names: ["-name"], value: "required", powers: [] },
				{ names: ["-delete"], powers: ["delete"] },
				{ names: ["-exec"], powers: [], runs: "argv" },
				{ names: ["-fprint"], value: "required", role: "write", powers: ["write"] },
			],
		}),
		program("terra", "long", {
			powers: ["network"],
			operands: { first: ["value"], rest: "both", last: [] },
			options: [flag("-force"), { names: ["-out"], value: "required", role: "write", powers: ["write"] }],
		}),
		program("gogo", "go", {
			operands: { first: [], rest: "read", last: [] },
			options: [flag("-v"), { names: ["-o"], value: "required", role: "write", powers: ["write"] }],
		}),
		program("pairs", "pairs", {
			powers: ["write"],
			options: [
				{ names: ["if="], value: "required", role: "read", powers: [] },
				{ names: ["of="], value: "required", role: "write", powers: [] },
			],
		}),
		program("say", "none", {}),
		...real,
	].map((one) => [one.name, asRead(one)]),
);
