/** `equivalent-program-allowed`: a program is denied, and the same program by another name is allowed. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Clause, Pattern } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowsOf, grantsOf, isAllowed, sampleOf } from "../meaning/grants.js";

export const equivalentProgramAllowed: PolicyLint = {
	name: "equivalent-program-allowed",
	family: "breadth",
	severity: "warning",
	summary: "a program is denied, and the same program by another name is allowed",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject
			.rules()
			.flatMap((stated) =>
				stated.statement.keyword === "deny"
					? stated.statement.patterns.flatMap((pattern) => twinsOf(pattern, stated, subject))
					: [],
			),
};

function twinsOf(pattern: Pattern, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const [word, ...more] = pattern.words;
	// Of other words the other name may make something else.
	if (word?.kind !== "plain" || more.length > 0 || stated.statement.clauses.some(narrows)) return [];
	const facts = subject.policy.programs.has(word.text) ? undefined : programNamed(word.text);
	if (facts === undefined) return [];
	const names = [facts.name, ...facts.aliases].filter((name) => name !== word.text && isPlainName(name));
	for (const { agent } of stated.agents) {
		const setting = subject.settingOf(agent);
		const granted = names.filter(
			(name) =>
				!isMeant(name, word.text, stated, agent, subject) &&
				[[name], [name, "x"]].some((argv) => isAllowed(sampleOf(argv), setting)),
		);
		const twins = granted.filter((name) => isTwin(name, word.text, isNamed(name, agent, subject)));
		if (twins.length === 0) continue;
		const first = twins[0] as string;
		const witness = [[first], [first, "x"]].map(sampleOf).find((sample) => isAllowed(sample, setting));
		return [
			{
				message: `\`${word.text}\` is denied, and by ${twins.length === 1 ? "another name" : "other names"} it is allowed: ${joinWords(twins)}`,
				span: word.span,
				help: `deny all of its names: \`deny ${[word.text, ...twins].join(", ")}\``,
				...(witness === undefined ? {} : { witness: witnessCommandLine(witness) }),
				...(stated.file.notation === "yaml"
					? {}
					: {
							fix: {
								title: `deny ${joinWords(twins)} too`,
								edits: [
									{
										span: { file: word.span.file, start: pattern.span.end, end: pattern.span.end },
										text: twins.map((name) => `, ${name}`).join(""),
									},
								],
								safe: false,
							},
						}),
			},
		];
	}
	return [];
}

function narrows({ form, keyword }: Clause): boolean {
	switch (form) {
		case "patterns":
		case "paths":
		case "hosts":
		case "options":
		case "facts":
		case "date":
			return true;
		case "powers":
			return keyword !== "granting";
		case "names":
		case "text":
		case "name":
			return false;
	}
}

/** The deny speaks of it, or another rule of the same author grants it by its name where only the version differs: `python`, `python3`. */
function isMeant(
	name: string,
	denied: string,
	{ statement, agents }: StatedRule,
	agent: string,
	subject: ValidPolicyContext,
): boolean {
	const said = statement.clauses.some((clause) => {
		switch (clause.keyword) {
			case "because":
			case "note":
				return clause.text.text.includes(name);
			case "use":
				return clause.names.some(({ text }) => text.includes(name));
			default:
				return false;
		}
	});
	if (said) return true;
	if (unversioned(name) !== unversioned(denied)) return false;
	const owner = agents[0]?.rule.owner;
	return allowsOf(agent, subject).some(
		(rule) =>
			rule.owner === owner && grantsOf(rule).some(({ program }) => program.kind === "literal" && program.text === name),
	);
}

function unversioned(name: string): string {
	return name.replace(/[\d.]+$/, "");
}

/**
 * Names of one program with the same use: one is in the other, with what is put before or behind to tell builds and versions apart.
 * Other aliases only share a table, as `gzip` and `gunzip` do.
 */
function isTwin(name: string, denied: string, named: boolean): boolean {
	const [short, long] = name.length < denied.length ? [name, denied] : [denied, name];
	const at = long.indexOf(short);
	// Builds that few machines have count where somebody names them.
	if (!named && (name === `g${denied}` || name.endsWith("-rs"))) return false;
	return at >= 0 && before.test(long.slice(0, at)) && behind.test(long.slice(at + short.length));
}

/** Does a rule of the agent grant it by its name? */
function isNamed(name: string, agent: string, subject: ValidPolicyContext): boolean {
	return allowsOf(agent, subject).some((rule) =>
		grantsOf(rule).some(({ program }) => program.kind === "literal" && program.text === name),
	);
}

const before = /^(?:[aegfmnrt]|da|original-)?$/;
const behind = /^(?:m|js|c|cat|find|diff|-rs|-bin|-?\d[\d.]*|[.][a-z][a-z\d]*)?$/;

function isPlainName(name: string): boolean {
	return /^[A-Za-z]/.test(name);
}
