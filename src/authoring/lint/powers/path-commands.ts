/** Commands by which an agent reads or writes a file, as its rules name programs: `cp x FILE`, `tee FILE`, `sort --output=FILE`. */

import { overwrites, showsContents } from "../../../engine/knowledge/file-contents.js";
import type { OptionFact, Program } from "../../../engine/knowledge/program.js";
import type { Rule } from "../../../language/policy/policy.js";
import { holdsFor } from "../../analysis/agent-model.js";
import type { Witness } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import { allowsOf, factsNamed, type Grant, grantsOf, isAllowed, sampleOf, usagesOf } from "../meaning/grants.js";

export interface PathCommand {
	readonly sample: Witness;
	/** The option that writes the file; absent where an operand does. */
	readonly option?: string;
	/** How the rule names that option itself, if it does. */
	readonly named?: string;
	/** The rule that names the program. */
	readonly by: Rule;
}

/** An allowed command of a known program that reads or writes the path, and runs no code. */
export function commandOn(
	path: string,
	access: "read" | "write",
	agent: string,
	subject: ValidPolicyContext,
): PathCommand | undefined {
	const setting = subject.settingOf(agent);
	const touching = { kind: "paths-touching", access, paths: [{ text: path, literal: true, negated: false }] } as const;
	// Rules on one program grant much that is typed alike.
	const tried = new Set<string>();
	for (const { rule, grant, name, facts } of usersOf(agent, access, subject)) {
		const inner = (): string => setting.innerWords()[0] ?? "true";
		for (const { argv, option } of commandsOn(path, access, grant, name, facts, inner)) {
			const key = argv.join("\0");
			if (tried.has(key)) continue;
			tried.add(key);
			const sample = sampleOf(argv);
			if (holdsFor(touching, sample, setting) !== "yes" || !isAllowed(sample, setting)) continue;
			if (option === undefined) return { sample, by: rule };
			const named = grant.options.find((own) => option.names.includes(own));
			return { sample, by: rule, option: option.names[0] ?? "", ...(named === undefined ? {} : { named }) };
		}
	}
	return undefined;
}

/** The program, and the option where only an option writes. */
export function writer({ sample, option }: PathCommand): string {
	return option === undefined ? `\`${sample.argv[0]}\`` : `\`${sample.argv[0]}\` with \`${option}\``;
}

/** How the option is kept out of the rule that names it, as the beginning of a help. One that a power brings is not the only one. */
export function outOfRule({ named }: PathCommand): string {
	return named === undefined ? "" : `take \`${named}\` out of the rule, or `;
}

interface User {
	readonly rule: Rule;
	readonly grant: Grant;
	readonly name: string;
	readonly facts: Program;
}

const made = new WeakMap<ValidPolicyContext, Map<string, readonly User[]>>();

/** What an agent's rules grant that may read or write files: asked once, since a policy has many rules and few of these. */
function usersOf(agent: string, access: "read" | "write", subject: ValidPolicyContext): readonly User[] {
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

interface Typed {
	readonly argv: readonly string[];
	readonly option?: OptionFact;
}

function commandsOn(
	path: string,
	access: "read" | "write",
	grant: Grant,
	name: string,
	facts: Program,
	inner: () => string,
): readonly Typed[] {
	const writes = overwrites(facts.name);
	const words = grant.operands.map((one) => (one.kind === "literal" ? one.text : "x"));
	const start = [name, ...words, ...grant.options];
	// What is read through an option is settings and lists, not what a file holds.
	const isOpen = grant.powers === "everything" || grant.powers.includes("write") || grant.options.length > 0;
	const byOption = access === "write" && isOpen ? throughOptions(path, grant, [name, ...words], facts, inner) : [];
	if (access === "write" && writes.operand === undefined) return byOption;
	const before = [
		...start,
		...((access === "write" ? writes.operand : undefined) ?? []).filter((one) => !start.includes(one)),
	];
	const alone = [...before, path];
	const last = [...before, "y", path];
	// `cp y FILE` says more than `cp FILE`, which may mean the same.
	const operands = facts.operands.last.length > 0 && access === "write" ? [last, alone] : [alone, last];
	return [...[...operands, [...before, "x", "y", path]].map((argv) => ({ argv })), ...byOption];
}

/** So many are tried. */
const mostOptions = 16;

/** Each option that says where the output goes, behind the subcommand that has it, with what the program needs besides. */
function throughOptions(
	path: string,
	grant: Grant,
	start: readonly string[],
	facts: Program,
	inner: () => string,
): readonly Typed[] {
	const { option: writes, along } = overwrites(facts.name);
	const after = along.map((word) => (word === "…" ? inner() : word));
	return usagesOf(grant, facts)
		.flatMap((usage) => {
			const subcommand =
				Object.keys(facts.subcommands)
					.find((one) => facts.subcommands[one] === usage)
					?.split(" ") ?? [];
			const own = [...start, ...subcommand.slice(grant.operands.length)];
			return usage.options.flatMap((option): readonly Typed[] => {
				const [first = ""] = option.names;
				if ((option.role !== "write" && option.role !== "both") || !writes(option.names)) return [];
				const given = first.endsWith("=") ? [`${first}${path}`] : [first, path];
				// Given once: a program that is told twice where to write may refuse.
				const others = grant.options.filter((one) => !option.names.includes(one));
				return [
					{ argv: [...own, ...others, ...given, ...after], option },
					{ argv: [...own, "y", ...others, ...given, ...after], option },
				];
			});
		})
		.slice(0, mostOptions);
}
