/**
 * A glob such as `*.md` may become an option, should a file be called `-x.md`, and `--include=*.ts` may become several words. Where nothing in the request makes
 * files before the shell reads the glob, the folder says now whether there is such a file.
 */

import { altered } from "../records/altered.js";
import type { World } from "../request/paths.js";
import type { Command, SyntaxFeature, Word } from "../request/request.js";
import { type Facts, type ReadCommand, unwrap } from "./commands.js";
import { pathsOfGlob } from "./paths/glob-paths.js";
import { isNoFile } from "./paths/no-file.js";
import { plainPowers, powersBeyond, redirectPowers } from "./powers-used.js";
import { withSentOutput } from "./sent-output.js";

/** Each command with those inside it, every glob marked that surely becomes no option. */
export function unwrapAll(
	commands: readonly Command[],
	facts: Facts,
	cwd: string | undefined,
	world: World,
	syntax: readonly SyntaxFeature[],
): readonly (readonly ReadCommand[])[] {
	return withSentOutput(settled(commands, facts, cwd, world, syntax));
}

function settled(
	commands: readonly Command[],
	facts: Facts,
	cwd: string | undefined,
	world: World,
	syntax: readonly SyntaxFeature[],
): readonly (readonly ReadCommand[])[] {
	const found = commands.map((command) => unwrap(command, facts));
	if (world.entriesOf === undefined || !commands.some(({ args }) => args.some(mayBecomeOption))) return found;
	const first = found.findIndex(([outer, ...inner]) => !isHere(outer) || ![outer, ...inner].every(onlyLooks));
	// A shell reads a command's globs before it runs the command, and what stands behind it.
	const isInOrder = !syntax.some((feature) => outOfOrder.has(feature));
	if (first >= 0 && !(isInOrder && isHere(found[first]?.[0]) && opensNone(commands[first]))) return found;
	return commands.map((command, index) => {
		if (first >= 0 && index > first) return found[index] as readonly ReadCommand[];
		const args = command.args.map((word) => settle(word, cwd, world));
		return args.every((word, at) => word === command.args[at])
			? (found[index] as readonly ReadCommand[])
			: unwrap(altered(command, { args }), facts);
	});
}

const isHere = (read: ReadCommand | undefined): boolean => read?.command.ways === undefined;

/** With these, a command that stands behind a glob may run before the shell reads the glob. */
const outOfOrder: ReadonlySet<SyntaxFeature> = new Set(["background", "functions", "loops", "pipes", "substitutions"]);

/** Does it make no file by its redirections? A group's are made before its commands are read. */
const opensNone = (command: Command | undefined): boolean =>
	command?.redirects.every(({ access, target }) => access === "read" || isNoFile(target)) === true;

function settle(word: Word, cwd: string | undefined, world: World): Word {
	if (!mayBecomeOption(word) || word.kind !== "globbed") return word;
	const paths = pathsOfGlob(word.pattern, cwd, world);
	// The pattern itself is always among them: a shell hands it on where no file fits.
	if (word.pattern.startsWith("-")) return paths?.length === 1 ? { kind: "known", text: paths[0] as string } : word;
	return paths?.every((path) => /^[A-Za-z0-9_./*?[]/.test(path)) ? altered(word, { plain: true as const }) : word;
}

function mayBecomeOption(word: Word): boolean {
	return word.kind === "globbed" && /^[*?[-]/.test(word.pattern);
}

/** Does the command make no file, by itself or through what it runs? */
function onlyLooks(read: ReadCommand | undefined): boolean {
	if (read === undefined) return false;
	const { command, args, unseen, ways } = read;
	if (args.program === undefined || unseen !== undefined || ways.length !== 1 || args.strangeSubcommand) return false;
	// These change what a glob becomes.
	if (args.program.name === "shopt" || args.program.name === "set") return false;
	return (
		plainPowers(args).length === 0 &&
		powersBeyond(args).length === 0 &&
		redirectPowers(command.redirects, args).length === 0
	);
}
