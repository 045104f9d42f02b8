/** Makes a script that shows a difference smaller, by leaving out pieces for as long as it shows one. */
import { compare, type Difference } from "./differences.js";
import { harm } from "./harm.js";

/** How many rounds of tries at most. */
const most = 60;

export async function shrink(difference: Difference): Promise<Difference> {
	let best = difference;
	let size = Math.ceil(best.script.length / 2);
	for (let round = 0; round < most && size >= 1; round++) {
		const tries = piecesLeftOut(best.script, size);
		const { differences } = await compare(tries, best.shell);
		const smaller = [...differences].sort((one, other) => one.script.length - other.script.length)[0];
		if (smaller) best = smaller;
		else size = size === 1 ? 0 : Math.ceil(size / 2);
		size = Math.min(size, best.script.length);
	}
	return best;
}

function piecesLeftOut(script: string, size: number): string[] {
	const step = Math.max(1, Math.floor(size / 2));
	const tries = new Set<string>();
	for (let at = 0; at < script.length; at += step) tries.add(script.slice(0, at) + script.slice(at + size));
	return [...tries].filter((text) => text !== script && harm(text) === undefined);
}
