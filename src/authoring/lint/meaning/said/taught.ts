/** What a text says that a taught program does, and that it is not taught to be able to. */
import type { Power, ProgramStatement } from "../../../../language/syntax/statements.js";

export interface Untaught {
	readonly said: string;
	readonly power: Power;
}

/** The first power that the text speaks of and the program is taught without. */
export function untaughtPower(text: string, statement: ProgramStatement): Untaught | undefined {
	if (statement.can.length === 0 || /\b(?:no|not|never|nothing|without|instead)\b/i.test(text)) return undefined;
	const can = [...statement.can, ...statement.options.flatMap(({ does }) => does)].map((one) => one.text);
	for (const [power, form] of spokenPowers) {
		const said = form.exec(text)?.[0];
		if (said !== undefined && !can.includes(power)) return { said, power };
	}
	return undefined;
}

const spokenPowers: readonly (readonly [Power, RegExp])[] = [
	[
		"network",
		/\b(?:over|through|from|to|into|on|at|with|of) (?:the |an? |our )?(?:[\w-]+(?:'s)? ){0,2}(?:network|internet|cloud|server|LAN|wire|api|registry|cluster|bucket|backend)\b|\b(?:uploads?|downloads?|sends?|posts?|fetches|publishes|deploys|talks to|pushes)\b/i,
	],
	["delete", /\b(?:deletes?|removes?|erases?|wipes?|purges?|drops?)\b/i],
	["write", /\b(?:writes?|overwrites?|saves?|stores?|creates?|generates?) (?:the|a|an|its|to|into|files?|them|it)\b/i],
	["exec", /\b(?:runs?|starts?|executes?) (?:other |the project's |any )?(?:programs?|scripts?|commands?|hooks?)\b/i],
];
