/** `vacuous-host-clause`: a clause on hosts on programs that talk to nobody, or on such whose hosts nobody sees. */
import { isHostEnd } from "../../../engine/knowledge/vocabulary/domain-ends.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { handOf } from "../../../language/policy/hands.js";
import type { Test } from "../../../language/policy/test.js";
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { EventsClause, RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

import { allowsOf, type Grant, grantsOf, typed, withoutBraces } from "../meaning/grants.js";
import { clauseDeletion } from "../reading/part-deletion.js";
import { type WrittenHosts, writtenHosts } from "../reading/written-hosts.js";
import { programsWithoutHosts, talksToNobody } from "../without-effect/programs-without-hosts.js";
import { stayingOptions, type Unseen, whyUnseen, wordsOf } from "../without-effect/unseen-hosts.js";

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
			return programs === undefined
				? [...unseenHosts(list, subject), ...refusedInDoubt(list, subject), ...namesAsAddresses(list)]
				: [silent(list, programs, subject)];
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

/** What runs code may talk to anybody, and so may what is led elsewhere, or goes where no word says: a list of hosts lets none of it through. */
function unseenHosts({ keyword, stated, span }: WrittenHosts, subject: ValidPolicyContext): readonly Finding[] {
	const [first] = stated.agents;
	const isBound = keyword === "to" || (keyword === "at" && stated.statement.keyword === "allow");
	if (!isBound || first === undefined) return [];
	const setting = subject.settingOf(first.agent);
	const grants = keyword === "to" ? plainlyWritten(stated.statement) : grantsOf(first.rule).flatMap(withoutBraces);
	if (grants.length > mostGrants) return [];
	const named = keyword === "at" ? { named: true as const } : {};
	const within: Test = { kind: "hosts-within", hosts: [{ text: "*", negated: false }], ...named };
	const found = new Map<Unseen, string[]>();
	for (const grant of grants) {
		const why = whyUnseen(grant, within, setting, subject);
		if (why !== undefined) found.set(why, [...(found.get(why) ?? []), wordsOf(grant, subject)?.join(" ") ?? ""]);
	}
	return [...found].map(([why, commands]) => {
		const said = joinWords([...new Set(commands)]);
		const isOne = new Set(commands).size === 1;
		const stays = grants.flatMap((grant) => stayingOptions(grant, subject)).slice(0, 1);
		const whoever = {
			code: `${said} ${isOne ? "runs" : "run"} code, and nobody sees whom that talks to`,
			option: `with ${isOne ? "this option" : "these options"} ${said} ${isOne ? "goes" : "go"} where nobody sees`,
			led: `${said} ${isOne ? "goes" : "go"} where a host sends ${isOne ? "it" : "them"}, and that may be anywhere`,
			elsewhere: `no word of ${said} says whom ${isOne ? "it talks" : "they talk"} to`,
		}[why];
		return {
			message: `${whoever}: plain use of ${isOne ? "it" : "them"} is ${keyword === "to" ? "refused" : "not let through"}`,
			span,
			help:
				why === "option"
					? "take the option out, or the clause"
					: why === "led"
						? `name the option that keeps ${isOne ? "it" : "them"} from that: ${joinWords(stays)}`
						: "bound it by the sandbox, which sees each connection; or leave the clause out",
		};
	});
}

/** Of a `constrain` the patterns whose words are all written out. */
function plainlyWritten({ patterns }: RuleStatement): readonly Grant[] {
	return patterns.flatMap(({ words, exactly }) => {
		const [program, ...operands] = words.map(({ text }) => ({ kind: "literal", text }) as const);
		if (program === undefined || !words.every(({ text }) => /^\w[\w.+-]*$/.test(text))) return [];
		return [{ program, operands, exactly, options: [], given: [], within: [], limited: false, powers: [] }];
	});
}

const mostGrants = 64;

/** `deny * reaching 169.254.169.254` beside `allow kubectl get`: whom that talks to no word says, and a restriction holds in doubt. */
function refusedInDoubt({ keyword, stated, span }: WrittenHosts, subject: ValidPolicyContext): readonly Finding[] {
	const { statement, agents } = stated;
	const isOfAll = statement.patterns.every(({ words: [first, ...more] }) => first?.text === "*" && more.length === 0);
	const isPlain = statement.clauses.every(
		({ form, keyword: own }) => own === keyword || form === "text" || form === "name" || form === "names",
	);
	if (keyword !== "reaching" || statement.keyword !== "deny" || !isOfAll || !isPlain) return [];
	for (const { agent, rule } of agents) {
		const setting = subject.settingOf(agent);
		const { restricts } = rule;
		if (restricts === undefined) continue;
		const refused = allowsOf(agent, subject).flatMap((allowed) => {
			const grants = grantsOf(allowed).flatMap(withoutBraces);
			const isRefused = (grant: Grant): boolean => whyUnseen(grant, restricts, setting, subject) === "elsewhere";
			return grants.length > 0 && grants.length <= mostGrants && grants.every(isRefused) ? [{ allowed, grants }] : [];
		});
		const commands = refused.flatMap(({ grants }) => grants);
		const [first] = commands;
		if (first === undefined) continue;
		const said = joinWords([...new Set(commands.map((grant) => wordsOf(grant, subject)?.join(" ") ?? ""))]);
		return [
			{
				message: `in doubt this refuses ${said} as well, since no word says whom ${commands.length === 1 ? "it talks" : "they talk"} to: ${joinWords(refused.map(({ allowed }) => allowed.id))} ${refused.length === 1 ? "grants" : "grant"} nothing`,
				span,
				labels: refused.map(({ allowed }) => ({ span: allowed.span, message: "this `allow`" })),
				help: `where that is to run, leave it out: \`except ${typed(first)}\``,
			},
		];
	}
	return [];
}

/** `deny psql reaching 10.20.0.0/16 because "db.archive.example lies in this network."`: what a name stands for is not looked up. */
function namesAsAddresses({ keyword, stated: { statement }, hosts, span }: WrittenHosts): readonly Finding[] {
	if (!hosts.every(({ text }) => /^[\d.:/a-f[\]]+$/i.test(text) && /[.:]/.test(text))) return [];
	const said = statement.clauses
		.flatMap((clause) => (clause.keyword === "because" || clause.keyword === "note" ? [clause.text.text] : []))
		.flatMap((text) => text.match(/(?<![\w/@.-])(?:[a-z0-9-]+\.){1,6}(?:[a-z]{2,12})(?![\w/(-]|\.\w)/g) ?? [])
		.find((one) => one.split(".").length > 2 || isHostEnd(one.slice(one.lastIndexOf(".") + 1)));
	if (said === undefined) return [];
	return [
		{
			message: `names are not looked up: \`${keyword} ${hosts.map(({ text }) => text).join(", ")}\` speaks of addresses, and not of \`${said}\``,
			span,
			help: `name it as it is typed, too: \`${said}\``,
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
			help: "where the file is meant, `same path` says so; else take it out",
		},
	];
}

/** Calls of file tools and of agents, and programs that are known to talk to nobody. */
function hasNoHost(name: string, agent: string, subject: ValidPolicyContext): boolean {
	const hand = handOf(name);
	return hand === undefined ? talksToNobody(name, agent, subject) : hand === "files" || hand === "agents";
}
