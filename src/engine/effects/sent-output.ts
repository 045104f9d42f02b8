/**
 * What others of the same request read, a command that talks to other machines may send: `cat f | openssl s_client`, `curl -u "$(cat f)"`,
 * `X=$(cat f); curl -A "$X"`.
 */
import type { Command, Word } from "../request/request.js";
import type { ReadCommand } from "./commands.js";
import { plainPowers, powersBeyond } from "./powers-used.js";

/** So many times a command of a request may send what another one reads; who does more than that sends anything. */
const mostSent = 4_096;

/** The commands of a request, each with those whose output it may send. */
export function withSentOutput(groups: readonly (readonly ReadCommand[])[]): readonly (readonly ReadCommand[])[] {
	if (groups.length < 2) return groups;
	let left = mostSent;
	return groups.map((group, index) => {
		const outer = group[0]?.command;
		if (outer === undefined || !group.some(({ command }) => takesOutput(command))) return group;
		return group.map((read) => {
			if (!takesOutput(read.command) || !talks(read)) return read;
			const sends = sourcesOf(read.command, outer, index, groups);
			left -= sends.length;
			return sends.length === 0 ? read : { ...read, sends: left < 0 ? "anything" : sends };
		});
	});
}

function takesOutput({ args, from, input }: Command): boolean {
	return from !== undefined || input?.kind === "unknown" || args.some((word) => isExpanded(word));
}

function isExpanded(word: Word): boolean {
	return word.kind === "unknown" && /[$`]|<\(/.test(word.source);
}

function talks({ args }: ReadCommand): boolean {
	if (args.program === undefined || args.informs) return false;
	return plainPowers(args).includes("network") || powersBeyond(args).some(({ power }) => power === "network");
}

/** `outer`: the command of the script that it stands in. What a variable holds may come from any command before. */
function sourcesOf(
	{ args, from, input }: Command,
	{ span }: Command,
	index: number,
	groups: readonly (readonly ReadCommand[])[],
): readonly ReadCommand[] {
	const fromBefore = args.some((word) => word.kind === "unknown" && /\$\{?\w/.test(word.source));
	const piped = new Set<number>();
	for (let writer = from; writer !== undefined; writer = writer.from) piped.add(writer.span.start);
	const byPipe = from === undefined && input?.kind === "unknown" && index > 0;
	return groups.flatMap((group, at) => {
		const other = group[0]?.command;
		if (at === index || other === undefined) return [];
		const isInside = other.span.start > span.start && other.span.end <= span.end;
		const isBefore = at < index && !isInside;
		const brings = isInside || piped.has(other.span.start) || (isBefore && (fromBefore || byPipe));
		return brings ? group : [];
	});
}
