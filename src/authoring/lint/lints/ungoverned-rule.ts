/** `ungoverned-rule`: a rule names calls of tools that the rules of no agent it holds for decide. */
import { governs } from "../../../engine/decide/governed.js";
import { joinParts, joinWords } from "../../../language/diagnostic/join-words.js";
import { type Hand, handOf } from "../../../language/policy/hands.js";
import type { Span } from "../../../language/source/span.js";
import { eventListsOf, type PatternWord } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const ungovernedRule: PolicyLint = {
	name: "ungoverned-rule",
	family: "anomalies",
	severity: "warning",
	summary: "a rule names calls of tools that no rule decides, since `govern` leaves them to the harness",
	looksAt: "policy",
	check: (subject) => {
		const found = ungovernedCalls(subject);
		// One setting that leaves them out is one mistake, however many rules it takes the ground from.
		const bySetting = new Map<string, UngovernedCall[]>();
		for (const one of found) {
			const key = JSON.stringify(one.setting ?? null);
			bySetting.set(key, [...(bySetting.get(key) ?? []), one]);
		}
		return [...bySetting.values()].flatMap((calls): readonly Finding[] => {
			const { setting } = calls[0] ?? {};
			if (setting === undefined || calls.length < fewest) return calls.map(({ finding }) => finding);
			const names = [...new Set(calls.map(({ name }) => name))];
			const shown = names.slice(0, mostNames).map((name) => `\`${name}\``);
			const rest = names.length - shown.length;
			return [
				{
					message: `this leaves ${joinParts(rest > 0 ? [...shown, `${rest} more`] : shown, "and")} to the harness, and rules name them: those decide nothing`,
					span: setting,
					labels: calls.slice(0, mostNames).map(({ finding }) => ({ span: finding.span, message: "a call of a tool" })),
					help: "write `govern all`, or name these hands as well",
					undoneBy: "nothing",
				},
			];
		});
	},
};

/** From so many on, they are told once, where it is said what is governed. */
const fewest = 3;
const mostNames = 3;

interface UngovernedCall {
	readonly name: string;
	readonly finding: Finding;
	/** Where the agents' one `govern` stands, if there is one. */
	readonly setting: Span | undefined;
}

/** Each call of a tool that a rule names and no agent's rules decide. */
export function ungovernedCalls(subject: ValidPolicyContext): readonly UngovernedCall[] {
	return subject.rules().flatMap((stated) => callsOf(stated, subject));
}

/** Where it is said what all of these agents govern, where that is one place. */
function settingOf(agents: readonly string[], { policy }: ValidPolicyContext): Span | undefined {
	const spans = agents
		.flatMap((agent) => policy.settingOrigins.get(agent)?.get("govern") ?? [])
		.map(({ span }) => span);
	const places = new Set(spans.map(({ file, start }) => `${file}\0${start}`));
	return places.size === 1 ? spans[0] : undefined;
}

function callsOf({ statement, agents }: StatedRule, subject: ValidPolicyContext): readonly UngovernedCall[] {
	const { policy } = subject;
	const steps = statement.clauses.flatMap((clause) =>
		clause.form === "events" ? eventListsOf(clause).flatMap(({ patterns }) => patterns) : [],
	);
	return [...statement.patterns, ...steps].flatMap((pattern): readonly UngovernedCall[] => {
		const [program] = pattern.words;
		const hand = program === undefined ? undefined : handNamed(program);
		if (program === undefined || hand === undefined || agents.length === 0) return [];
		// A call of one agent is in the session of all.
		const own = steps.includes(pattern) ? [...policy.agents.keys()] : agents.map(({ agent }) => agent);
		const governed = own.some((agent) => {
			const settled = policy.agents.get(agent);
			return settled !== undefined && governs(settled, hand);
		});
		if (governed) return [];
		const words = hand === "tools" ? "`govern all`" : `\`govern ${hand}\`, or \`govern all\`,`;
		const names = joinWords([...new Set(own)].slice(0, 3));
		const finding: Finding = {
			message: `\`${program.text}\` is a call of a tool, and the rules of ${names} leave those to the harness: ${
				steps.includes(pattern) ? "nobody sees that it happened" : "this decides nothing"
			}`,
			span: program.span,
			help: `write ${words} into the agent`,
			undoneBy: "nothing",
		};
		return [{ name: program.text, finding, setting: settingOf([...new Set(own)], subject) }];
	});
}

/** The hand of calls that a word names; also where it stands for several (`mcp.github.*`). */
function handNamed({ kind, text }: PatternWord): Hand | undefined {
	return kind === "plain" || kind === "quoted" ? handOf(text) : undefined;
}
