/** A rule that refuses the rehearsal, while the deed itself is let through: `deny npm publish --dry-run`. */

import { isRehearsal } from "../../../engine/knowledge/options/option-meanings.js";
import { subjectFor } from "../../analysis/agent-model.js";
import type { Finding } from "../lint-record.js";
import { factsNamed, refusalsOf } from "../meaning/grants.js";
import { isLooking } from "../powers/looking-words.js";
import { spellingsOf } from "./option-facts.js";
import { argvOf, openCommands, openText, plainCommand, type Restriction, saysOnly } from "./restriction.js";

export function rehearsalRefused(restriction: Restriction): Finding | undefined {
	const { rule, setting, stated, subject } = restriction;
	const { keyword, clauses, span } = stated.statement;
	if (keyword !== "deny" || !clauses.every((one) => saysOnly(one) || one.keyword === "with")) return undefined;
	for (const pattern of refusalsOf(rule)) {
		const { given, program } = pattern;
		if (program.kind !== "literal") continue;
		const facts = factsNamed(program.text, subject);
		const name = given.map((one) => one.name).find((one) => spellingsOf(one, pattern, facts).some(isRehearsal));
		const whole =
			name === undefined
				? undefined
				: plainCommand({ ...pattern, given: given.filter((one) => one.name !== name) }, facts);
		if (name === undefined || whole === undefined) continue;
		const tried = [whole, { ...whole, operands: [...whole.operands, "x"] }].map((one) => argvOf(one, facts));
		const open = openCommands(tried, restriction, true).filter(({ sample }) =>
			facts === undefined ? !whole.operands.some(isLooking) && whole.operands.length > 0 : changes(sample, setting),
		);
		const [first] = open;
		if (first === undefined) continue;
		return {
			message: `this refuses the rehearsal: with \`${name}\` nothing happens, and ${openText([first])} without it`,
			span,
			help: `where the rehearsal is meant to stay, write \`${[keyword, program.text, ...whole.operands.slice(0, pattern.operands.length)].join(" ")} without ${name}\``,
			witness: first.text,
		};
	}
	return undefined;
}

/** What only looks has no deed to rehearse: `sha256sum --check` is its own purpose. */
function changes(sample: Parameters<typeof subjectFor>[0], setting: Parameters<typeof subjectFor>[1]): boolean {
	const { effects } = subjectFor(sample, setting);
	return [...effects.plainPowers(), ...effects.powersBeyond().map(({ power }) => power)].length > 0;
}
