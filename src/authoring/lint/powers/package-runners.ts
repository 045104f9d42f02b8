/** How programs fetch a package that the command line names and run its code: whose code that is, only the registry knows. */

import type { Program } from "../../../engine/knowledge/program.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { allowedBy, type Grant, type GrantedProgram, typed } from "../meaning/grants.js";
import { codeSources } from "./typed-code.js";

/** A way by which a rule lets an agent fetch a package of its choice and run it. */
export interface OpenRun {
	/** The program and its subcommand. */
	readonly words: readonly string[];
	readonly package: string;
	readonly sample: Witness;
}

const known = new WeakMap<GrantedProgram, readonly OpenRun[]>();

/** The open ways of a granted program; none for a program that fetches what its project names, or nothing. */
export function openPackageRuns(
	granted: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): readonly OpenRun[] {
	const made =
		known.get(granted) ??
		packageRuns(granted.facts.name).flatMap((run): readonly OpenRun[] => {
			const found = openWay(run, granted, stated, subject);
			return found === undefined ? [] : [found];
		});
	known.set(granted, made);
	return made;
}

interface PackageRun {
	/** The words of the subcommand; none where the program does nothing else. */
	readonly subcommand: readonly string[];
	readonly example: string;
}

function packageRuns(program: string): readonly PackageRun[] {
	const found = Object.hasOwn(runners, program) ? runners[program] : undefined;
	return (found ?? []).map(([words, example]) => ({ subcommand: words === "" ? [] : words.split(" "), example }));
}

function openWay(
	{ subcommand, example }: PackageRun,
	{ facts, grants }: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): OpenRun | undefined {
	// A policy may teach that a program of this name does something else.
	if (!runsCode(facts, subcommand)) return undefined;
	for (const grant of grants) {
		for (const spelling of spellings(facts, subcommand)) {
			// What takes code that is typed needs to fetch none: that is told of it.
			if (codeSources(grant, facts) !== undefined) continue;
			const words = [typed(grant), ...spelling];
			const named = speaksOf(grant, [...spelling, example]) ? [] : furtherNames(grant, spelling);
			if (named === undefined) continue;
			// What a package is called for is a command of its own: one that is allowed shows that whatever has its name is fetched.
			const called = stated.agents.flatMap(({ agent }) => subject.settingOf(agent).innerWords().slice(0, 1));
			const samples = [example, ...called].map((one) => [...words, ...named, ...grant.options, one]);
			const sample = allowedBy(stated, samples, subject);
			if (sample !== undefined) return { words, package: example, sample };
		}
	}
	return undefined;
}

function runsCode(facts: Program, subcommand: readonly string[]): boolean {
	const name = subcommand.join(" ");
	const usage = name === "" ? facts : Object.hasOwn(facts.subcommands, name) ? facts.subcommands[name] : undefined;
	return usage?.powers.includes("code") ?? false;
}

/** The subcommand and its aliases. */
function spellings(facts: Program, subcommand: readonly string[]): readonly (readonly string[])[] {
	const aliases = subcommand.length === 0 ? [] : (facts.subcommands[subcommand.join(" ")]?.aliases ?? []);
	return [subcommand, ...aliases.map((one) => one.split(" "))];
}

/** Packages or lists that it names behind the subcommand: more may follow. Undefined where it says more than that. */
function furtherNames({ operands, exactly }: Grant, words: readonly string[]): readonly string[] | undefined {
	// Behind the package that `npx` runs stand its own words.
	if (!/^(?:install|add)$/.test(words.at(-1) ?? "") || words.length > 2) return undefined;
	if (exactly || operands.length <= words.length || operands.some(({ kind }) => kind !== "literal")) return undefined;
	const texts = operands.flatMap((one) => ("text" in one ? [one.text] : []));
	return words.every((word, at) => texts[at] === word) ? texts.slice(words.length) : undefined;
}

/** It names the subcommand, or leaves it open, and leaves the package open in any case. */
function speaksOf({ operands }: Grant, words: readonly string[]): boolean {
	return operands.every(
		(one, at) =>
			one.kind === "any" ||
			one.kind === "rest" ||
			(one.kind === "literal" && at < words.length - 1 && words[at] === one.text),
	);
}

/** By the program's name: the words before the package, and a package as it is written there. No table says that: `cargo build` fetches as well, but what the project names. */
const runners: Readonly<Record<string, readonly (readonly [words: string, example: string])[]>> = {
	npx: [["", "package"]],
	bunx: [["", "package"]],
	uvx: [["", "package"]],
	npm: [
		["install", "package"],
		["exec", "package"],
		["init", "package"],
	],
	pnpm: [
		["dlx", "package"],
		["add", "package"],
		["create", "package"],
	],
	yarn: [
		["dlx", "package"],
		["add", "package"],
		["create", "package"],
	],
	bun: [
		["x", "package"],
		["add", "package"],
		["install", "package"],
		["create", "package"],
	],
	pip: [["install", "package"]],
	pipx: [
		["run", "package"],
		["install", "package"],
	],
	uv: [
		["tool run", "package"],
		["tool install", "package"],
		["pip install", "package"],
		["add", "package"],
	],
	conda: [["install", "package"]],
	poetry: [["add", "package"]],
	go: [["install", "example.com/package@latest"]],
	cargo: [["install", "package"]],
	gem: [
		["install", "package"],
		["exec", "package"],
	],
	deno: [
		["run", "https://example.com/x.ts"],
		["install", "https://example.com/x.ts"],
	],
	composer: [["require", "vendor/package"]],
	brew: [["install", "package"]],
};
