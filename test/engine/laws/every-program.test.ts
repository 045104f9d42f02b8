/**
 * The laws of LANGUAGE.md on effects, asked of every program in the knowledge base: policies meet real programs' tables. LAWS_RUNS=20 asks every option of
 * them; less asks a part, which LAWS_SEED chooses.
 */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import type { Program, Usage } from "../../../src/engine/knowledge/program.js";
import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import { isOfShell } from "../../../src/engine/request/script/builtins.js";
import { type Effect, powers } from "../../../src/language/syntax/statements.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { worldOf } from "../../corpora/effects-rows.js";
import { some } from "../../part.js";
import { examples } from "../knowledge/examples.js";
import { strictness } from "./engine.js";

const share = Math.min(1, Number(process.env.LAWS_RUNS ?? 0.4) / 20);
const seed = Number(process.env.LAWS_SEED ?? 20261123);
const patience = 60_000 * Math.max(4, 60 * share);

/** Names that a pattern can hold as they are. */
const names = some(Object.keys(programs).filter((name) => /^[\w.+-]+$/.test(name)));

const world = worldOf(["/w/project/x", "/w/project/src/a", "/w/secret/key"]);
const secret = "/w/secret/key";

/** An option of a program or of one of its subcommands. `takes`: a value must follow. */
interface OptionCase {
	readonly start: readonly string[];
	readonly option: string;
	readonly takes: boolean;
}

/** Is it among those that are asked? The same ones for one seed. */
function isChosen(text: string): boolean {
	let hash = seed % 2_147_483_647;
	for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % 2_147_483_647;
	return (hash % 1000) / 1000 < share;
}

function optionsOf(program: Program): readonly OptionCase[] {
	const usages: readonly (readonly [readonly string[], Usage])[] = [
		[[program.name], program],
		...Object.entries(program.subcommands).map(
			([words, usage]) => [[program.name, ...words.split(" ")], usage] as const,
		),
	];
	return usages.flatMap(([start, { options }]) =>
		options.flatMap((fact) => {
			const option = fact.names.find((one) => one.startsWith("--")) ?? fact.names[0];
			return option === undefined || !/^--?[A-Za-z0-9][\w-]*$/.test(option) || option === "-NUM"
				? []
				: [{ start, option, takes: fact.value === "required" }];
		}),
	);
}

/** `$u` is a word that nobody knows. */
const unknown = "$u";
const scriptOf = (words: readonly string[]): string =>
	words.map((word) => (word === unknown ? '"$u"' : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");

/** Agents that allow everything but one sort of effect. */
const restrictions: Readonly<Record<string, string>> = {
	...Object.fromEntries(powers.map((power) => [`no-${power}`, `deny * using ${power}`])),
	"no-secret": "deny * touching /w/secret",
	inside: "constrain writes of * to .",
};
const restricted = Object.keys(restrictions);
const general = Object.entries(restrictions).map(([name, rule]) => agentText(name, `default allow\n  ${rule}`));
const everySyntax = "pipes, sequences, variables, substitutions, loops, background, functions";

function agentText(name: string, body: string): string {
	return `agent ${name} extends base {\n  ${body}\n}\n`;
}

type Ask = (agent: string, script: string) => Effect;

function asking(agents: readonly string[]): Ask {
	const text = `agent base {\n  syntax ${everySyntax}\n  environment accept *\n}\n${agents.join("")}`;
	const { tree, diagnostics } = loadText("policy.rules", text, { cwd: "/nowhere" });
	if (tree === undefined) throw new Error(`${diagnostics[0]?.message}\n${text}`);
	const known = new Map<string, Effect>();
	return (agent, script) => {
		const key = `${agent} ${script}`;
		const effect = known.get(key) ?? decide(tree, { agent, script }, world).effect;
		known.set(key, effect);
		return effect;
	};
}

/** Where what is known is held back, the same with a word that nobody knows in its place is held back as much. */
function looser(
	ask: Ask,
	agents: readonly string[],
	known: readonly string[],
	at: readonly number[],
): readonly string[] {
	const hidden = known.map((word, index) => (at.includes(index) ? unknown : word));
	return agents.flatMap((agent) => {
		const [one, other] = [ask(agent, scriptOf(known)), ask(agent, scriptOf(hidden))];
		return strictness(other) >= strictness(one)
			? []
			: [`${agent}: ${known.join(" ")} is ${one}, ${hidden.join(" ")} is ${other}`];
	});
}

describe("of every program", () => {
	test(
		"a word that can't be known never allows more than any option or subcommand in its place",
		() => {
			const failures = names.flatMap((name) => {
				const program = programNamed(name) as Program;
				const cases = optionsOf(program).filter(({ start, option }) => isChosen(`${start.join(" ")} ${option}`));
				const ask = asking([
					...general,
					...cases.flatMap(({ start, option }, index) => {
						const pattern = start.join(" ");
						return [
							agentText(`denied-${index}`, `default allow\n  deny ${pattern} ${option}`),
							agentText(
								`except-${index}`,
								`default deny\n  allow ${pattern} granting everything except ${pattern} ${option}`,
							),
						];
					}),
				]);
				const ofOptions = cases.flatMap(({ start, option, takes }, index) => {
					const agents = [...restricted, `denied-${index}`, `except-${index}`];
					const value = takes ? [secret] : [];
					const first = start.length;
					return [
						...looser(ask, agents, [...start, option, ...value, "x"], [first]),
						...looser(ask, agents, [...start, "x", option, ...value], [first + 1]),
						...(takes ? looser(ask, agents, [...start, option, secret, "x"], [first + 1]) : []),
						...(takes && option.startsWith("--")
							? looser(ask, agents, [...start, `${option}=${secret}`, "x"], [first])
							: []),
						...(first > 1 ? looser(ask, agents, [...start, option, ...value, "x"], [1]) : []),
					];
				});
				const ofSubcommands = Object.keys(program.subcommands)
					.filter((words) => isChosen(`${name} ${words}`))
					.flatMap((words) => {
						const start = [name, ...words.split(" ")];
						return [
							...looser(ask, restricted, [...start, "x"], [1]),
							...looser(ask, restricted, [...start, "x"], [start.length - 1]),
							...looser(ask, restricted, [...start, secret], [start.length]),
						];
					});
				const ofOperands = isChosen(name) ? looser(ask, restricted, [name, secret], [1]) : [];
				return [...ofOptions, ...ofSubcommands, ...ofOperands];
			});
			expect(failures).toEqual([]);
		},
		patience,
	);

	test(
		"a flag that is given and taken back satisfies no grant of it",
		() => {
			const failures = names.flatMap((name) => {
				const cases = optionsOf(programNamed(name) as Program).filter(
					({ start, option, takes }) =>
						!takes && option.startsWith("--") && isChosen(`back ${start.join(" ")} ${option}`),
				);
				if (cases.length === 0) return [];
				const ask = asking(
					cases.map(({ start, option }, index) =>
						agentText(`granted-${index}`, `default deny\n  allow ${start.join(" ")} ${option}`),
					),
				);
				return cases.flatMap(({ start, option }, index) => {
					const other = option.startsWith("--no-") ? `--${option.slice(5)}` : `--no-${option.slice(2)}`;
					const isAllowed = (...words: readonly string[]) =>
						ask(`granted-${index}`, scriptOf([...start, ...words, "x"])) === "allow";
					if (!isAllowed(option)) return [];
					const taken = [
						[option, other],
						[other, option],
						[option, `${option}=false`],
						[`${option}=false`, option],
						[`${option}=false`],
					];
					return taken.filter((words) => isAllowed(...words)).map((words) => [...start, ...words].join(" "));
				});
			});
			expect(failures).toEqual([]);
		},
		patience,
	);

	test(
		"a script is held back as much as its parts",
		() => {
			const ask = asking(general);
			// What moves the folder, or says what words mean, is part of what the others do.
			const parts = examples
				.map(({ example: { argv } }) => argv)
				.filter(([program = ""]) => !isOfShell(program))
				.map(scriptOf);
			const frames: readonly ((a: string, b: string) => string)[] = [
				(a, b) => `${a}; ${b}`,
				(a, b) => `${a} && ${b}`,
				(a, b) => `${a} | ${b}`,
				(a, b) => `if ${a}; then ${b}; fi`,
				(a, b) => `for i in 1 2; do ${a}; done; (${b})`,
				(a, b) => `echo "$(${a})"; ${b} &`,
				(a, b) => `f() { ${a}; }; f; { ${b}; }`,
			];
			const failures = parts.flatMap((a, index) => {
				const b = parts[(index * 31 + 7) % parts.length] as string;
				if (!isChosen(a)) return [];
				const frame = frames[index % frames.length] as (a: string, b: string) => string;
				return restricted.flatMap((agent) => {
					const [whole, one, other] = [ask(agent, frame(a, b)), ask(agent, a), ask(agent, b)];
					return strictness(whole) >= Math.max(strictness(one), strictness(other))
						? []
						: [`${agent}: ${frame(a, b)} is ${whole}`];
				});
			});
			expect(failures).toEqual([]);
		},
		patience,
	);
});
