/** Where the reader and a real shell differ: scripts that it calls understood, in which the shell ran a command that it did not find. */
import { find, missed, show } from "./covers.js";
import { scriptOf } from "./generator.js";
import { runInBash, type Shell } from "./run-in-bash.js";

export interface Difference {
	readonly script: string;
	readonly shell: Shell;
	readonly missed: readonly (readonly string[])[];
	readonly found: readonly string[];
}

export interface Tally {
	readonly scripts: number;
	readonly understood: number;
	/** Commands that ran in the scripts that were understood. */
	readonly commands: number;
	readonly stopped: number;
	/** Why scripts were refused, and how many for each reason. */
	readonly reasons: ReadonlyMap<string, number>;
	readonly differences: readonly Difference[];
}

/** Tries the scripts of these seeds. */
export function tryScripts(firstSeed: number, count: number, shell: Shell): Promise<Tally> {
	return compare(
		Array.from({ length: count }, (_, index) => scriptOf(firstSeed + index, shell)),
		shell,
	);
}

/** What is refused is denied whatever it does: only what is understood is run. */
export async function compare(scripts: readonly string[], shell: Shell, time?: number): Promise<Tally> {
	const reasons = new Map<string, number>();
	const understood = scripts.flatMap((script) => {
		const found = find(script, shell);
		if (found.kind === "understood") return [{ script, commands: found.commands }];
		const reason = found.why.replace(/`[^`]*`+/g, "`…`").replace(/(can't be known), .*/s, "$1");
		reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
		return [];
	});
	const ran = await runInBash(
		understood.map(({ script }) => script),
		shell,
		time,
	);
	const differences = understood.flatMap(({ script, commands }, index) => {
		const lines = missed(commands, ran[index]?.commands ?? []).map((words) => JSON.stringify(words));
		const left = [...new Set(lines)].map((line) => JSON.parse(line) as string[]);
		return left.length === 0 ? [] : [{ script, shell, missed: left, found: commands.map(show) }];
	});
	return {
		scripts: scripts.length,
		understood: understood.length,
		commands: ran.reduce((sum, { commands }) => sum + commands.length, 0),
		stopped: ran.filter(({ stopped }) => stopped).length,
		reasons,
		differences,
	};
}
