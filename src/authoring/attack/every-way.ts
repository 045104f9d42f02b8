/** Every way to a goal: those that were written down, and those that the tables of programs tell by themselves. */

import type { GoalKind, Way } from "../../engine/knowledge/acts/act.js";
import { waysTo } from "../../engine/knowledge/acts/acts.js";
import { programNamed } from "../../engine/knowledge/lookup.js";
import type { Program } from "../../engine/knowledge/program.js";
import { programs } from "../../engine/knowledge/programs.generated.js";

/** The usual one first; where one was written down for a program, its table tells no other. */
export function everyWayTo(kind: GoalKind): readonly Way[] {
	let found = made.get(kind);
	if (found === undefined) {
		const written = waysTo(kind);
		const programs = new Set(written.map(({ by }) => by));
		found = [...written, ...toldWays(kind).filter(({ by }) => !programs.has(by))];
		made.set(kind, found);
	}
	return found;
}

/** They are the same for every policy. */
const made = new Map<GoalKind, readonly Way[]>();

function toldWays(kind: GoalKind): readonly Way[] {
	const tell = lineFor[kind];
	if (tell === undefined) return [];
	return Object.keys(programs).flatMap((name) => {
		const program = programNamed(name);
		const line = program === undefined ? undefined : tell(program);
		return line === undefined ? [] : [{ by: name, lines: [line], same: false, verified: false }];
	});
}

const lineFor: Readonly<Partial<Record<GoalKind, (program: Program) => string | undefined>>> = {
	network: ({ name, powers, follows = [] }) => {
		if (!powers.includes("network")) return undefined;
		if (follows.some((one) => one === "addresses" || one === "url" || one === "clone"))
			return `${name} https://example.com/x`;
		if (follows.includes("host")) return `${name} example.com`;
		return follows.includes("hosts") ? `${name} x example.com:` : undefined;
	},
	privilege: ({ name, powers, runs }) =>
		powers.includes("privilege") && runs !== undefined
			? [name, ...Array<string>(runs.skip).fill("root"), "id"].join(" ")
			: undefined,
};
