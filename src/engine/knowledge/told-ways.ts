/** Ways to a goal that the tables of programs tell by themselves: an address that is fetched from, a command that runs with other rights. */
import { programNamed } from "./lookup.js";
import type { Program } from "./program.js";
import { programs } from "./programs.generated.js";

/** Lines that get to the goal, a program each. */
export function toldLines(kind: string): readonly string[] {
	const line = lineFor[kind];
	if (line === undefined) return [];
	return Object.keys(programs).flatMap((name) => {
		const program = programNamed(name);
		return program === undefined ? [] : (line(program) ?? []);
	});
}

const lineFor: Readonly<Record<string, (program: Program) => string | undefined>> = {
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
