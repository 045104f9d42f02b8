/** What a policy promises of itself, and whether it holds: claims, expectations, and how far the expectations reach. */
import { textOf } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import type { ClaimAnswer, ClaimResult } from "../suite/claims.js";
import type { ExpectationResult } from "../suite/expectations.js";
import { requestText } from "../suite/test-checks.js";
import { table } from "./abilities.js";
import { type Content, element, type Markup, marked, together } from "./markup.js";
import { leftOut } from "./matrix.js";
import { effectMark } from "./page-parts.js";
import { ruleLink, spanLink } from "./places.js";
import type { Study } from "./study.js";

const mostRows = 1000;

/** `never …` and `always …`, proved or broken. */
export function claimsSection(study: Study): Markup {
	const { claims } = study.tested;
	if (claims.length === 0)
		return element(
			"p",
			{},
			"The policy makes no claim. ",
			element("code", {}, "never allow rm touching /etc"),
			" in it is proved for all commands.",
		);
	return claimsTable(study, "Claims", claims);
}

export function claimsLine({ tested: { claims } }: Study): Content {
	const count = (kind: ClaimAnswer["kind"]): number => claims.filter(({ answer }) => answer.kind === kind).length;
	return counts([
		[held("proved"), count("proved")],
		[failed("broken"), count("broken")],
		[open(), count("unsettled")],
	]);
}

export function claimsTable(study: Study, name: string, claims: readonly ClaimResult[]): Markup {
	return together(
		table(
			name,
			["Claim", "Holds", "Where"],
			claims
				.slice(0, mostRows)
				.map(({ claim, answer }: ClaimResult) => [
					element("code", {}, written(study, claim.span)),
					claimAnswer(study, answer),
					spanLink(study, claim.span),
				]),
		),
		leftOut(claims.length - mostRows, "claim"),
	);
}

/** Counts with their marks; those of nothing are left out. */
export function counts(all: readonly (readonly [mark: Markup, count: number])[]): Content {
	const some = all.filter(([, count]) => count > 0);
	return some.length === 0
		? "none"
		: some.flatMap(([mark, count], index) => [index === 0 ? "" : " ", mark, ` ${count}`]);
}

function claimAnswer(study: Study, answer: ClaimAnswer): Content {
	switch (answer.kind) {
		case "proved":
			return held("proved");
		case "broken":
			return [
				failed("broken"),
				` agent ${answer.agent}: `,
				element("code", {}, requestText(answer.request)),
				...(answer.request.force === true ? [" (forced)"] : []),
				...(answer.request.cwd === undefined ? [] : [` (in ${answer.request.cwd})`]),
				" is ",
				effectMark(answer.effect),
				", by ",
				...(answer.rules.length === 0
					? ["no rule: the default"]
					: listContent(answer.rules.map((rule) => ruleLink(study, rule)))),
			];
		case "unsettled":
			return [open(), " ", marked(answer.why)];
	}
}

/** `expect …` lines: those that fail first. */
export function expectationsSection(study: Study): Markup {
	const { results } = study.tested;
	if (results.length === 0)
		return element(
			"p",
			{},
			"The policy expects nothing. ",
			element("code", {}, "expect deny: rm -rf /"),
			" in it is decided whenever it is tested.",
		);
	return expectationsTable(study, "Expectations", [
		...results.filter(({ passed }) => !passed),
		...results.filter(({ passed }) => passed),
	]);
}

export function expectationsLine({ tested: { results } }: Study): Content {
	const passed = results.filter((one) => one.passed).length;
	return counts([
		[held("passed"), passed],
		[failed("failed"), results.length - passed],
	]);
}

export function expectationsTable(study: Study, name: string, results: readonly ExpectationResult[]): Markup {
	return together(
		table(
			name,
			["Command", "Expected", "Result", "Agent", "Where"],
			results
				.slice(0, mostRows)
				.map(({ expectation, passed, why }) => [
					element("code", {}, expectation.command),
					[
						effectMark(expectation.effect),
						expectation.forced ? " forced" : "",
						expectation.by === undefined ? "" : ` by ${expectation.by}`,
					],
					passed ? held("passed") : [failed("failed"), " ", marked(why ?? "")],
					expectation.agent,
					spanLink(study, expectation.span),
				]),
		),
		leftOut(results.length - mostRows, "expectation"),
	);
}

export function coverageLine({ coverage }: Study): Content {
	const [first, ...others] = coverage;
	if (first === undefined) return "no agent";
	const least = Math.min(...coverage.map(({ percent }) => percent));
	return others.length === 0
		? `expectations reach ${first.decided} of ${first.rules} rules`
		: `expectations reach ${least} % of each agent's rules, at least`;
}

/** Which rules decided something while the expectations were tested. */
export function coverageSection(study: Study): Markup {
	return together(
		element(
			"p",
			{},
			"How many rules decided one of the expected commands. A rule that decided none could be anything, and no expectation would tell.",
		),
		table(
			"Coverage",
			["Agent", "Rules", "Conditions", "Decided nothing"],
			study.coverage.map(({ agent, rules, decided, percent, conditions, tried, undecided }) => [
				agent,
				`${decided} of ${rules} (${percent} %)`,
				conditions === 0 ? "none" : `${tried} of ${conditions} tried`,
				undecided.length === 0
					? "none of them"
					: element(
							"details",
							{},
							element("summary", {}, `${undecided.length} ${undecided.length === 1 ? "rule" : "rules"}`),
							element(
								"ul",
								{ class: "list" },
								...undecided.slice(0, mostRows).map((rule) => element("li", {}, ruleLink(study, rule))),
							),
						),
			]),
		),
	);
}

export function held(word: string): Markup {
	return element("span", { class: "mark allow" }, `✓ ${word}`);
}

export function failed(word: string): Markup {
	return element("span", { class: "mark deny" }, `✕ ${word}`);
}

export function open(): Markup {
	return element("span", { class: "mark doubt" }, "not settled");
}

function written({ loaded }: Study, span: Span): string {
	const source = loaded.sources.get(span.file);
	return source === undefined ? "" : textOf(source, span).replaceAll(/\s+/g, " ");
}

function listContent(parts: readonly Markup[]): readonly Content[] {
	return parts.flatMap((part, index) => (index === 0 ? [part] : [", ", part]));
}
