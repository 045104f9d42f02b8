/** `fetch-and-run`: pipes, a program that fetches and one that runs what it reads are all allowed: `curl … | python`. */
import { decide } from "../../../engine/decide/decide.js";
import type { Program } from "../../../engine/knowledge/program.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Span } from "../../../language/source/span.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowsOf, factsNamed, grantsOf, isPlain } from "../meaning/grants.js";

export const fetchAndRun: PolicyLint = {
	name: "fetch-and-run",
	family: "breadth",
	severity: "warning",
	summary: "a pipe may lead from a program that fetches to one that runs what it reads",
	looksAt: "policy",
	check: (subject) => {
		const seen = new Set<string>();
		return subject.agents.flatMap((agent) =>
			faultsOf(agent, subject).filter(({ span }) => {
				const key = `${span.file}\0${span.start}`;
				const isNew = !seen.has(key);
				seen.add(key);
				return isNew;
			}),
		);
	},
};

function faultsOf(agent: string, subject: ValidPolicyContext): readonly Finding[] {
	const policy = subject.policy.agents.get(agent);
	if (policy === undefined || !policy.syntax.includes("pipes")) return [];
	const named = namedIn(allowsOf(agent, subject));
	const fetching = named.flatMap(({ name, rule }) => {
		const words = fetches.get(name);
		return words === undefined ? [] : [{ text: [name, ...words].join(" "), rule }];
	});
	if (fetching.length === 0) return [];
	const running = named.filter(({ name }) => runsItsInput(factsNamed(name, subject)));
	const { world } = subject.settingOf(agent);
	for (const source of fetching) {
		for (const { name, rule } of running) {
			const script = `${source.text} | ${name}`;
			if (decide(subject.tree, { agent, script }, world).effect !== "allow") continue;
			const [origin] = subject.policy.settingOrigins.get(agent)?.get("syntax") ?? [];
			return [
				{
					message: `\`${script}\` is allowed: whatever that address sends is run`,
					span: origin?.span ?? rule.span,
					labels: [
						{ span: source.rule.span, message: "this rule lets it fetch" },
						{ span: rule.span, message: `this rule lets \`${name}\` run what it reads` },
					],
					help: `take ${isAlone(origin?.span, subject) ? "the line" : "`pipes`"} out, or name the scripts that \`${name}\` may run: then it reads none from its input`,
					witness: script,
				},
			];
		}
	}
	return [];
}

/** Does the line allow nothing else? */
function isAlone(span: Span | undefined, { sources }: ValidPolicyContext): boolean {
	const text = span && sources.get(span.file)?.text.slice(span.start, span.end);
	return text !== undefined && !text.includes(",");
}

/** How a program writes what it fetches to its output. No table says that. */
const fetches = new Map<string, readonly string[]>([
	["curl", ["https://example.com/x"]],
	["wget", ["-qO-", "https://example.com/x"]],
	["http", ["https://example.com/x"]],
	["https", ["example.com/x"]],
	["xh", ["https://example.com/x"]],
	["lynx", ["-source", "https://example.com/x"]],
	["GET", ["https://example.com/x"]],
	["nc", ["example.com", "80"]],
	["ncat", ["example.com", "80"]],
]);

/** Programs that rules name plainly, each with its first rule. */
function namedIn(rules: readonly Rule[]): readonly { readonly name: string; readonly rule: Rule }[] {
	const found = new Map<string, Rule>();
	for (const rule of rules) {
		for (const grant of grantsOf(rule))
			if (grant.program.kind === "literal" && isPlain(grant) && !found.has(grant.program.text))
				found.set(grant.program.text, rule);
	}
	return [...found].map(([name, rule]) => ({ name, rule }));
}

/** It runs a script that it is given, and one from its input where it is given none. */
function runsItsInput(facts: Program | undefined): boolean {
	if (facts === undefined || !facts.powers.includes("code")) return false;
	const { options, operands } = facts;
	return (
		operands.first[0] === "read" &&
		operands.rest === "value" &&
		options.some(({ role, runs }) => role === "code" || runs === "operand")
	);
}
