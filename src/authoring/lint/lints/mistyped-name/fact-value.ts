/** A value of a fact that is one slip away from one that everybody has, or that the policy names elsewhere: `when branch is mian`. */

import { nearest } from "../../../../language/diagnostic/suggest.js";
import { variableOfFact } from "../../../../language/policy/clauses/facts/fact-names.js";
import type { FactsCondition, RuleStatement } from "../../../../language/syntax/statements.js";
import { placesOfHooked } from "../../../../runtime/harnesses/places/places-by-harness.js";
import type { PolicyLint } from "../../lint-record.js";
import { commentOf, textsOf } from "../../meaning/said/said-parts.js";
import { respelling } from "../../reading/words/respelling.js";
import { isDoubled, slipOf, wholeOf } from "../../reading/words/typing-slips.js";

export const mistypedFactValue: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const stated = subject
			.rules()
			.flatMap(({ statement }) =>
				statement.clauses.flatMap((clause) =>
					clause.form === "facts" ? clause.conditions.map((condition) => ({ condition, statement })) : [],
				),
			);
		const conditions = stated.map(({ condition }) => condition);
		return stated.flatMap(({ condition: { fact, values }, statement }) =>
			values.flatMap((value) => {
				if (value.kind !== "plain" && value.kind !== "quoted") return [];
				if (/^!\w/.test(value.text))
					return [
						{
							message: `a value is not taken out by \`!\`: this holds when \`${fact.text}\` is called \`${value.text}\``,
							span: value.span,
							help: `name the values that are meant, or deny it \`when ${fact.text} is ${value.text.slice(1)}\``,
						},
					];
				const meant =
					otherForm(fact.text, value.text) ??
					meantBy(
						value.text,
						usual[fact.text] ?? usualOf(fact.text),
						elsewhere(fact.text, value.text, conditions),
						fact.text === "branch",
					) ??
					(fact.text === "branch" ? otherTrunk(value.text, statement) : undefined);
				if (meant === undefined) return [];
				return [
					{
						message: `the ${fact.text} \`${value.text}\` reads as \`${meant}\`, misspelt`,
						span: value.span,
						help: `did you mean \`${meant}\`?`,
						...respelling(value, meant, subject),
					},
				];
			}),
		);
	},
};

/** How other tools write it: `refs/heads/main`, `https://github.com/acme/app.git`, `claude`. */
function otherForm(fact: string, text: string): string | undefined {
	const meant = ((): string | undefined => {
		switch (fact) {
			case "branch":
				return text.replace(/^(?:refs\/heads\/|(?:refs\/remotes\/)?origin\/)/, "");
			case "repository":
				return text.replace(/^(?:[a-z+]+:\/\/|(?=[\w.-]+@))(?:[\w.-]+@)?([\w.-]+)[:/]/, "$1/").replace(/\.git$/, "");
			case "harness": {
				const others = harnessNames.filter((name) => name.startsWith(`${text}-`));
				return others.length === 1 && !harnessNames.includes(text) ? others[0] : oneOf(text, harnessNames);
			}
			case "mode":
				return oneOf(text, modes);
			default:
				return undefined;
		}
	})();
	return meant === text ? undefined : meant;
}

/** The one name of a closed list that is meant by another, which is none of it. */
function oneOf(text: string, names: readonly string[]): string | undefined {
	if (names.includes(text)) return undefined;
	const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, "");
	return (
		slipOf(text, names, { atEnd: true }) ??
		wholeOf(text, names) ??
		names.find((name) => plain(name) === plain(text) || isDoubled(text, name)) ??
		nearest(text, text.length >= shortestLong ? names : [])
	);
}

const shortestLong = 8;

/** Modes of permission, as harnesses tell them. */
const modes: readonly string[] =
	"default acceptEdits plan bypassPermissions dontAsk auto auto-edit autoEdit yolo".split(" ");

const harnessNames: readonly string[] = Object.keys(placesOfHooked);

const usual: Readonly<Record<string, readonly string[]>> = {
	branch: ["main", "master", "develop", "release/*", "hotfix/*", "feature/*", "production", "staging"],
	"env CI": ["true"],
};

/** `# Protected branches are main and release/*.` above `when branch is master`: the text names another trunk. */
function otherTrunk(text: string, statement: RuleStatement): string | undefined {
	if (!trunks.includes(text)) return undefined;
	const said = `${textsOf(statement)} ${commentOf(statement)}`;
	const isSaid = (name: string): boolean => new RegExp(`(?<![\\w/-])${name}(?![\\w-]| (?:branch|line)\\b)`).test(said);
	const others = trunks.filter((one) => one !== text && isSaid(one));
	return others.length === 1 && !isSaid(text) ? others[0] : undefined;
}

const trunks = ["main", "master", "trunk", "develop"];

/** What a variable is set to, by its name: `NODE_ENV`, `DEPLOY_STAGE`. */
function usualOf(fact: string): readonly string[] {
	const name = variableOfFact(fact);
	return name === undefined ? [] : (usualValues.find(([form]) => form.test(name))?.[1] ?? []);
}

const stages =
	"production staging development testing preview test prod stage dev integration acceptance sandbox local canary".split(
		" ",
	);
const yes = ["true"];
const usualValues: readonly (readonly [RegExp, readonly string[]])[] = [
	[/^(?:GITHUB_ACTIONS|GITLAB_CI|CIRCLECI|TRAVIS|BUILDKITE|TF_BUILD|CODESPACES|.*_CI)$/, yes],
	[
		/^GITHUB_EVENT_NAME$/,
		"push pull_request pull_request_target workflow_dispatch workflow_run repository_dispatch schedule release merge_group issue_comment".split(
			" ",
		),
	],
	[/^CI_PIPELINE_SOURCE$/, "push merge_request_event schedule web trigger pipeline api".split(" ")],
	[
		/^(?:GITHUB_REF_NAME|GITHUB_BASE_REF|GITHUB_HEAD_REF|CI_COMMIT_(?:BRANCH|REF_NAME)|BRANCH(?:_NAME)?)$/,
		["main", "master", "develop", "production", "staging"],
	],
	[/^RUNNER_OS$/, ["Linux", "Windows", "macOS"]],
	[/(?:^|_)(?:LOG_?LEVEL|VERBOSITY)$/, "debug info warn warning error trace fatal".split(" ")],
	[/(?:^|_)(?:ENV|ENVIRONMENT|STAGE|TIER|PROFILE|TARGET|CONTEXT|MODE|SPACE|WORKSPACE)$/, stages],
];

/** Values that another condition on the fact names more often. */
function elsewhere(fact: string, text: string, conditions: readonly FactsCondition[]): readonly string[] {
	const all = conditions.flatMap((one) => (one.fact.text === fact ? one.values.map((value) => value.text) : []));
	const often = (value: string): number => all.filter((one) => one === value).length;
	return [...new Set(all)].filter((one) => often(one) > often(text));
}

function meantBy(text: string, known: readonly string[], own: readonly string[], isCased: boolean): string | undefined {
	if (known.includes(text)) return undefined;
	const cased = isCased && [...known, ...own].find((one) => one !== text && one.toLowerCase() === text.toLowerCase());
	if (cased !== false && cased !== undefined) return cased;
	const [, word = "", rest = ""] = /^([^/]*)(.*)$/s.exec(text) ?? [];
	for (const one of [...known, ...own]) {
		const [other = "", ...more] = one.split("/");
		const sameRest = rest === (more.length === 0 ? "" : `/${more.join("/")}`) || (more[0] === "*" && rest !== "");
		if (
			sameRest &&
			(slipOf(word, [other], { atEnd: false }) !== undefined || (other.length >= 4 && isDoubled(word, other)))
		)
			return other + rest;
	}
	return undefined;
}
