/** Events as they are kept: plain values of JSON, in which what is usual takes no room. */
import type { Truth } from "../decide/evaluate/truth.js";
import { remembered } from "../records/remembered.js";
import type { Ending, EventHost, EventPath, Fit, GivenApproval, HistoryEvent, Moment } from "./event.js";

/** Names are told once, and each event is a row. */
export interface EventsForm {
	/** The keys of the patterns, in the order of the letters of each row. */
	readonly keys: readonly string[];
	readonly names: readonly string[];
	readonly rows: readonly Row[];
}

type Row = readonly [
	text: string,
	session: number,
	workspace: number,
	user: number,
	decided: MomentForm,
	/** Counted from when it was decided. */
	ended: MomentForm | 0,
	state: string,
	fits: string,
	/** What follows is left out from where all of it is 0. */
	paths?: readonly PathForm[] | 0,
	hosts?: readonly HostForm[] | 0,
	of?: readonly [number, number] | 0,
	words?: readonly (Fit["words"] | 0)[] | 0,
	facts?: HistoryEvent["facts"] | 0,
	many?: number | "any" | 0,
	approval?: GivenApproval | 0,
];

export type MomentForm = readonly [wall: number, order: number, uptime: number | null];
type PathForm = readonly [state: string, ...names: readonly string[]] | readonly [state: string, names: 0];
type HostForm = readonly [host: string | 0, sure: 0 | 1];

/** How the events of one list are told. */
export interface Telling {
	/** Of the patterns that are asked for. */
	readonly keys: readonly string[];
	/** What of its words is told. One for all events: what was told of one is not worked out again. */
	readonly words: (text: string) => string;
	/** The session of all of them. */
	readonly session?: string;
}

/** The text of an `EventsForm`. */
export function eventsText(events: readonly HistoryEvent[], { keys, words, session }: Telling): string {
	const names = new Map<string, number>();
	const placeOf = (name: string | undefined): number => {
		if (name === undefined) return -1;
		if (!names.has(name)) names.set(name, names.size);
		return names.get(name) as number;
	};
	const known = remembered(texts, words, () => new WeakMap());
	const about = keys.join();
	const rows = events.map((event): string => {
		const places = [placeOf(session ?? event.session), placeOf(event.workspace), placeOf(event.user)] as const;
		const before = known.get(event);
		const key = `${places} ${about}`;
		if (before?.key === key) return before.text;
		const text = JSON.stringify(rowOf(event, places, keys, words));
		known.set(event, { key, text });
		return text;
	});
	return `{"keys":${JSON.stringify(keys)},"names":${JSON.stringify([...names.keys()])},"rows":[${rows}]}`;
}
/** As long as the events are held: by what is told of their words. */
const texts = new WeakMap<Telling["words"], WeakMap<HistoryEvent, { readonly key: string; readonly text: string }>>();

function rowOf(
	event: HistoryEvent,
	[session, workspace, user]: readonly [number, number, number],
	keys: readonly string[],
	shown: Telling["words"],
): readonly unknown[] {
	const { decided, ended, of, many, facts, paths, hosts, approval } = event;
	const found = keys.map((key) => event.fits.get(key));
	const words = found.map((fit) => (fit === undefined || Object.keys(fit.words).length === 0 ? 0 : fit.words));
	const row: unknown[] = [
		shown(event.text).slice(0, longestText),
		session,
		workspace,
		user,
		momentForm(decided),
		ended === undefined ? 0 : spanForm(decided, ended),
		`${letter(event.inside)}${event.ending[0]}${bit(event.through)}${bit(event.approved)}${bit(event.background)}`,
		found.map((fit) => (fit === undefined ? "-" : letter(fit.truth))).join(""),
		isUnknown(paths) ? 0 : paths.map(pathForm),
		hosts.length === 1 && hosts[0]?.host === undefined && hosts[0]?.sure === false
			? 0
			: hosts.map(({ host, sure }) => [host ?? 0, sure ? 1 : 0]),
		of === undefined ? 0 : [of.request, of.place],
		words.every((one) => one === 0) ? 0 : words,
		Object.keys(facts).length === 0 ? 0 : facts,
		many === undefined ? 0 : many === Infinity ? "any" : many,
		approval ?? 0,
	];
	while (row.at(-1) === 0) row.pop();
	return row;
}

function isUnknown([path, ...others]: HistoryEvent["paths"]): boolean {
	return (
		path !== undefined && others.length === 0 && JSON.stringify(pathForm(path)) === JSON.stringify(pathForm(anyPath))
	);
}
const anyPath: EventPath = { access: "both", exact: false, created: "unknown" };

/** Both clocks, and the number, from one moment to another; the machine's since its start as it is where it was not told of the first. */
function spanForm(from: Moment, to: Moment): MomentForm {
	const uptime = to.uptime === undefined ? null : to.uptime - (from.uptime ?? 0);
	return [to.wall - from.wall, to.order - from.order, uptime];
}

function momentAfter(from: Moment, [wall, order, uptime]: MomentForm): Moment {
	return momentOf([from.wall + wall, from.order + order, uptime === null ? null : uptime + (from.uptime ?? 0)]);
}

const longestText = 80;

/** Throws for what is no such form. */
export function eventsOf({ keys, names, rows }: EventsForm): readonly HistoryEvent[] {
	const nameAt = (place: number): string => {
		const name = names[place];
		if (name === undefined) throw new Error("a name is missing");
		return name;
	};
	return rows.map((row): HistoryEvent => {
		const [text, session, workspace, user, decidedForm, ended, state, fits] = row;
		const [, , , , , , , , paths = 0, hosts = 0, of = 0, words = 0, facts = 0, many = 0, approval = 0] = row;
		const [inside, ending, through, approved, background] = state;
		const decided = momentOf(decidedForm);
		if (fits.length !== keys.length) throw new Error("a fit is missing");
		return {
			text,
			...(session < 0 ? {} : { session: nameAt(session) }),
			workspace: nameAt(workspace),
			...(user < 0 ? {} : { user: nameAt(user) }),
			inside: truthOf(inside),
			decided,
			...(ended === 0 ? {} : { ended: momentAfter(decided, ended) }),
			ending: endingOf(ending),
			through: through === "1",
			approved: approved === "1",
			background: background === "1",
			facts: facts === 0 ? {} : facts,
			fits: new Map(
				keys.flatMap((key, at): [string, Fit][] =>
					fits[at] === "-"
						? []
						: [[key, { truth: truthOf(fits[at]), words: (words === 0 ? undefined : words[at]) || {} }]],
				),
			),
			paths: paths === 0 ? [anyPath] : paths.map(pathOf),
			hosts:
				hosts === 0
					? [{ sure: false }]
					: hosts.map(([host, sure]): EventHost => ({ ...(host === 0 ? {} : { host }), sure: sure === 1 })),
			...(of === 0 ? {} : { of: { request: of[0], place: of[1] } }),
			...(many === 0 ? {} : { many: many === "any" ? Infinity : many }),
			...(approval === 0 ? {} : { approval }),
		};
	});
}

export function momentForm({ wall, order, uptime }: Moment): MomentForm {
	return [wall, order, uptime ?? null];
}

export function momentOf([wall, order, uptime]: MomentForm): Moment {
	if (![wall, order].every(Number.isFinite)) throw new Error("a moment is missing");
	return { wall, order, ...(uptime === null ? {} : { uptime }) };
}

function pathForm({ names, access, exact, created }: EventPath): PathForm {
	const state = `${access[0]}${bit(exact)}${letter(created)}`;
	return names === undefined ? [state, 0] : [state, ...names];
}

function pathOf([state, ...names]: PathForm): EventPath {
	const [access, exact, created] = state;
	return {
		...(names[0] === 0 ? {} : { names: names as readonly string[] }),
		access: access === "r" ? "read" : access === "w" ? "write" : "both",
		exact: exact === "1",
		created: truthOf(created),
	};
}

const bit = (is: boolean): "0" | "1" => (is ? "1" : "0");
const letter = (truth: Truth): string => truth[0] as string;

function truthOf(one: string | undefined): Truth {
	if (one === "y") return "yes";
	if (one === "n") return "no";
	if (one === "u") return "unknown";
	throw new Error("a truth is missing");
}

const endings: Readonly<Record<string, Ending>> = { r: "running", p: "passed", f: "failed", u: "unknown" };

export function endingOf(one: string | undefined): Ending {
	const ending = endings[one ?? ""];
	if (ending === undefined) throw new Error("an ending is missing");
	return ending;
}
