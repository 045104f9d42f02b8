/** What was tested, as checks: each expectation, case and claim with what came of it, in the words that people read. */
import type { Decision } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { Request } from "../../engine/request/request.js";
import { requestText as wholeText } from "../../engine/request/request-text.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import type { Claim } from "../../language/policy/policy.js";
import { type SourceFile, textOf } from "../../language/source/source-file.js";
import { stepsOfExpectation } from "../analysis/expectation-request.js";
import type { StoryStep } from "../analysis/past/decide-story.js";
import { witnessManner } from "../analysis/witness.js";
import { ruleMeant } from "../lint/meaning/rule-meant.js";
import { commandText, ruleName } from "../render/render-decision.js";
import type { ClaimAnswer, ClaimResult } from "./claims.js";
import type { ExpectationResult } from "./expectations.js";
import type { Outcome, TestedCheck } from "./report.js";
import type { CaseResult } from "./run-suite.js";

/** An expectation as a check. `tree`: of the policy that it stands in. */
export function expectationCheck({ expectation, passed, decision }: ExpectationResult, tree?: Tree): TestedCheck {
	const { agent, command, effect, forced, by, facts, at, span } = expectation;
	const wanted = { agent, command, effect, forced, rule: by, facts, at, after: stepsOfExpectation(expectation) };
	return {
		title: titleOf(wanted),
		agents: agent,
		span,
		outcome: passed
			? { kind: "passed" }
			: { kind: "failed", fault: { ...failure(wanted, decision, tree), code: "failed-expectation", span } },
	};
}

/** A case of a suite as a check. `tree`: of the policy that it is about. */
export function caseCheck({ case: one, passed, decision }: CaseResult, tree?: Tree): TestedCheck {
	const wanted = {
		agent: one.agent.text,
		command: requestText(one.request),
		effect: one.expected,
		forced: one.request.force === true,
		rule: one.rule,
		facts: one.request.facts,
		at: one.request.at,
		after: one.after,
		note: one.note,
	};
	return {
		title: titleOf(wanted),
		agents: wanted.agent,
		span: one.span,
		outcome: passed
			? { kind: "passed" }
			: { kind: "failed", fault: { ...failure(wanted, decision, tree), code: "failed-case", span: one.span } },
	};
}

/** What a request asks for, in one line. */
export function requestText(request: Request): string {
	const text = request.argv === undefined ? wholeText(request) : commandText(request.argv);
	return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

interface Wanted {
	readonly agent: string;
	readonly command: string;
	readonly effect: string;
	readonly forced: boolean;
	readonly rule: string | undefined;
	readonly facts?: Request["facts"] | undefined;
	readonly at?: string | undefined;
	readonly after: readonly StoryStep[];
	readonly note?: string | undefined;
}

/** As an `expect` line says it. */
function titleOf({ effect, forced, rule, facts = {}, at, after, command }: Wanted): string {
	const world = [
		...Object.entries(facts).map(([name, value]) => ` when ${name} is ${value ?? "not there"}`),
		...(at === undefined ? [] : [` at ${at}`]),
		...after.map((step) => ` after ${step.ended} ${JSON.stringify(requestText(step.request))}`),
	].join("");
	return `${effect}${forced ? " forced" : ""}${rule === undefined ? "" : ` by ${rule}`}${world}: ${command}`;
}

/** What a decision is, where another was wanted. */
function failure(
	{ agent, command, effect, rule, note }: Wanted,
	decision: Decision,
	tree: Tree | undefined,
): Pick<Diagnostic, "severity" | "message" | "help"> {
	const rules = decision.rules.map(ruleName).join(", ");
	const wrong =
		decision.code === "fault"
			? "can't be decided"
			: decision.code === "ungoverned"
				? "is left to the harness"
				: decision.effect === effect
					? `is \`${effect}\`, but not by \`${rule}\``
					: `is \`${decision.effect}\`, not \`${effect}\``;
	const meant = rule === undefined ? undefined : ruleMeant(rule, tree?.agents[agent]?.rules ?? []);
	const remark = note === undefined ? "" : ` (${note})`;
	return {
		severity: "error",
		message: `for agent \`${agent}\`, \`${command}\` ${wrong}`,
		help: `${meant === undefined ? "" : `${meant} `}${rules === "" ? "no rule decided" : `decided by ${rules}`}: ${decision.message}${remark}`,
	};
}

/** A claim as a check. What can't be settled fails. */
export function claimCheck({ claim, answer }: ClaimResult, sources: ReadonlyMap<string, SourceFile>): TestedCheck {
	return {
		title: claimText(claim, sources),
		agents: claim.agents.join(", "),
		span: claim.span,
		outcome: claimOutcome(claim, answer),
	};
}

function claimOutcome({ span }: Claim, answer: ClaimAnswer): Outcome {
	switch (answer.kind) {
		case "proved":
			return { kind: "passed" };
		case "broken": {
			const { agent, request, effect, rules } = answer;
			const manner = mannerOf(request);
			const how = manner === "" ? "" : `, ${manner},`;
			return {
				kind: "failed",
				fault: {
					code: "broken-claim",
					severity: "error",
					message: `for agent \`${agent}\`, \`${requestText(request)}\`${how} is \`${effect}\``,
					span,
					help: rules.length === 0 ? "no rule decided" : `decided by ${rules.map(ruleName).join(", ")}`,
				},
			};
		}
		case "unsettled":
			return {
				kind: "failed",
				fault: {
					code: "unsettled-claim",
					severity: "error",
					message: "this claim could not be settled",
					span,
					help: answer.why,
				},
			};
	}
}

/** How it is asked for, where that is more than its words. */
function mannerOf({ force, facts, at }: Request): string {
	return witnessManner({
		argv: [],
		redirects: [],
		forced: force === true,
		...(facts === undefined ? {} : { facts }),
		...(at === undefined ? {} : { at }),
	});
}

/** A claim as its author wrote it. */
export function claimText({ span }: Claim, sources: ReadonlyMap<string, SourceFile>): string {
	const source = sources.get(span.file);
	return source === undefined ? "" : textOf(source, span);
}
