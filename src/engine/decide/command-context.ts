/** The surroundings of each command of a request: links that one of them makes are there for the others, so is what one of them changes of the facts, and settings that one may change are not known to them. */
import type { AgentSettings } from "../../language/policy/policy.js";
import type { ReadCommand } from "../effects/commands.js";
import { type Effects, effectsOf, foldersOf } from "../effects/effects.js";
import { mayChangeSettings } from "../effects/hosts/changed-settings.js";
import { copiesIn } from "../effects/paths/own-copies.js";
import { makesLinks, worldBeside } from "../effects/paths/own-links.js";
import { remembered } from "../records/remembered.js";
import type { World } from "../request/paths.js";
import type { Request, SyntaxFeature } from "../request/request.js";
import { isBuiltin } from "../request/script/builtins.js";
import { circumstancesOf, type OneCircumstances } from "./command-circumstances.js";
import { type CommandContext, evaluationContextOf } from "./evaluate/evaluation-context.js";

/** `unwrapped`: the request's commands, each with those inside it. */
export function commandContexts(
	unwrapped: readonly (readonly ReadCommand[])[],
	around: CommandContext,
	request: Request,
	syntax: readonly SyntaxFeature[],
	{ zone, environment: { set } }: Pick<AgentSettings, "zone" | "environment">,
): (read: ReadCommand) => CommandContext & { readonly circumstances: OneCircumstances } {
	// Most requests are one command, and `flat` is slow.
	const [first = []] = unwrapped;
	const commands = unwrapped.length === 1 ? first : unwrapped.flat();
	const worldOf = worldsOf(commands, around, set);
	const circumstances = circumstancesOf({
		request,
		syntax,
		cwd: around.cwd,
		world: around.world,
		zone,
		set,
		commands,
		subjectOf: (read) => evaluationContextOf(read, worldOf(read)),
	});
	const effects = (read: ReadCommand): Effects => effectsOf(read, around.cwd, worldOf(read).world);
	const copies = commands.length < 2 ? undefined : copiesIn(commands, effects);
	// Written down field by field, as one is made for every command.
	return (read) => {
		const { world, cwd, trust, forced, tools, before, settings } = worldOf(read);
		return { world, cwd, trust, forced, tools, before, settings, copies, circumstances: circumstances(read) };
	};
}

function worldsOf(
	all: readonly ReadCommand[],
	outer: CommandContext,
	set: AgentSettings["environment"]["set"],
): (read: ReadCommand) => CommandContext {
	const isSet = Object.keys(set).length > 0;
	const around = isSet ? { ...outer, settings: (): World => withSet(outer.world, set) } : outer;
	if (all.length < 2) return () => around;
	const contextOf = withLinks(all, around);
	if (around.world.textAt === undefined) return contextOf;
	// Most commands ask for no settings.
	let changing: readonly ReadCommand[] | undefined;
	const inside = new Map<ReadCommand, boolean>();
	return (read) => {
		const context = contextOf(read);
		const settings = (): World => {
			changing ??= all.filter(mayChangeSettings);
			const others = changing.filter((other) => other !== read && !isFetchedBy(other, read));
			const known = isSet ? withSet(context.world, set) : context.world;
			if (others.length === 0) return known;
			return others.every((other) => remembered(inside, other, () => staysInside(other, around)))
				? withUnknownWorkspace(known)
				: withUnknownTexts(known);
		};
		return { ...context, settings };
	};
}

function withLinks(all: readonly ReadCommand[], around: CommandContext): (read: ReadCommand) => CommandContext {
	if (!all.some(makesLinks)) {
		// Most commands ask nobody what lies somewhere.
		if (!all.some(({ args }) => args.usages.some(({ follows }) => follows?.includes("into")))) return () => around;
		const moving = { ...around, world: withoutKinds(around.world) };
		return () => moving;
	}
	const worldOf = worldBeside(all, (ways) => foldersOf(ways, around.cwd), withoutKinds(around.world));
	return (read) => ({ ...around, world: worldOf(read) });
}

/** A program of its own, which sets none of the shell's variables, and by its words writes nowhere but in the workspace; what code does once it runs is not seen. */
function staysInside(read: ReadCommand, { cwd, world }: CommandContext): boolean {
	const { program } = read.command;
	if (program.kind !== "known" || read.args.program === undefined || isBuiltin(program.text)) return false;
	return effectsOf(read, cwd, world)
		.pathsWritten()
		.every(
			({ place, byCode }) =>
				byCode === true ||
				(place?.resolved ?? [undefined]).every((path) => path === "/dev/null" || isInWorkspace(path, world)),
		);
}

function isInWorkspace(path: string | undefined, { workspace }: World): boolean {
	return path !== undefined && (path === workspace || path.startsWith(`${workspace}/`));
}

/** What another command may write in the workspace, nobody knows. */
function withUnknownWorkspace(world: World): World {
	const { textAt } = world;
	return textAt === undefined
		? world
		: { ...world, textAt: (path) => (isInWorkspace(path, world) ? "unknown" : textAt(path)) };
}

/** What `npx` runs, runs once it is there. */
function isFetchedBy({ command: { via } }: ReadCommand, { command, args }: ReadCommand): boolean {
	return via === command && args.usage?.runs?.packages === true;
}

/** What the policy sets for what it runs; whether that holds for whoever else runs it, nobody knows. */
function withSet(world: World, set: AgentSettings["environment"]["set"]): World {
	const variable = (name: string): string | null | undefined =>
		Object.hasOwn(set, name) ? undefined : world.facts?.variable?.(name);
	return { ...world, facts: { ...world.facts, variable } };
}

/** What another command may write or set, nobody knows. */
function withUnknownTexts(world: World): World {
	const { variable: _, ...facts } = world.facts ?? {};
	return { ...world, textAt: () => "unknown", facts };
}

/** What one command makes, another finds: what lies somewhere now need not lie there then. */
function withoutKinds({ kindAt: _, ...world }: World): World {
	return world;
}
