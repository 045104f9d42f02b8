/** Programs that are refused by their names for what they all do, where everything else that does it is allowed unnamed. */

import type { GoalKind } from "../../../engine/knowledge/acts/act.js";
import { waysTo } from "../../../engine/knowledge/acts/acts.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { Power } from "../../../language/syntax/statements.js";
import { type AgentModel, subjectFor } from "../../analysis/agent-model.js";
import type { Finding } from "../lint-record.js";
import { refusalsOf, sampleOf } from "../meaning/grants.js";
import { grantsTo, type OpenCommand, openCommand, openText, type Restriction, saysOnly } from "./restriction.js";

/** What can be refused whatever its program is called. */
const told: readonly (readonly [Power, GoalKind, string])[] = [
	["network", "network", "talks to others"],
	["privilege", "privilege", "raises rights"],
];

export function powerLeft(restriction: Restriction): Finding | undefined {
	const { rule, stated, setting } = restriction;
	const { statement } = stated;
	const isAsked = setting.agentTree.agent.default === "ask" && statement.locked;
	if ((setting.agentTree.agent.default !== "allow" && !isAsked) || statement.keyword !== "deny") return undefined;
	if (!statement.clauses.every(saysOnly)) return undefined;
	const names = refusalsOf(rule).map(({ program, operands, given }) =>
		program.kind === "literal" && operands.length === 0 && given.length === 0 ? program.text : "",
	);
	if (names.length === 0 || names.includes("")) return globLeft(restriction);
	for (const [power, goal, does] of told) {
		const known = new Set(waysTo(goal).map(({ by }) => by));
		// What does more besides may be refused for that.
		if (!names.every((name) => known.has(name) && isThereFor(powersOf(name, setting), power))) continue;
		const open = waysLeft(goal, restriction, isAsked);
		if (open.length < fewest) continue;
		return {
			message: `this refuses ${joinWords(names)} by name, and ${openText(open)}: no such list is complete`,
			span: statement.span,
			help: `refuse whatever ${does}: \`deny * using ${power}\``,
			witness: open[0]?.text ?? "",
		};
	}
	return undefined;
}

const fewest = 2;
const mostTold = 3;

/** `deny *sh`: shells, whose names may be others. */
function globLeft(restriction: Restriction): Finding | undefined {
	const { rule, stated } = restriction;
	const [only, ...more] = refusalsOf(rule);
	if (only?.program.kind !== "glob" || more.length > 0 || only.operands.length > 0) return undefined;
	if (!["bash", "zsh", "sh"].every(matcherOf(only.program))) return undefined;
	const open = waysLeft("shell", restriction);
	if (open.length === 0) return undefined;
	return {
		message: `this refuses shells by how their names look, and ${joinWords(open.map(({ text }) => text))} ${open.length === 1 ? "runs" : "run"} a line of one as well`,
		span: stated.statement.span,
		help: "refuse what is run and not seen: `deny * using exec, code`; or deny by default and name what agents need",
		witness: open[0]?.text ?? "",
	};
}

/** Of each program one way: those that no rule names. */
function waysLeft(goal: GoalKind, restriction: Restriction, asked = false): readonly OpenCommand[] {
	const found = new Map<string, OpenCommand>();
	for (const { by, lines } of waysTo(goal)) {
		const [line = ""] = lines;
		if (lines.length > 1 || /["'<>|&;{]/.test(line) || builtins.has(by) || found.has(by) || found.size >= mostTold)
			continue;
		if (grantsTo(restriction.agent, by, restriction.subject).length > 0) continue;
		const open = openCommand(line.split(" "), restriction, asked);
		if (open !== undefined) found.set(by, open);
	}
	return [...found.values()];
}

/** What is fetched may be written as well. */
function isThereFor(powers: readonly Power[], power: Power): boolean {
	return powers.includes(power) && powers.every((one) => one === power || one === "write");
}

const builtins: ReadonlySet<string> = new Set(["eval", "echo"]);

function powersOf(name: string, setting: AgentModel): readonly Power[] {
	return subjectFor(sampleOf([name, "x"]), setting).effects.plainPowers();
}
