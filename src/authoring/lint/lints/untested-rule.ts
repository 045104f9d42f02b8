/** `untested-rule`: a rule that no expectation holds to its answer. */

import { decide } from "../../../engine/decide/decide.js";
import { firstRequest } from "../../../engine/history/first-request.js";
import { askedByLine } from "../../../engine/request/request-text.js";
import type { Span } from "../../../language/source/span.js";
import { expectText } from "../../../language/syntax/dsl/write-dsl.js";
import type { Notation } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { expected } from "../meaning/expected.js";
import { linesBelow } from "../reading/lines-below.js";
import { emptyWorld } from "../witness.js";

export const untestedRule: PolicyLint = {
	name: "untested-rule",
	family: "tests",
	severity: "off",
	summary: "no `expect` is decided by a rule",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const tested = new Set(
			expected(subject).flatMap(({ tries }) =>
				tries.flatMap(({ decision }) => decision.commands.flatMap(({ rules }) => rules.map(({ id }) => id))),
			),
		);
		return subject.rules().flatMap((stated) => {
			const { statement } = stated;
			const rule = stated.agents[0]?.rule;
			if (rule === undefined || tested.has(rule.id)) return [];
			const test = readyTest(stated, subject);
			if (test === undefined) return [];
			const line = `expect ${test.effect}: ${test.command}`;
			const edit = linesBelow(stated, [lineOf(test, stated.file.notation)], subject);
			return [
				{
					message: `no \`expect\` is decided by this \`${statement.keyword}\``,
					span: statement.span,
					help: `write \`${line}\``,
					witness: test.command,
					...(edit === undefined ? {} : { fix: { title: `add \`${line}\``, edits: [edit], safe: true } }),
				},
			];
		});
	},
};

interface ReadyTest {
	readonly effect: string;
	readonly facts: Readonly<Record<string, string>>;
	readonly at: string | undefined;
	readonly command: string;
}

/** A command that the rule decides, and that every agent answers so for which the line would hold. */
function readyTest({ agents, owner }: StatedRule, subject: ValidPolicyContext): ReadyTest | undefined {
	const [first] = agents;
	if (first === undefined) return undefined;
	const found = subject.livenessOf(first.agent, first.rule);
	if (found.kind !== "live") return undefined;
	const { sample } = found;
	if (sample.forced || sample.cwd !== undefined || sample.tools !== undefined) return undefined;
	const command = witnessCommandLine(sample);
	// It stands on one line, as it is, up to the line's end.
	if (/\p{C}|[\u2028\u2029]/u.test(command)) return undefined;
	const { effect } = first.rule;
	const { facts = {}, at } = sample;
	// An expectation can't say that there is no such fact.
	if (!areTexts(facts)) return undefined;
	const request = { ...askedByLine(command), facts, ...(at === undefined ? {} : { at }) };
	const asked = owner === "" ? subject.agents : agents.map(({ agent }) => agent);
	const holds = asked.every(
		(agent) => decide(subject.tree, { ...request, agent }, emptyWorld, firstRequest(subject.tree)).effect === effect,
	);
	const own = decide(subject.tree, { ...request, agent: first.agent }, emptyWorld, firstRequest(subject.tree));
	const isDecided = own.commands.some(({ rules }) => rules.some(({ id }) => id === first.rule.id));
	return holds && isDecided ? { effect, facts, at, command } : undefined;
}

function areTexts(facts: Readonly<Record<string, string | null>>): facts is Readonly<Record<string, string>> {
	return Object.values(facts).every((value) => value !== null);
}

/** The expectation in the notation of the file. */
function lineOf({ effect, facts, at, command }: ReadyTest, notation: Notation): string {
	const written = (text: string): { readonly text: string; readonly span: Span } => ({ text, span: nowhere });
	const said = Object.entries(facts).map(([fact, value]) => ({ fact: written(fact), value: written(value) }));
	if (notation === "rules")
		return expectText({
			kind: "expect",
			effect: written(effect),
			forced: false,
			...(said.length === 0 ? {} : { facts: said }),
			...(at === undefined ? {} : { at: written(at) }),
			command: written(command),
			span: nowhere,
		});
	const keys = [
		`expect: ${effect}`,
		...(said.length === 0 ? [] : [`facts: ${JSON.stringify(facts)}`]),
		...(at === undefined ? [] : [`at: ${JSON.stringify(at)}`]),
		`command: ${JSON.stringify(command)}`,
	];
	return `- { ${keys.join(", ")} }`;
}

const nowhere: Span = { file: "", start: 0, end: 0 };
