/** A limit that no run reaches, or that none can stay below: `limit memory 16TiB`, `limit output 2GiB`, `limit open-files 1`. */
import { bytes } from "../../../../language/policy/settings/values/sizes.js";
import type { AmountStatement } from "../../../../language/syntax/statements.js";
import type { Finding } from "../../lint-record.js";

export function hardlyABound({ name, words: [first], span }: AmountStatement): readonly Finding[] {
	const bound = bounds[name.text];
	const amount = first && bound?.read(first.text);
	if (bound === undefined || amount === undefined) return [];
	const said = `\`limit ${name.text} ${first?.text}\``;
	if (amount < bound.least)
		return [
			{
				message: `${said} lets hardly a program start: each needs more ${bound.of}`,
				span,
				help: `name what a run needs, as in \`limit ${name.text} ${bound.example}\``,
			},
		];
	if (amount <= bound.most) return [];
	return [
		{
			message: `${said} bounds nothing: hardly ${bound.whose ?? "a machine"} has so much ${bound.has}`,
			span,
			help: `name the most that a run may take, as in \`limit ${name.text} ${bound.example}\``,
		},
	];
}

interface Bound {
	readonly read: (text: string) => number | undefined;
	/** What a program needs to start, and what machines hardly have. */
	readonly least: number;
	readonly most: number;
	readonly of: string;
	readonly has: string;
	/** Who hardly has it; `a machine` when absent. */
	readonly whose?: string;
	readonly example: string;
}

const tebibyte = 1024 ** 4;
const count = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);

const bounds: Readonly<Record<string, Bound>> = {
	memory: { read: bytes, least: 0, most: 4 * tebibyte, of: "memory", has: "memory", example: "4GiB" },
	// Nobody reads so much, and a model less.
	output: {
		read: bytes,
		least: 0,
		most: tebibyte / 1024 - 1,
		of: "room",
		has: "room for what a run says",
		whose: "an agent",
		example: "64KiB keep tail 48KiB spill",
	},
	"file-size": { read: bytes, least: 0, most: 64 * tebibyte, of: "room", has: "room for a file", example: "2GiB" },
	// Its input, its output, its errors, and the libraries that it loads.
	"open-files": {
		read: count,
		least: 8,
		most: 1024 ** 2,
		of: "files",
		has: "room for open files",
		example: "256",
	},
	// What Linux counts to.
	processes: { read: count, least: 0, most: 100_000, of: "processes", has: "room for processes", example: "256" },
};
