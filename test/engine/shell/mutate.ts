/** Changes a script in a few places, as no author would: characters that mean something appear, vanish and change places. */
import type { Dice } from "./dice.js";

const meaning = [
	..."'\"\\$`(){}[]<>|&;#!*?~=, \n\t-",
	"$(",
	"<<",
	"&&",
	";;",
	"${",
	"\\\n",
	"$'",
	'"$',
	")'",
	"((",
	"))",
	"\r",
	"<(",
	" # ",
];

export function mutate(script: string, roll: Dice): string {
	let changed = script;
	for (let times = roll.pick([1, 1, 1, 2, 3]); times > 0; times--) {
		const at = roll.below(changed.length + 1);
		const [before, after] = [changed.slice(0, at), changed.slice(at)];
		changed = roll.one(
			[4, () => before + after.slice(1)],
			[4, () => before + roll.pick(meaning) + after],
			[2, () => before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2)],
			[2, () => before + roll.pick(meaning) + after.slice(1)],
			[1, () => before + after.slice(roll.below(8))],
			[1, () => before + before.slice(-roll.below(8) - 1) + after],
		);
	}
	return changed;
}
