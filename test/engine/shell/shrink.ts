/** Makes a script that shows a difference smaller, by leaving out pieces for as long as it shows one. */
import { compare, type Difference } from "./differences.js";
import { harm } from "./harm.js";

/** In milliseconds: how long it is tried, and how long a script may take. A piece left out makes many a loop one without end. */
const patience = { all: 30_000, each: 500 };

export async function shrink(difference: Difference): Promise<Difference> {
	let best = difference;
	let size = Math.ceil(best.script.length / 2);
	const start = Date.now();
	while (size >= 1 && Date.now() - start < patience.all) {
		const tries = piecesLeftOut(best.script, size);
		const { differences } = await compare(tries, best.shell, patience.each);
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
