/** Records that came out alike: how many they are, and which came first. */

export interface Alike<First extends { readonly place: number }> {
	/** In order, each with another command. None where the answers are the same, of which nobody is shown one. */
	readonly first: First[];
	readonly isSame: boolean;
	times: number;
}

/** So many records are named for what came out alike. */
const mostFirst = 3;

/** Is a record at this place too late to be named, whatever it asks? */
export function isTooLate<First extends { readonly place: number }>({ first }: Alike<First>, place: number): boolean {
	return first.length >= mostFirst && place > firstPlace(first.at(-1));
}

/** Names a record if it is one of the first, and the first of its command. Records come in any order. */
export function nameFirst<First extends { readonly place: number }>(
	{ first }: Alike<First>,
	one: First,
	isOfCommand: (other: First) => boolean,
): void {
	const same = first.findIndex(isOfCommand);
	if (same >= 0 && firstPlace(first[same]) <= one.place) return;
	if (same >= 0) first.splice(same, 1);
	else if (first.length >= mostFirst && one.place < firstPlace(first.at(-1))) first.pop();
	if (first.length >= mostFirst) return;
	first.push(one);
	first.sort((a, b) => a.place - b.place);
}

/** As the first of each stand in a log. */
export function inOrder<First extends { readonly place: number }, Of extends Alike<First>>(
	all: Iterable<Of>,
): readonly Of[] {
	return [...all].sort((a, b) => firstPlace(a.first[0]) - firstPlace(b.first[0]));
}

const firstPlace = (one: { readonly place: number } | undefined): number => one?.place ?? 0;
