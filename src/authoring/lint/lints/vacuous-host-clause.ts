/** `vacuous-host-clause`: a clause on hosts on programs that talk to nobody, or on such whose hosts nobody sees. */
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { handOf } from "../../../language/policy/hands.js";
import { pathText, patternText } from "../../../language/syntax/dsl/write-dsl.js";
import type { EventsClause } from "../../../language/syntax/statements.js";
import { holdsFor } from "../../analysis/agent-model.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { clauseDeletion } from "../reading/part-deletion.js";
import { type WrittenHosts, writtenHosts } from "../reading/written-hosts.js";
import { programsWithoutHosts, talksToNobody } from "../without-effect/programs-without-hosts.js";

export const vacuousHostClause: PolicyLint = {
	name: "vacuous-host-clause",
	family: "paths",
	severity: "warning",
	summary:
		"a clause on hosts stands on programs that talk to nobody, or whose hosts nobody sees, or asks for the agent's own machine",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => [
		...writtenHosts(subject).flatMap((list) => {
			const programs = programsWithoutHosts(list.stated, subject);
			return programs === undefined ? unseenHosts(list, subject) : [silent(list, programs, subject)];
		}),
		...ownMachine(subject),
		...subject.rules().flatMap((stated) => nothingAlike(stated, subject)),
	],
};

/** `deny psql when host is db-prod.corp.example`: that fact is the machine on which the agent works, and not the one that it talks to. */
function ownMachine(subject: ValidPolicyContext): readonly Finding[] {
	const named = new Set(writtenHosts(subject).flatMap(({ hosts }) => hosts.map(({ text }) => text)));
	return subject.rules().flatMap(({ statement: { keyword, clauses, patterns } }) =>
		clauses.flatMap((clause) => {
			const conditions = clause.form === "facts" ? clause.conditions.filter(({ fact }) => fact.text === "host") : [];
			return conditions.flatMap(({ values, ...condition }): readonly Finding[] => {
				const isAlone = clause.form === "facts" && clause.conditions.length === 1;
				const span = isAlone ? clause.span : condition.span;
				const [first] = values;
				const isFar = values.every(
					({ text }) =>
						named.has(text) ||
						/^(?:[\w-]*db|database|sql|pg|postgres|mysql|mongo|redis|api|registry)[\w-]*\./.test(text),
				);
				if (first === undefined || !isFar) return [];
				const [program = ""] = patterns.map(({ words }) => words[0]?.text ?? "");
				const list = values.map(({ text }) => text).join(", ");
				return [
					{
						message: `\`host\` is the machine that the agent works on, and not the one that \`${program}\` talks to`,
						span,
						help:
							keyword === "allow"
								? `name whom it may talk to: \`at ${list}\``
								: `name whom it must not talk to: \`reaching ${list}\``,
					},
				];
			});
		}),
	);
}

function silent(
	{ keyword, span, stated, words }: WrittenHosts,
	programs: readonly string[],
	subject: ValidPolicyContext,
): Finding {
	const hosts = words.map(pathText).join(", ");
	const talk = `${joinWords(programs)} ${programs.length > 1 ? "talk" : "talks"} to nobody`;
	switch (keyword) {
		case "at": {
			const edit = clauseDeletion(span, subject);
			return {
				message: `${talk}: \`at\` bounds nothing`,
				span,
				help: "leave the clause out, or name the program that is meant",
				...(edit === undefined ? {} : { fix: { title: "take the clause out", edits: [edit], safe: true } }),
			};
		}
		case "reaching":
			return {
				message: `${talk}: this never holds`,
				span,
				help: `name the programs that do: \`${stated.statement.keyword} * reaching ${hosts}\``,
			};
		case "to":
			return {
				message: `${talk}: the \`constrain\` keeps nothing in`,
				span,
				help: `take the rule out, or name the programs that are meant: \`constrain network of * to ${hosts}\``,
			};
	}
}

/** What runs code may talk to anybody: a list of hosts lets none of it through. */
function unseenHosts({ keyword, stated, span }: WrittenHosts, subject: ValidPolicyContext): readonly Finding[] {
	const [first] = stated.agents;
	const [pattern, ...more] = stated.statement.patterns;
	const isBound = keyword === "to" || (keyword === "at" && stated.statement.keyword === "allow");
	const words = pattern?.words.map(({ text }) => text) ?? [];
	if (!isBound || first === undefined || pattern === undefined || more.length > 0) return [];
	if (!words.every((word) => /^[\w][\w.+-]*$/.test(word))) return [];
	const setting = subject.settingOf(first.agent);
	// Nothing that it is told makes known whom it talks to.
	const runs = [[], ["x"], ["https://h.example/x"], ["x", "h.example"]].map((rest) => sampleOf([...words, ...rest]));
	const hosts = [{ text: "*", negated: false }];
	const within = { kind: "hosts-within", hosts, ...(keyword === "at" ? { named: true as const } : {}) } as const;
	const runsCode = { kind: "uses-power", powers: ["code", "exec"] } as const;
	const isUnseen = runs.every(
		(sample) => holdsFor(within, sample, setting) === "unknown" && holdsFor(runsCode, sample, setting) === "yes",
	);
	if (!isUnseen) return [];
	return [
		{
			message: `\`${patternText(pattern)}\` runs code, and nobody sees whom that talks to: plain use of it ${keyword === "to" ? "is refused" : "is not let through"}`,
			span,
			help: "bound it by the sandbox, which sees each connection; or leave the clause out",
		},
	];
}

/** `same host` of what has none: nothing is ever alike. */
function nothingAlike({ agents, statement }: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const clause = statement.clauses.find((one): one is EventsClause => one.form === "events");
	const same = clause?.same.find(({ text }) => text === "host");
	const [first] = agents;
	if (clause === undefined || same === undefined || first === undefined) return [];
	const silent = [statement.patterns, clause.events.patterns]
		.map((patterns) => patterns.map(({ words: [program] }) => (program?.kind === "plain" ? program.text : "")))
		.find((names) => names.length > 0 && names.every((name) => hasNoHost(name, first.agent, subject)));
	if (silent === undefined) return [];
	return [
		{
			message: `${joinWords(silent)} ${silent.length > 1 ? "talk" : "talks"} to no host, so \`same host\` never holds`,
			span: same.span,
			help: "write `same path` where the file is meant, or take it out",
		},
	];
}

/** Calls of file tools and of agents, and programs that are known to talk to nobody. */
function hasNoHost(name: string, agent: string, subject: ValidPolicyContext): boolean {
	const hand = handOf(name);
	return hand === undefined ? talksToNobody(name, agent, subject) : hand === "files" || hand === "agents";
}
