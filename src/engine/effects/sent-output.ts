/**
 * What others of the same request read, a command that talks to other machines may send: `cat f | openssl s_client`, `curl -u "$(cat f)"`,
 * `X=$(cat f); curl -A "$X"`.
 */
import { altered } from "../records/altered.js";
import type { Command, Word } from "../request/request.js";
import type { ReadCommand } from "./commands.js";
import { plainPowers, powersBeyond } from "./powers-used.js";

/** So many times a command of a request may send what another one reads; who does more than that sends anything. */
const mostSent = 4_096;

/** The commands of a request, each with those whose output it may send. */
export function withSentOutput(groups: readonly (readonly ReadCommand[])[]): readonly (readonly ReadCommand[])[] {
	if (groups.length < 2) return groups;
	const places = placesOf(groups);
	let left = mostSent;
	return groups.map((group, index) => {
		const outer = group[0]?.command;
		if (outer === undefined || !group.some(({ command }) => takesOutput(command))) return group;
		return group.map((read) => {
			if (!takesOutput(read.command) || !talks(read)) return read;
			if (left < 0) return altered(read, { sends: "anything" as const });
			const sends = sourcesOf(read.command, outer, index, groups, places);
			left -= sends.length;
			return sends.length === 0 ? read : altered(read, { sends: left < 0 ? ("anything" as const) : sends });
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

/** Where the commands of a request begin in its text, each with its number, in the order of the text. */
type Places = readonly { readonly start: number; readonly at: number }[];

function placesOf(groups: readonly (readonly ReadCommand[])[]): Places {
	return groups
		.flatMap(([outer], at) => (outer === undefined ? [] : [{ start: outer.command.span.start, at }]))
		.sort((one, other) => one.start - other.start);
}

/** The numbers of those that begin in a part of the text. */
function beginningIn(places: Places, from: number, to: number): readonly number[] {
	let [low, high] = [0, places.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((places[middle] as Places[number]).start < from) low = middle + 1;
		else high = middle;
	}
	const found: number[] = [];
	for (let place = places[low]; place !== undefined && place.start < to; place = places[++low]) found.push(place.at);
	return found;
}

/** `outer`: the command of the script that it stands in. What a variable holds may come from any command before. */
function sourcesOf(
	{ args, from, input }: Command,
	{ span }: Command,
	index: number,
	groups: readonly (readonly ReadCommand[])[],
	places: Places,
): readonly ReadCommand[] {
	const found = new Set<number>();
	const fromBefore = args.some((word) => word.kind === "unknown" && /\$\{?\w/.test(word.source));
	const byPipe = from === undefined && input?.kind === "unknown";
	if (fromBefore || byPipe) for (let at = 0; at < index; at++) found.add(at);
	for (let writer = from; writer !== undefined; writer = writer.from)
		for (const at of beginningIn(places, writer.span.start, writer.span.start + 1)) found.add(at);
	for (const at of beginningIn(places, span.start + 1, span.end))
		if ((groups[at]?.[0]?.command.span.end ?? 0) <= span.end) found.add(at);
	found.delete(index);
	return [...found].sort((one, other) => one - other).flatMap((at) => groups[at] ?? []);
}
