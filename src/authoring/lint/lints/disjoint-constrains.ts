/** `disjoint-constrains`: two constraints on the same commands keep their paths in folders, or their hosts in lists, that have nothing in common, so that none is left. */

import type { HostPattern } from "../../../language/policy/test.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import { areHostsApart } from "../../analysis/search/host-patterns.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { areApart } from "../powers/path-shape.js";
import { writtenHosts } from "../reading/written-hosts.js";
import { pathsOfStatement, type WrittenPath } from "../reading/written-paths.js";

export const disjointConstrains: PolicyLint = {
	name: "disjoint-constrains",
	family: "anomalies",
	severity: "warning",
	summary:
		"two constraints on the same commands name folders, or hosts, that have nothing in common, so that none is left",
	looksAt: "policy",
	check: (subject) => {
		const all = subject.rules().flatMap((stated) => constraintOf(stated, subject) ?? []);
		return all.flatMap((one, at) => {
			const { stated } = one;
			const other = all.slice(0, at).find((before) => meet(before, one) && apart(before, one))?.stated;
			if (other === undefined) return [];
			return [
				{
					message:
						stated.statement.access === "network"
							? "this leaves no host: those of this list are refused by another `constrain`, and the other way round"
							: "this leaves no path: what lies in these folders is refused by another `constrain`, and the other way round",
					span: stated.statement.span,
					labels: [{ span: other.statement.span, message: "this one holds for the same commands" }],
					help: "put both lists into one: every `constrain` holds, and each takes away",
				},
			];
		});
	},
};

/** What is asked of a constraint, read once: each is held against all others. */
interface Constraint {
	readonly stated: StatedRule;
	readonly agents: ReadonlySet<string>;
	readonly patterns: ReadonlySet<string>;
	readonly paths: readonly WrittenPath[];
	readonly hosts: readonly HostPattern[];
}

/** A rule that keeps all commands that fit its patterns to paths; undefined for any other. */
function constraintOf(stated: StatedRule, subject: ValidPolicyContext): Constraint | undefined {
	const { statement, agents } = stated;
	const { keyword, override, patterns } = statement;
	if (keyword !== "constrain" || override || !isPlain(statement)) return undefined;
	return {
		stated,
		agents: new Set(agents.map(({ agent }) => agent)),
		patterns: new Set(patterns.map(({ words }) => words.map(({ kind, text }) => `${kind} ${text}`).join("\0"))),
		paths: pathsOf(statement, subject),
		hosts: hostsOf(stated, subject),
	};
}

function isPlain({ clauses }: RuleStatement): boolean {
	return clauses.every(
		({ keyword }) => keyword === "to" || keyword === "because" || keyword === "note" || keyword === "id",
	);
}

/** The same access of the same programs, for an agent that has both. */
function meet(one: Constraint, other: Constraint): boolean {
	const [a, b] = [one.stated.statement.access, other.stated.statement.access];
	const sameAccess = a === b || ((a === undefined || b === undefined) && a !== "network" && b !== "network");
	return sameAccess && [...one.agents].some((agent) => other.agents.has(agent)) && shares(one.patterns, other.patterns);
}

/** Some pattern stands in both, or one of them speaks of every program. */
function shares(own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
	return own.has("plain *") || others.has("plain *") || [...own].some((one) => others.has(one));
}

function apart(one: Constraint, other: Constraint): boolean {
	return areAllApart(one.paths, other.paths, areApart) || areAllApart(one.hosts, other.hosts, areHostsApart);
}

function areAllApart<One>(a: readonly One[], b: readonly One[], areApart: (one: One, other: One) => boolean): boolean {
	return a.length > 0 && b.length > 0 && a.every((left) => b.every((right) => areApart(left, right)));
}

function hostsOf({ statement }: StatedRule, subject: ValidPolicyContext): readonly HostPattern[] {
	const hosts = writtenHosts(subject).find(({ stated }) => stated.statement === statement)?.hosts ?? [];
	return hosts.some(({ negated }) => negated) ? [] : hosts;
}

function pathsOf(statement: RuleStatement, subject: ValidPolicyContext): readonly WrittenPath[] {
	const list = pathsOfStatement(statement, subject).find(({ keyword }) => keyword === "to");
	const paths = (list?.paths ?? []).filter(({ text }) => text !== "/dev/null");
	return paths.some(({ negated }) => negated) ? [] : paths;
}
