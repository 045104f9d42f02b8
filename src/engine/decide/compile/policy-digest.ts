/** The meaning of a policy as one number. */
import { createHash } from "node:crypto";
import type { Policy, Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import { testJson } from "./test-json.js";

/** Rules without their places, in an order of their own. */
export function digestOf(policy: Policy): string {
	const hash = createHash("sha256");
	// Piece by piece: no text holds all of a policy that many agents inherit.
	for (const { rules, engineRules, ...agent } of policy.agents.values()) {
		hash.update(`${JSON.stringify(agent)}\n`);
		let lines = "";
		for (const text of [...engineRules, ...rules].map(ruleMeaning).sort()) {
			lines += `${text}\n`;
			// equivalent: in whatever pieces, the number is the same.
			if (lines.length < fewCharacters) continue;
			hash.update(lines);
			lines = "";
		}
		hash.update(lines);
	}
	for (const program of policy.programs.values()) hash.update(`${JSON.stringify(program)}\n`);
	return hash.digest("hex");
}

const fewCharacters = 65_536;

/** What a rule says, in this order. */
const meanings = Object.keys({
	id: true,
	keyword: true,
	effect: true,
	access: true,
	grants: true,
	restricts: true,
	locked: true,
	override: true,
	message: true,
	note: true,
	use: true,
	owner: true,
	excludedBy: true,
	engine: true,
} satisfies Record<Exclude<keyof Rule, "span">, true>) as readonly Exclude<keyof Rule, "span">[];

/** A rule without its place, as JSON. */
function ruleMeaning(rule: Rule): string {
	let text = "";
	for (const key of meanings) {
		const value = rule[key];
		if (value === undefined) continue;
		text += `${text === "" ? "{" : ","}"${key}":${
			key === "grants" || key === "restricts"
				? testJson(value as Test)
				: typeof value === "boolean"
					? value
					: JSON.stringify(value)
		}`;
	}
	return `${text}}`;
}
