/**
 * What comes of what an archive's records ask, by numbers: decided here, or by threads that share the texts among them. What was answered before is no part of it, so
 * that records with one outcome are counted without being decided.
 */
import type { Request } from "../../engine/request/request.js";
import type { Grouping } from "../replay/decide-again.js";
import { type OutcomeNumbers, outcomeIn } from "../replay/outcomes.js";
import { answerTo, type ReplayOptions } from "../replay/replay.js";
import { mayNameOf } from "../replay/said.js";
import {
	type AskedRow,
	type Before,
	mostHeld,
	type NamedFolder,
	type Part,
	recordedOf,
	type Spot,
} from "./asked-rows.js";

/** In place of an outcome: each record has its own, or may have. */
export const lone = -1;

/** Says what comes of rows of one part of an archive after the other. */
export interface OutcomeFinder {
	readonly begin: (part: Pick<Part, "texts" | "spots">) => void;
	/** The number of the outcome, or `lone`. */
	readonly outcomeOf: (row: Asking) => number;
}

/** What a row asks, and where. */
export type Asking = Pick<AskedRow, "text" | "spot" | "own" | "folder">;

/** Finds outcomes by deciding here. */
export function findingHere(
	{ decideFor }: Pick<Grouping, "decideFor">,
	outcomes: OutcomeNumbers,
	options: Pick<ReplayOptions, "agent">,
): OutcomeFinder {
	/** Of texts that are held: the outcome in any folder, for the root of a project and for others; 0 where it hangs on folders. */
	const free = [new Int32Array(mostHeld), new Int32Array(mostHeld)] as const;
	const proved = new Uint8Array(mostHeld);
	let part: Pick<Part, "texts" | "spots"> = { texts: new Map(), spots: new Map() };
	/** What was found last: of one text, in one spot. */
	let last: (Pick<Asking, "text" | "spot" | "own"> & { readonly outcome: number }) | undefined;
	/** Of the last text: which names it may say, and what came of it in one spot for all names. */
	let saying: { readonly text: number; readonly maySay: (name: string) => boolean } | undefined;
	let common: (Pick<Asking, "text" | "spot"> & { readonly outcome: number }) | undefined;
	return {
		begin: (next) => {
			if (next.texts !== part.texts) for (const list of [...free, proved]) list.fill(0);
			part = next;
			[last, saying, common] = [undefined, undefined, undefined];
		},
		outcomeOf: (row) => {
			const { text, spot, own } = row;
			if (last === undefined || last.text !== text || last.spot !== spot || last.own !== own)
				last = { text, spot, own, outcome: saysNoName(row) ? shared(row) : found(row) };
			return last.outcome;
		},
	};

	/** Does it say no name of its folder, though the database found letters of one? Then it is answered as those of other names are. */
	function saysNoName({ text, spot, own, folder }: Asking): boolean {
		const isOfMany = own !== undefined && part.spots.get(spot)?.isGeneral === true;
		return isOfMany && folder !== undefined && !maySayOneOf(text, folder);
	}

	function maySayOneOf(text: number, { names }: NamedFolder): boolean {
		if (saying?.text !== text) saying = { text, maySay: mayNameOf(part.texts.get(text) as Request) };
		return names.some(saying.maySay);
	}

	/** The outcome of one text in one spot, for all names. */
	function shared({ text, spot }: Asking): number {
		if (common?.text !== text || common.spot !== spot)
			common = { text, spot, outcome: found({ text, spot, own: undefined, folder: undefined }) };
		return common.outcome;
	}

	function found({ text, spot: where, own, folder }: Asking): number {
		const spot = part.spots.get(where) as Spot;
		const at = text % mostHeld;
		const isShared = spot.isGeneral && own === undefined;
		const freely = free[(spot.cwd ?? spot.workspace) === spot.workspace ? 0 : 1];
		const known = isShared ? (freely[at] ?? 0) : 0;
		if (known > 0) return known;
		// Who is asked for all says its own name, which those of other names do not mean.
		if (isShared && maySayOneOf(text, spot)) return lone;
		// Whatever hangs on the time is decided for each record by itself.
		const record = recordedOf(part.texts.get(text) as Request, folder ?? spot, unanswered, 0);
		let how: "lone" | "free" | undefined;
		const told = answerTo(
			record,
			0,
			(one, asked) => {
				const answer = decideFor(one, asked, proved[at] === 1);
				if (answer.isProved) proved[at] = 1;
				if (answer.hangsOnTime || (isShared && answer.hangsOnName)) how = "lone";
				else if (isShared && answer.hangsOnNothing) how = "free";
				return answer;
			},
			options,
		);
		if (how === "lone") return lone;
		const outcome = outcomes.numberOf(outcomeIn(told));
		if (how === "free") freely[at] = outcome;
		return outcome;
	}
}

/** What had been answered says nothing of an outcome. */
const unanswered: Before = { effect: "deny", code: "", rules: [], masked: false };
