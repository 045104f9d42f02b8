/**
 * A world so small that every command of it can be written out: a few programs, each a way of reading, and a few words for each.
 */

import type { OptionFact, Program, Style, Usage } from "../../../../src/engine/knowledge/program.js";
import { loadText } from "../../../../src/runtime/load/load.js";

/** What every policy about the small world begins with. */
export const preamble: readonly string[] = [
	"set some = tool, foo",
	"set words = a, x",
	"set places = sub, /etc/p",
	"program taught can read, network {",
	"  option --target, -t PATH write",
	"  option -q",
	"}",
];

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

/** The programs that something is known of, by name. */
export const programs: ReadonlyMap<string, Program> = new Map(
	[
		program("tool", "gnu", {
			abbreviates: true,
			operands: { first: [], rest: "read", last: [] },
			options: [
				flag("-r", "--recursive"),
				{ names: ["-o", "--output"], value: "required", role: "write", powers: ["write"] },
				{ names: ["--run"], value: "required", powers: ["exec"] },
				{ names: ["--help"], powers: [], informs: true },
			],
		}),
		program("vcs", "posix", {
			options: [
				{ names: ["-p"], powers: ["persistence"] },
				{ names: ["-n"], value: "required", powers: [] },
			],
			subcommands: {
				push: {
					...nothing,
					aliases: ["pu"],
					style: "gnu",
					powers: ["network"],
					options: [flag("-f", "--force"), { names: ["-d"], powers: ["delete"] }, flag("-n", "--dry-run")],
					spares: { "--dry-run": ["network"] },
				},
				status: { ...nothing, aliases: [], style: "gnu", options: [flag("-s", "--short")] },
				remote: { ...nothing, aliases: [], style: "gnu", options: [flag("-v")] },
				"remote add": { ...nothing, aliases: [], style: "gnu", operandPowers: ["write"], options: [flag("-f")] },
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
					names: ["-t"],
					value: "required",
					role: "write",
					powers: [],
					operands: { first: [], rest: "read", last: [] },
				},
			],
		}),
		program("lang", "gnu", {
			operands: { first: ["code"], rest: "read", last: [] },
			options: [
				flag("-n"),
				{ names: ["-i"], value: "required", role: "read", powers: ["code"], replaces: 1 },
				{ names: ["--from"], value: "required", powers: [], source: true },
			],
		}),
		program("conf", "gnu", {
			operands: { first: ["value"], rest: "both", last: [] },
			operandPowers: ["persistence"],
			operandPowersAfter: 1,
			operandForms: [{ form: "^:", powers: ["delete"] }],
			options: [flag("-l"), { names: ["-c", "--color"], value: "optional", powers: [] }],
		}),
		program("seek", "find", {
			operands: { first: [], rest: "read", last: [] },
			options: [
				{ names: ["-name"], value: "required", powers: [] },
				{ names: ["-delete"], powers: ["delete"] },
				{ names: ["-fprint"], value: "required", role: "write", powers: ["write"] },
			],
		}),
		...taughtByPreamble(),
	].map((one) => [one.name, one]),
);

/** Facts of what the policies teach themselves. */
function taughtByPreamble(): readonly Program[] {
	const { policy, diagnostics } = loadText("preamble.rules", `${preamble.join("\n")}\n`);
	const error = diagnostics.find(({ severity }) => severity === "error");
	if (error !== undefined) throw new Error(error.message);
	return [...policy.programs.values()];
}

/** A program with what can be typed behind it, and what rules say of it. */
export interface Vocabulary {
	/** Words of commands. */
	readonly words: readonly string[];
	/** Words of patterns. */
	readonly operands: readonly string[];
	/** Options as patterns have them. */
	readonly options: readonly string[];
}

const paths = ["a", "sub/b", "/etc/p"];
const wide = ["*", "**", "a", "a*", "sub/*", "/a|x/", '"a"', "@words"];

/** By program; of `foo` nothing is known. */
export const vocabularies: Readonly<Record<string, Vocabulary>> = {
	foo: {
		// Verbs and options of which a program that nobody knows is feared to do what they say.
		words: [...paths, "x", "-r", "-o", "--out", "--out=a", "delete"],
		operands: [...wide, "x", "delete"],
		options: ["-r", "-o", "--out", "--out=a", "-oa", "-ro", "--out=/[ax]/"],
	},
	taught: {
		words: [...paths, "x", "-q", "-t", "-ta", "--target=/etc/p"],
		operands: wide,
		options: ["-q", "-t", "--target", "--target=a", '"-q"'],
	},
	tool: {
		words: [...paths, "-r", "--recursive", "-o", "-oa", "--run=a", "--help"],
		operands: wide,
		options: ["-r", "--recursive", "-o", "-oa", "--output=a*", "--run", "--help"],
	},
	vcs: {
		words: ["push", "pu", "status", "remote", "add", "diff", "a", "-f", "-d", "-p", "--out=/etc/p"],
		operands: ["push", "status", "remote", "add", "diff", "push", "remote add", "pu", ...wide],
		options: ["-f", "--force", "-d", "-fd", "-s", "-p", "--out", "-n"],
	},
	mover: {
		words: [...paths, "x", "-f", "--force", "-t", "-tsub/b"],
		operands: wide,
		options: ["-f", "--force", "-t", "-ta"],
	},
	lang: {
		words: [...paths, "x", "-n", "-i", "-ia"],
		operands: [...wide, "x"],
		options: ["-n", "-i", "-ia"],
	},
	conf: {
		words: [...paths, ":a", "x", "-l", "-c", "--color=a", "-ca"],
		operands: [...wide, "/:.*/", "x"],
		options: ["-l", "-c", "--color=a", "--color"],
	},
	seek: {
		words: [...paths, "-name", "-delete", "-fprint", "x"],
		operands: wide,
		options: ["-name", "-delete", "-fprint", "-name=a"],
	},
};

export const names: readonly string[] = Object.keys(vocabularies);

/** Calls of an agent's other tools: those that a table knows, and those that nobody knows. */
const calls: Readonly<Record<string, Vocabulary>> = {
	"file.read": { words: [...paths, "x", "-r"], operands: wide, options: ['"-r"'] },
	"file.move": { words: [...paths, "x"], operands: wide, options: ['"-f"'] },
	"mcp.a.b": {
		words: ["a", "--k=a", "--k=x", "--path=sub/b", "--path=/etc/p", "--=a"],
		operands: wide,
		options: ["--k", "--k=a", "--k=/[ax]/", "--path", "--path=/etc/*"],
	},
};

/** Programs and calls. */
export const withCalls: Readonly<Record<string, Vocabulary>> = { ...vocabularies, ...calls };

/** How a program can be typed. */
export function spellingsOf(name: string): readonly string[] {
	return [name, `./${name}`, `/usr/bin/${name}`];
}

/** Every list of these words, up to so many of them; the shorter come first. */
export function lists(words: readonly string[], most: number): readonly (readonly string[])[] {
	const all: (readonly string[])[] = [[]];
	let last: readonly (readonly string[])[] = all.slice();
	for (let length = 1; length <= most; length++) {
		last = last.flatMap((list) => words.map((word) => [...list, word]));
		all.push(...last);
	}
	return all;
}
