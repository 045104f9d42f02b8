/** What a line of a stream tells besides a request: of which session it is, how an earlier one ended, how sessions hang together. */
import type { ToldApproval, ToldOutcome } from "../../../engine/history/history.js";
import type { SessionStart } from "../../../engine/history/sessions.js";
import type { Told } from "../../../engine/history/told.js";
import { isMoment, notAMoment } from "../../../engine/request/read-facts.js";

/** What happened, without a request. */
export type ToldEvent =
	| { readonly outcome: ToldOutcome }
	| { readonly start: SessionStart }
	/** `asked`: what was approved, with the fields of a request. */
	| { readonly approval: { readonly asked: Fields; readonly told: Omit<ToldApproval, "at"> } }
	| { readonly history: "unreadable" };

type Fields = Readonly<Record<string, unknown>>;

/** Undefined where the line tells none; a text: what is wrong with it. */
export function toldEvent(line: Fields): ToldEvent | string | undefined {
	const { outcome, start, history, approval, session } = line;
	if ([outcome, start, history, approval].every((one) => one === undefined)) return undefined;
	const ofSession = outcome !== undefined && session !== undefined ? 1 : 0;
	if (Object.keys(line).length > 1 + ofSession)
		return "`outcome`, `approval`, `start` and `history` stand alone in their line; beside an `outcome` may stand its `session`";
	if (approval !== undefined) return toldApproval(approval);
	if (history !== undefined)
		return history === "unreadable" ? { history } : "`history` is `unreadable`: nothing else is told of it";
	return outcome === undefined ? sessionStart(start) : toldOutcome(outcome, session);
}

/** `beside`: the session that stands beside it in its line. */
function toldOutcome(value: unknown, beside: unknown): ToldEvent | string {
	if (!isRecord(value)) return "`outcome` is an object with the `id` of a request";
	const { id, session = beside, call, at, code, failed, denied, approved, ...others } = value;
	const [other] = Object.keys(others);
	if (other !== undefined) return `\`${other}\` is no field of an outcome`;
	if (id === undefined && call === undefined) return "an outcome has the `id` of a request, or the `call` of one";
	if (id !== undefined && typeof id !== "string" && typeof id !== "number") return "`id` is a string or a number";
	if (![session, call].every((one) => one === undefined || typeof one === "string"))
		return "`session` and `call` are names";
	if (beside !== undefined && session !== beside) return "an outcome is of one `session`, and there are two";
	if (at !== undefined && !isMoment(at)) return notAMoment;
	if (code !== undefined && !Number.isSafeInteger(code)) return "`code` is a whole number";
	if (![failed, denied, approved].every((one) => one === undefined || typeof one === "boolean"))
		return "`failed`, `denied` and `approved` are true or false";
	return {
		outcome: {
			...(id === undefined ? {} : { id }),
			...(session === undefined ? {} : { session: session as string }),
			...(call === undefined ? {} : { call: call as string }),
			...(at === undefined ? {} : { at: Date.parse(at) }),
			...(code === undefined ? {} : { code: code as number }),
			...(failed === undefined ? {} : { failed: failed as boolean }),
			...(denied === undefined ? {} : { denied: denied as boolean }),
			...(approved === undefined ? {} : { approved: approved as boolean }),
		},
	};
}

/** A person's yes: to what, and who. */
function toldApproval(value: unknown): ToldEvent | string {
	if (!isRecord(value)) return "`approval` is an object with an `argv`, a `script` or a `call`";
	const { by, groups, session, ...asked } = value;
	if (by !== undefined && typeof by !== "string") return "`by` is the name of a person";
	if (groups !== undefined && !(Array.isArray(groups) && groups.every((one) => typeof one === "string")))
		return "`groups` is a list of names";
	if (session !== undefined && typeof session !== "string") return "`session` is a name";
	const call = typeof asked.call === "string" ? asked.call : isRecord(asked.call) ? asked.call.id : undefined;
	return {
		approval: {
			asked,
			told: {
				...(by === undefined ? {} : { by }),
				...(groups === undefined ? {} : { groups: groups as readonly string[] }),
				...(session === undefined ? {} : { session }),
				...(typeof call === "string" ? { call } : {}),
			},
		},
	};
}

function sessionStart(value: unknown): ToldEvent | string {
	if (!isRecord(value)) return "`start` is an object with a `session`";
	const { session, continues, parent, by, ...others } = value;
	const [other] = Object.keys(others);
	if (other !== undefined) return `\`${other}\` is no field of a start`;
	if (typeof session !== "string") return "`start.session` is a name";
	if (![continues, parent].every((one) => one === undefined || typeof one === "string"))
		return "`continues` and `parent` are names of sessions";
	if (by !== undefined && by !== "person") return "`by` is `person`, or is left out";
	return {
		start: {
			session,
			...(continues === undefined ? {} : { continues: continues as string }),
			...(parent === undefined ? {} : { parent: parent as string }),
			...(by === undefined ? {} : { by }),
		},
	};
}

/** What a request's line says of the session; a text: what is wrong with it. */
export function toldOf({ session, call, background }: Fields): Omit<Told, "at" | "id"> | string {
	if (session !== undefined && typeof session !== "string") return "`session` is a name";
	if (background !== undefined && typeof background !== "boolean") return "`background` is true or false";
	const name = typeof call === "string" ? call : isRecord(call) ? call.id : undefined;
	if (name !== undefined && typeof name !== "string") return "`call.id` is the harness's name of the call";
	return {
		...(session === undefined ? {} : { session }),
		...(name === undefined ? {} : { call: name }),
		...(background === undefined ? {} : { background }),
	};
}

function isRecord(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
