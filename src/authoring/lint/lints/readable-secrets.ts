/** `readable-secrets`: the policy speaks of secrets, and leaves places readable in which they lie. */

import { knownPlaces } from "../../../engine/knowledge/secrets/secret-places.js";
import type { PathsClause, RuleStatement } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { commandOn } from "../powers/path-commands.js";
import { isSecretPlace } from "../powers/secret-files.js";

export const readableSecrets: PolicyLint = {
	name: "readable-secrets",
	family: "breadth",
	severity: "info",
	summary: "a rule keeps secrets from agents, and other places where they lie stay readable",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const told = new Set<string>();
		return subject.rules().flatMap((stated) => {
			if (!speaksOfSecrets(stated.statement)) return [];
			const [own] = stated.agents;
			if (own === undefined || told.has(own.agent)) return [];
			told.add(own.agent);
			return faultsOf(stated, own.agent, subject);
		});
	},
};

/** Of all places, those are asked about that whoever speaks of secrets means. */
const usual = knownPlaces.filter((one) => one.usual);

function faultsOf(stated: StatedRule, agent: string, subject: ValidPolicyContext): readonly Finding[] {
	const open = usual.flatMap(({ place, file }) => {
		const command = commandOn(file, "read", agent, subject);
		return command === undefined ? [] : [{ place, command }];
	});
	const [first] = open;
	if (first === undefined) return [];
	const { statement, file } = stated;
	const clause = statement.clauses.find((one): one is PathsClause => one.keyword === "touching");
	const places = open.map(({ place }) => place);
	const end = clause?.span.end ?? 0;
	return [
		{
			message: `this keeps secrets from agents, and \`${witnessCommandLine(first.command.sample)}\` is allowed`,
			span: statement.span,
			labels: [{ span: first.command.by.span, message: "this rule allows it" }],
			help: `name these places as well: \`deny * touching ${places.join(", ")}\`; \`@credential-files\` and \`@key-files\` hold all that are known`,
			witness: witnessCommandLine(first.command.sample),
			...(clause === undefined || file.notation === "yaml"
				? {}
				: {
						fix: {
							title: `deny ${places.map((one) => `\`${one}\``).join(", ")} too`,
							edits: [{ span: { file: file.file, start: end, end }, text: places.map((one) => `, ${one}`).join("") }],
							safe: false,
						},
					}),
		},
	];
}

/** A denial of any program that names a place of secrets, or says that it is there for them. */
function speaksOfSecrets({ keyword, patterns, clauses }: RuleStatement): boolean {
	if (keyword !== "deny" || !patterns.every(({ words }) => words.length === 1 && words[0]?.text === "*")) return false;
	return (
		clauses.some((clause) => {
			switch (clause.keyword) {
				case "touching":
					return clause.paths.some(({ text, negated }) => !negated && isSecretPlace(text));
				case "because":
				case "note":
					return /\b(?:secrets?|credentials?|private keys?|passwords?)\b/i.test(clause.text.text);
				case "id":
					return /(?:^|[-_.])secrets?(?=$|[-_.])/.test(clause.text.text);
				default:
					return false;
			}
		}) && clauses.some(({ keyword: one }) => one === "touching")
	);
}
