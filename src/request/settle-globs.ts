/**
 * A glob such as `*.md` may become an option, should a file be called `-x.md`. Where nothing in the request makes files, the folder says now
 * whether one is.
 */
import { type Facts, type ReadCommand, unwrap } from "./commands.js";
import { pathsOfGlob } from "./glob-paths.js";
import type { World } from "./paths.js";
import { redirectPowers } from "./redirect-powers.js";
import type { Command, Word } from "./request.js";
import { plainPowers, powersBeyond } from "./uses.js";

/** The commands with every glob marked that surely becomes no option. */
export function settleGlobs(
	commands: readonly Command[],
	facts: Facts,
	cwd: string | undefined,
	world: World,
): readonly Command[] {
	if (world.entriesOf === undefined || !commands.some(({ args }) => args.some(mayBecomeOption))) return commands;
	if (!commands.every((command) => command.ways === undefined && unwrap(command, facts).every(onlyLooks)))
		return commands;
	return commands.map((command) => ({
		...command,
		args: command.args.map((word): Word => {
			if (!mayBecomeOption(word) || word.kind !== "globbed") return word;
			const paths = pathsOfGlob(word.pattern, cwd, world);
			return paths?.every((path) => /^[A-Za-z0-9_./*?[]/.test(path)) ? { ...word, plain: true } : word;
		}),
	}));
}

function mayBecomeOption(word: Word): boolean {
	return word.kind === "globbed" && /^[*?[]/.test(word.pattern);
}

/** Does the command make no file, by itself or through what it runs? */
function onlyLooks({ command, args, unseen, ways }: ReadCommand): boolean {
	if (args.program === undefined || unseen !== undefined || ways.length !== 1 || args.strangeSubcommand) return false;
	// These change what a glob becomes.
	if (args.program.name === "shopt" || args.program.name === "set") return false;
	return (
		plainPowers(args).length === 0 &&
		powersBeyond(args).length === 0 &&
		redirectPowers(command.redirects, args).length === 0
	);
}
