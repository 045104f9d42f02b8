/** What is known of the parts of lines: what was asked and answered, where that was, and what comes of both together. */
import type { Request } from "../../engine/request/request.js";
import { once } from "../../language/source/once.js";
import type { Counted } from "./came-out.js";
import type { LineParts } from "./line-parts.js";
import type { ReadLine, Recorded } from "./log-records.js";
import { mayPutTogether, type Putting, piecesIn, puttingOf } from "./put-together.js";
import { renamed, saidBy } from "./said.js";
import type { General, Standing } from "./spots.js";
import { allStandIns, type Replaced } from "./stand-in-home.js";

/** A line of which nothing comes: of another agent, or no decision. */
export interface Passed {
	readonly isAsked: false;
	/** Of another agent: its folders are looked at before it is passed over. */
	readonly isDecision: boolean;
	readonly isRecovered: boolean;
	readonly size: number;
}

/** What a line asked, and what had been answered. */
export interface What extends Before {
	readonly isAsked: true;
	readonly isRecovered: boolean;
	/** Room that it takes. UTF-16 units. */
	readonly size: number;
	/** It comes out for each folder by itself, whoever asks first. Of what else does, the first answer says so. */
	readonly isOwn: boolean;
	/** How its words may say names that they have not in them. */
	readonly putting: Putting;
	/** The pieces of its words, where they may. */
	readonly pieces: () => ReadonlySet<string>;
	/** It comes out for each time by itself. */
	isTimed: boolean;
	/** By where it was asked: the first, and others. */
	at: Standing | Place | undefined;
	cell: Cell | undefined;
	further: Map<Standing | Place, Cell> | undefined;
}

/** The answer that had been given. */
export interface Before {
	readonly answer: Pick<Recorded, "effect" | "masked">;
	/** What tells it from others. */
	readonly beforeKey: string;
	/** Folders of its records have other names in it: of the same request other commands are shown. */
	readonly isRenamed: boolean;
}

/** Where it was asked. */
export interface Place {
	/** What it has in common with others whose names tell nothing. */
	readonly general: General | undefined;
	/** Names that may be replaced in what is asked. */
	readonly names: readonly Replaced[];
}

/** What comes of a request in a place, or below stand-ins. */
export interface Cell {
	/** Undefined as long as nobody has said it. */
	counted: Counted | undefined;
	/** Records that wait for the answer; undefined where nobody was asked, or has answered. */
	waits: Waiting[] | undefined;
	/** Below stand-ins it comes out for each folder by itself. */
	isApart: boolean;
}

/** A line whose parts are known. */
export interface Waiting {
	readonly what: What;
	readonly place: Place;
	/** What it says, with other names for its folders where that is renamed. */
	readonly said: string;
	readonly line: number;
	readonly text: string;
	/** The record, where it was read. */
	readonly record?: Recorded;
}

/** Notes a line of which nothing comes. */
export function passed(
	{ kind, recovered }: Exclude<ReadLine, { readonly kind: "broken" }>,
	{ what }: LineParts,
): Passed {
	return { isAsked: false, isDecision: kind === "decision", isRecovered: recovered, size: what.length + roomOfCell };
}

/** Notes what a decision's line asked. `said`: its part of the line, in which the folders of `general` are renamed. */
export function whatOf(
	{ record, recovered }: Extract<ReadLine, { readonly kind: "decision" }>,
	asked: Request,
	said: string,
	general: General | undefined,
): What {
	const words = saidBy(general === undefined ? asked : renamed(asked, general.names, 0));
	const putting = puttingOf(words.words, general !== undefined);
	const mayPut = !putting.any && putting.first !== 0;
	const { answer, beforeKey, isRenamed } = beforeOf(record, general !== undefined);
	return {
		answer,
		beforeKey,
		isRenamed,
		isAsked: true,
		isRecovered: recovered,
		size: said.length + roomOfCell + (mayPut ? 2 * words.words.length : 0),
		isOwn: putting.any || hidesLetters.test(said),
		putting,
		pieces: mayPut ? once(() => piecesIn(words.words)) : noPieces,
		isTimed: false,
		at: undefined,
		cell: undefined,
		further: undefined,
	};
}

export function beforeOf({ effect, code, rules, masked }: Recorded, isRenamed: boolean): Before {
	const beforeKey = JSON.stringify([effect, code, masked, ...rules.map(({ id }) => id)]);
	return { answer: { effect, masked }, beforeKey, isRenamed };
}

const noPieces = (): ReadonlySet<string> => new Set();

/** Room of a cell and what holds it, as UTF-16 units. */
const roomOfCell = 300;

/** A letter by its number: a name may stand there that is not seen. */
const hidesLetters = /\\u00[2-7]/;

/** Does a record say a folder of its place beside what it asks? Then its part of the line is not the same as those of others by other names. */
export function saysBeside(
	{ agent, code, rules, session = "", parent = "" }: Recorded,
	names: readonly Replaced[],
): boolean {
	const beside = [agent, code, session, parent, ...rules.map(({ id }) => id)];
	return names.some(({ folder }) => beside.some((text) => text.includes(folder)));
}

/** A part of a line with other names for the folders of a place, wherever it says them; undefined where it says none, or says what would stand for them. */
export function byOtherNames(said: string, names: readonly Replaced[]): string | undefined {
	if (!names.some(({ folder }) => said.includes(folder)) || allStandIns.some((name) => said.includes(name)))
		return undefined;
	return names.reduce(
		(text, { folder, name, by }) => text.replaceAll(folder, () => folder.slice(0, -name.length) + by[0]),
		"~ ".concat(said),
	);
}

/** May a line say a name of its place, other than in folders that are renamed? */
export function saysName({ what, said }: Pick<Waiting, "what" | "said">, { names }: General): boolean {
	return names.some(({ name }) => said.includes(name) || mayPutTogether(what.pieces, what.putting, name));
}

/** What comes of it there. `grew`: is told of more room. */
export function cellOf(what: What, at: Standing | Place, grew: (by: number) => void): Cell {
	const known = what.at === at ? what.cell : what.further?.get(at);
	if (known !== undefined) return known;
	const cell: Cell = { counted: undefined, waits: undefined, isApart: false };
	if (what.at === undefined) [what.at, what.cell] = [at, cell];
	else {
		// What everybody asks, from more folders than can be kept, is begun anew.
		if (what.further === undefined || what.further.size > mostOfOne) what.further = new Map();
		what.further.set(at, cell);
		grew(roomOfCell);
	}
	return cell;
}

const mostOfOne = 5_000;

/** A text that holds no longer one which it was cut out of. */
export const alone = (text: string): string => ` ${text}`.slice(1);
