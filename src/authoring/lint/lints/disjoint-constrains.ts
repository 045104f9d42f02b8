/** `disjoint-constrains`: two constraints on the same commands keep their paths in folders that have nothing in common, so that no path is left. */
import type { PathsClause, RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { areApart } from "../powers/path-shape.js";
import { writtenPaths } from "../reading/written-paths.js";

export const disjointConstrains: PolicyLint = {
	name: "disjoint-constrains",
	family: "anomalies",
	severity: "warning",
	summary: "two constraints on the same commands name folders that have nothing in common, so that no path is left",
	looksAt: "policy",
	check: (subject) => {
		const all = subject.rules().filter(({ statement: { keyword, override } }) => keyword === "constrain" && !override);
		return all.flatMap((stated, at) => {
			const other = all.slice(0, at).find((one) => meet(one, stated) && apart(one, stated, subject));
			if (other === undefined) return [];
			return [
				{
					message:
						"this leaves no path: what lies in these folders is refused by another `constrain`, and the other way round",
					span: stated.statement.span,
					labels: [{ span: other.statement.span, message: "this one holds for the same commands" }],
					help: "put both lists into one: every `constrain` holds, and each takes away",
				},
			];
		});
	},
};

/** The same access of the same programs, for an agent that has both. */
function meet(one: StatedRule, other: StatedRule): boolean {
	const [a, b] = [one.statement, other.statement];
	const sameAccess = a.access === undefined || b.access === undefined || a.access === b.access;
	const agents = new Set(one.agents.map(({ agent }) => agent));
	return sameAccess && other.agents.some(({ agent }) => agents.has(agent)) && isPlain(a) && isPlain(b) && shares(a, b);
}

function isPlain({ clauses }: RuleStatement): boolean {
	return clauses.every(
		({ keyword }) => keyword === "to" || keyword === "because" || keyword === "note" || keyword === "id",
	);
}

/** Some pattern stands in both, or one of them speaks of every program. */
function shares(a: RuleStatement, b: RuleStatement): boolean {
	const texts = ({ patterns }: RuleStatement): readonly string[] =>
		patterns.map(({ words }) => words.map(({ kind, text }) => `${kind} ${text}`).join("\0"));
	const [left, right] = [texts(a), new Set(texts(b))];
	return left.includes("plain *") || right.has("plain *") || left.some((one) => right.has(one));
}

function apart(one: StatedRule, other: StatedRule, subject: ValidPolicyContext): boolean {
	const [a, b] = [pathsOf(one, subject), pathsOf(other, subject)];
	return a.length > 0 && b.length > 0 && a.every((left) => b.every((right) => areApart(left, right)));
}

function pathsOf({ statement }: StatedRule, subject: ValidPolicyContext) {
	const clause = statement.clauses.find((one): one is PathsClause => one.keyword === "to");
	const list = writtenPaths(subject).find(({ span }) => clause !== undefined && span === clause.span);
	const paths = (list?.paths ?? []).filter(({ text }) => text !== "/dev/null");
	return paths.some(({ negated }) => negated) ? [] : paths;
}
