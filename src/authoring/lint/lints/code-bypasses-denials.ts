/** `code-bypasses-denials`: the agent runs code of its own, and what code does no rule sees. */

import { decide } from "../../../engine/decide/decide.js";
import type { Span } from "../../../language/source/span.js";
import type { Attack } from "../../attack/attack.js";
import { attacksOn } from "../../attack/score.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const codeBypassesDenials: PolicyLint = {
	name: "code-bypasses-denials",
	family: "attacks",
	severity: "off",
	summary: "code that the agent writes and runs does what denials are there to keep it from",
	looksAt: "policy",
	check: (subject) => {
		const found = new Map<string, { readonly span: Span; readonly code: Code; readonly agents: string[] }>();
		for (const [agent, { code }] of attacksOn(subject)) {
			const span = code === undefined ? undefined : placeOf(code, agent, subject);
			if (code === undefined || span === undefined) continue;
			const key = `${span.file}\0${span.start}`;
			const known = found.get(key);
			if (known === undefined) found.set(key, { span, code, agents: [agent] });
			else known.agents.push(agent);
		}
		return [...found.values()].map(({ span, code, agents }) => codeBypassFinding(span, code, agents));
	},
};

type Code = NonNullable<Attack["code"]>;

/** The rule that lets the code run; of what no rule grants, the default; else the agent. Nothing where all of that stands in files that are only imported. */
function placeOf({ ways }: Code, agent: string, subject: ValidPolicyContext): Span | undefined {
	const { world } = subject.settingOf(agent);
	const lines = ways[0]?.lines ?? [];
	const own = (span: Span | undefined): span is Span => span !== undefined && subject.roots.includes(span.file);
	const rules = subject.policy.agents.get(agent)?.rules ?? [];
	const granting = lines
		.toReversed()
		.flatMap((script) => decide(subject.tree, { agent, script, force: true }, world).commands.toReversed())
		.flatMap((command) => command.rules)
		.flatMap(({ id }) => rules.find((rule) => rule.id === id && rule.effect !== "deny")?.span ?? []);
	const [fallback] = subject.policy.settingOrigins.get(agent)?.get("default") ?? [];
	const statement = subject
		.ownStatements()
		.find((one) => one.statement.kind === "agent" && one.statement.name.text === agent)?.statement;
	const name = statement?.kind === "agent" ? statement.name.span : undefined;
	return [...granting, fallback?.span, name].find(own);
}

function codeBypassFinding(span: Span, { goals, ways }: Code, agents: readonly string[]): Finding {
	const [shortest] = ways;
	const lines = shortest?.lines ?? [];
	const others = ways.slice(1).map(({ by }) => `\`${by}\``);
	const texts = goals.map(({ goal }) => goal.text);
	const shown = [...texts.slice(0, 4), ...(texts.length > 4 ? [`${texts.length - 4} more`] : [])];
	return {
		message: `code gets around what is denied for ${agents.map((one) => `\`${one}\``).join(", ")} (${shown.join("; ")}): ${lines.map((one) => `\`${one}\``).join(", then ")} is allowed${others.length === 0 ? "" : `, and so is code by ${others.slice(0, 6).join(", ")}${others.length > 6 ? ` and ${others.length - 6} more` : ""}`}`,
		span,
		labels: goals
			.flatMap(({ rules }) => rules.slice(0, 1))
			.filter((rule) => rule.span.file === span.file)
			.slice(0, 6)
			.map((rule) => ({ span: rule.span, message: "code gets around this rule" })),
		help: "no rule sees what code does: let a sandbox bound it (`sandbox require`), or allow the scripts that are meant by their names; where code is meant to run, say why: `lint-ignore code-bypasses-denials: …`",
		witness: lines.join(" && "),
	};
}
