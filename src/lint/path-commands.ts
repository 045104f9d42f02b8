/** Commands by which an agent reads or writes a file, as its rules name programs: `cp x FILE`, `tee FILE`, `sort --output=FILE`. */
import type { Sample } from "../analysis/sample.js";
import { holdsFor } from "../analysis/setting.js";
import type { Program } from "../knowledge/program.js";
import type { Rule } from "../policy/policy.js";
import { allowsOf, factsNamed, type Grant, grantsOf, isAllowed, sampleOf, usagesOf } from "./grants.js";
import { overwrites, showsContents } from "./protected-paths.js";
import type { SoundSubject } from "./subject.js";

export interface PathCommand {
	readonly sample: Sample;
	/** The rule that names the program. */
	readonly by: Rule;
}

/** An allowed command of a known program that reads or writes the path, and runs no code. */
export function commandOn(
	path: string,
	access: "read" | "write",
	agent: string,
	subject: SoundSubject,
): PathCommand | undefined {
	const setting = subject.settingOf(agent);
	const touching = { kind: "paths-touching", access, paths: [{ text: path, literal: true, negated: false }] } as const;
	for (const { rule, grant, name, facts } of usersOf(agent, access, subject)) {
		const sample = commandsOn(path, access, grant, name, facts)
			.map(sampleOf)
			.find((one) => holdsFor(touching, one, setting) === "yes" && isAllowed(one, setting));
		if (sample !== undefined) return { sample, by: rule };
	}
	return undefined;
}

interface User {
	readonly rule: Rule;
	readonly grant: Grant;
	readonly name: string;
	readonly facts: Program;
}

const made = new WeakMap<SoundSubject, Map<string, readonly User[]>>();

/** What an agent's rules grant that may read or write files: asked once, since a policy has many rules and few of these. */
function usersOf(agent: string, access: "read" | "write", subject: SoundSubject): readonly User[] {
	const known = made.get(subject) ?? new Map<string, readonly User[]>();
	made.set(subject, known);
	const key = `${access} ${agent}`;
	const found =
		known.get(key) ??
		allowsOf(agent, subject).flatMap((rule): readonly User[] =>
			grantsOf(rule).flatMap((grant) => {
				if (grant.program.kind !== "literal" || grant.exactly) return [];
				const name = grant.program.text.slice(grant.program.text.lastIndexOf("/") + 1);
				const facts = factsNamed(name, subject);
				if (facts === undefined || facts.powers.some((one) => one === "code" || one === "exec")) return [];
				// To look at a file's name is not to read it.
				if (access === "read" && !showsContents(facts.name)) return [];
				return uses(grant, facts, access) ? [{ rule, grant, name: grant.program.text, facts }] : [];
			}),
		);
	known.set(key, found);
	return found;
}

/** Does one of the tables say that a word is a path which is read, or written? */
function uses(grant: Grant, facts: Program, access: "read" | "write"): boolean {
	const writes = overwrites(facts.name);
	if (access === "write" && writes.operand !== undefined) return true;
	return usagesOf(grant, facts).some(
		({ operands, options }) =>
			(access === "read" &&
				[...operands.first, operands.rest, ...operands.last].some((role) => role === access || role === "both")) ||
			options.some(
				({ role, names }) => (role === access || role === "both") && (access === "read" || writes.option(names)),
			),
	);
}

function commandsOn(
	path: string,
	access: "read" | "write",
	grant: Grant,
	name: string,
	facts: Program,
): readonly (readonly string[])[] {
	const words = grant.operands.map((one) => (one.kind === "literal" ? one.text : "x"));
	const start = [name, ...words, ...grant.options];
	const writes = overwrites(facts.name);
	const options = usagesOf(grant, facts)
		.flatMap((usage) => usage.options)
		.filter(({ role, names }) => (role === access || role === "both") && writes.option(names))
		.flatMap(({ names: [first = ""] }) =>
			first.endsWith("=")
				? [[...start, `${first}${path}`]]
				: [
						[...start, first, path],
						[...start, "y", first, path],
					],
		);
	// What is read through an option is settings and lists, not what a file holds.
	const isOpen = grant.powers === "everything" || grant.powers.includes("write") || grant.options.length > 0;
	const besides = access === "write" && isOpen ? options : [];
	if (access === "write" && writes.operand === undefined) return besides.slice(0, 16);
	const before = [...start, ...((access === "write" ? writes.operand : undefined) ?? [])];
	const alone = [...before, path];
	const last = [...before, "y", path];
	// `cp y FILE` says more than `cp FILE`, which may mean the same.
	const operands = facts.operands.last.length > 0 && access === "write" ? [last, alone] : [alone, last];
	return [...operands, [...before, "x", "y", path], ...besides.slice(0, 16)];
}
