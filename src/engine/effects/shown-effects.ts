/** The effects of a command as a short table: for people, and for whoever shows them. */

import type { Power } from "../../language/syntax/statements.js";
import type { Variable } from "../request/request.js";
import type { Destination, Effects, PlacedPath } from "./effects.js";

/** One effect. `what`: a path as the words have it, a host, or null where that can't be known; a power, or a variable that is set. */
export interface ShownEffect {
	readonly effect: "reads" | "writes" | "reads and writes" | "uses" | "reaches" | "sets";
	readonly sure: boolean;
	readonly what: string | null;
	/** How far a path reaches; absent for the path itself. */
	readonly reach?: PlacedPath["reach"];
	/** Where the path leads; null where that can't be known. Absent for powers. */
	readonly leadsTo?: readonly string[] | null;
	/** The option that brings a power, or the word that a host stands in; absent for powers of plain use, and where it is the same. */
	readonly by?: string;
}

const verbs = { read: "reads", write: "writes", both: "reads and writes" } as const;

/** Paths first, then powers, hosts and variables; what is said twice is shown once. */
export function shownEffects(effects: Effects, variables: readonly Variable[]): readonly ShownEffect[] {
	const plain = effects.plainPowers();
	const powers = [
		...plain.map((power) => ({ power, sure: true, option: undefined })),
		...effects.powersBeyond().map(({ power, sure, option }) => ({ power, sure, option })),
	];
	const shown = [
		...effects.paths().map(shownPath),
		...powers.map(shownPower),
		...effects
			.destinations()
			.filter(({ byCode }) => byCode !== true)
			.map(shownDestination),
		...variables.map(({ name }): ShownEffect => ({ effect: "sets", sure: true, what: name })),
	];
	const seen = new Set<string>();
	return shown.filter((one) => {
		const key = JSON.stringify(one);
		return !seen.has(key) && seen.add(key);
	});
}

function shownPath({ text, access, place, maybe, reach }: PlacedPath): ShownEffect {
	return {
		effect: verbs[access],
		sure: maybe !== true && text !== undefined,
		what: text ?? null,
		...(reach === undefined ? {} : { reach }),
		leadsTo: place?.resolved ?? null,
	};
}

function shownPower({
	power,
	sure,
	option,
}: {
	readonly power: Power;
	readonly sure: boolean;
	readonly option: string | undefined;
}): ShownEffect {
	return { effect: "uses", sure, what: power, ...(option === undefined ? {} : { by: option }) };
}

function shownDestination({ host, text, maybe }: Destination): ShownEffect {
	return {
		effect: "reaches",
		sure: maybe !== true && host !== undefined,
		what: host ?? null,
		...(text === undefined || text === host ? {} : { by: text }),
	};
}

const below: Readonly<Record<NonNullable<PlacedPath["reach"]>, string>> = {
	below: " and all below it",
	links: " and all below it, through links",
	visible: " and what is not hidden below it",
	somewhere: " or files below it whose names nobody knows",
	through: " or files below it whose names nobody knows, through links",
};

/** An effect in words: `writes   surely   …`. `quote` shows a text as a word. */
export function effectText(one: ShownEffect, quote: (text: string) => string): string {
	const { effect, sure, what, reach, leadsTo, by } = one;
	const head = `${effect.padEnd(7)}  ${sure ? "surely " : "perhaps"}  `;
	if (effect === "reaches") return head + (what === null ? "a host that can't be known" : quote(what));
	if (effect === "sets") return `${head}the variable ${quote(what ?? "")}`;
	if (effect === "uses") return head + (what ?? "") + (by === undefined ? "" : `, by ${quote(by)}`);
	if (what === null) return `${head}a path that can't be known`;
	const where =
		leadsTo === null || leadsTo === undefined
			? ", where it leads can't be known"
			: leadsTo.length === 1 && leadsTo[0] === what
				? ""
				: `, which is ${leadsTo.map(quote).join(" or ")}`;
	return `${head}${quote(what)}${reach === undefined ? "" : below[reach]}${where}`;
}
