/** Events as they are kept: plain values of JSON, without what nothing asks of them. */
import type { PastQuestion } from "../../language/policy/test.js";
import type { Truth } from "../decide/evaluate/truth.js";
import type { Ending, EventHost, EventPath, Fit, GivenApproval, HistoryEvent, Moment } from "./event.js";
import { asksFor } from "./event-tests.js";

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
	ended: MomentForm | 0,
	state: string,
	fits: string,
	words: readonly (Fit["words"] | 0)[] | 0,
	facts: HistoryEvent["facts"] | 0,
	paths: readonly PathForm[] | 0,
	hosts: readonly HostForm[] | 0,
	of: readonly [number, number] | 0,
	many: number | "any" | 0,
	approval: GivenApproval | 0,
];

export type MomentForm = readonly [wall: number, order: number, uptime: number | null];
type PathForm = readonly [names: readonly number[] | 0, state: string];
type HostForm = readonly [host: number, sure: 0 | 1];

/** `questions`: what is asked of the events; what none asks of is not kept, and is unknown then. */
export function formOf(
	events: readonly HistoryEvent[],
	keys: readonly string[],
	questions: readonly PastQuestion[] | "any",
): EventsForm {
	const names: string[] = [];
	const places = new Map<string, number>();
	const nameOf = (name: string | undefined): number => {
		if (name === undefined) return -1;
		let place = places.get(name);
		if (place === undefined) {
			place = names.push(name) - 1;
			places.set(name, place);
		}
		return place;
	};
	const [needsPaths, needsHosts] = (["path", "host"] as const).map(
		(what) => questions === "any" || asksFor(what, questions),
	);
	const rows = events.map((event): Row => {
		const found = keys.map((key) => event.fits.get(key));
		const hasWords = found.some((fit) => fit !== undefined && Object.keys(fit.words).length > 0);
		const { decided, ended, of, many, facts } = event;
		return [
			event.text.slice(0, longestText),
			nameOf(event.session),
			nameOf(event.workspace),
			nameOf(event.user),
			momentForm(decided),
			ended === undefined ? 0 : momentForm(ended),
			`${letter(event.inside)}${event.ending[0]}${bit(event.through)}${bit(event.approved)}${bit(event.background)}`,
			found.map((fit) => (fit === undefined ? "-" : letter(fit.truth))).join(""),
			hasWords ? found.map((fit) => fit?.words ?? 0) : 0,
			Object.keys(facts).length === 0 ? 0 : facts,
			needsPaths ? event.paths.map((path) => pathForm(path, nameOf)) : 0,
			needsHosts ? event.hosts.map(({ host, sure }): HostForm => [nameOf(host), sure ? 1 : 0]) : 0,
			of === undefined ? 0 : [of.request, of.place],
			many === undefined ? 0 : many === Infinity ? "any" : many,
			event.approval ?? 0,
		];
	});
	return { keys, names, rows };
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
		const [
			text,
			session,
			workspace,
			user,
			decided,
			ended,
			state,
			fits,
			words,
			facts,
			paths,
			hosts,
			of,
			many,
			approval,
		] = row;
		const [inside, ending, through, approved, background] = state;
		if (fits.length !== keys.length) throw new Error("a fit is missing");
		return {
			text,
			...(session < 0 ? {} : { session: nameAt(session) }),
			workspace: nameAt(workspace),
			...(user < 0 ? {} : { user: nameAt(user) }),
			inside: truthOf(inside),
			decided: momentOf(decided),
			...(ended === 0 ? {} : { ended: momentOf(ended) }),
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
			paths:
				paths === 0 ? [{ access: "both", exact: false, created: "unknown" }] : paths.map((one) => pathOf(one, nameAt)),
			hosts:
				hosts === 0
					? [{ sure: false }]
					: hosts.map(([host, sure]): EventHost => ({ ...(host < 0 ? {} : { host: nameAt(host) }), sure: sure === 1 })),
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

function pathForm({ names, access, exact, created }: EventPath, nameOf: (name: string) => number): PathForm {
	return [names === undefined ? 0 : names.map(nameOf), `${access[0]}${bit(exact)}${letter(created)}`];
}

function pathOf([names, state]: PathForm, nameAt: (place: number) => string): EventPath {
	const [access, exact, created] = state;
	return {
		...(names === 0 ? {} : { names: names.map(nameAt) }),
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

function endingOf(one: string | undefined): Ending {
	const ending = endings[one ?? ""];
	if (ending === undefined) throw new Error("an ending is missing");
	return ending;
}
