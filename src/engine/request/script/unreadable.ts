/**
 * A script that can't be read for certain: thrown inside of this folder alone, and caught by `readScript`. It is no `Error`: scripts are refused all day, and
 * nobody looks at the stack of one.
 */
export class Unreadable {
	/** `start` and `end` are offsets into the script. */
	constructor(
		readonly why: string,
		readonly start: number,
		readonly end: number = start + 1,
	) {}
}

/** A node with its place in the script. */
export interface Placed {
	readonly pos: number;
	readonly end: number;
}

/** Refuses the script because of what stands at this place. */
export function refuse(why: string, at: Placed): never {
	throw new Unreadable(why, at.pos, at.end);
}
