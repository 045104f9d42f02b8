/** Requests that wait for certain people, as whoever is asked finds them again: kept beside the history, and no part of what decides. */
import { join } from "node:path";
import type { Decision } from "../../engine/decide/decision.js";
import { type EventsForm, eventsOf, eventsText } from "../../engine/history/event-form.js";
import type { OpenQuestion } from "../../engine/history/history.js";
import type { Told } from "../../engine/history/told.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { locked } from "../audit/lock.js";
import { readChecked, writeChecked } from "./checked-file.js";
import { folderFor, type HistoryOf, shortHash } from "./place.js";
import { textWithoutSecrets } from "./without-secrets.js";

/** A request that was held back until people say yes to it. */
export interface WaitingQuestion extends OpenQuestion {
	/** By which a person names it. */
	readonly id: string;
	/** Its words, without secrets. */
	readonly text: string;
	/** They are not all of them. */
	readonly isCut: boolean;
	readonly agent: string;
	readonly cwd: string;
	readonly session?: string;
	/** Who runs the session. */
	readonly user?: string;
	/** When it was asked last. Milliseconds, by the wall. */
	readonly at: number;
	/** The IDs of the rules that ask. */
	readonly rules: readonly string[];
	/** The worst that may follow from a yes. */
	readonly worst?: string;
	/** Under which it stands in a log of decisions. */
	readonly record?: string;
}

type Form = Omit<WaitingQuestion, "events"> & { readonly events: EventsForm };

/** Keeps it where it is found again, and gives its ID. What can't be kept waits all the same. */
export function keepWaiting(
	of: HistoryOf,
	request: Request,
	world: World,
	{ rules, worst, agent }: Decision,
	{ request: name, events }: OpenQuestion,
	{ at, session }: Told,
): string | undefined {
	const whole = textOf(request);
	const user = request.facts?.user ?? world.facts?.user;
	const id = shortHash(JSON.stringify([name ?? whole, session])).slice(0, 6);
	const question: WaitingQuestion = {
		id,
		...(name === undefined ? {} : { request: name }),
		text: textWithoutSecrets(whole).slice(0, mostText),
		isCut: whole.length > mostText,
		agent,
		cwd: request.cwd ?? world.workspace,
		...(session === undefined ? {} : { session }),
		...(typeof user === "string" ? { user } : {}),
		at,
		rules: rules.map((one) => one.id),
		...(worst === undefined ? {} : { worst }),
		events,
	};
	try {
		const others = waitingQuestions(of).filter((one) => one.id !== id);
		const kept = [...others, question].slice(-mostQuestions);
		writeChecked(fileOf(of), JSON.stringify(kept.map(formFor)));
		return id;
	} catch {
		// It is not listed, then.
		return undefined;
	}
}

/** Says under which name it stands in a log. */
export function noteRecord(of: HistoryOf, request: Request, session: string | undefined, record: string): void {
	const folder = folderFor(of);
	if (folder === undefined) return;
	const text = textWithoutSecrets(textOf(request)).slice(0, mostText);
	locked(
		join(folder, "ledger"),
		(held) => {
			const all = waitingQuestions(of);
			const its = all.findLast((one) => one.text === text && one.session === session);
			if (!held || its === undefined) return;
			writeChecked(fileOf(of), JSON.stringify(all.map((one) => formFor(one === its ? { ...one, record } : one))));
		},
		"what happened",
	);
}

/** The oldest first; none where nobody can read them. */
export function waitingQuestions(of: HistoryOf): readonly WaitingQuestion[] {
	const text = readChecked(fileOf(of));
	if (text === "none" || text === "broken") return [];
	try {
		return (JSON.parse(text) as readonly Form[]).map((one) => ({ ...one, events: eventsOf(one.events) }));
	} catch {
		return [];
	}
}

const mostQuestions = 40;
/** Characters: more is nothing that a person says yes to at a glance. */
const mostText = 2_000;

function fileOf(of: HistoryOf): string {
	const folder = folderFor(of);
	if (folder === undefined) throw new Error("there is no home folder for it");
	return join(folder, "questions");
}

function formFor({ events, ...others }: WaitingQuestion): Form {
	const keys = [...new Set(events.flatMap(({ fits }) => [...fits.keys()]))];
	return { ...others, events: JSON.parse(eventsText(events, { keys, words: textWithoutSecrets })) as EventsForm };
}

/** With the variables that it is given. */
function textOf({ env = {}, ...request }: Request): string {
	return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), wordsOf(request)].join(" ");
}

function wordsOf({ argv, script, call }: Request): string {
	if (script !== undefined) return script;
	if (argv !== undefined) return argv.map((word) => word ?? "…").join(" ");
	return JSON.stringify(call);
}
