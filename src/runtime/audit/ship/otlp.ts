/** Lines of a log as OTLP carries them: JSON over HTTP, a log record for each line, whose body is the line as it stands there, so that its chain can be verified. */
import { engine } from "../../../language/source/engine.js";
import { isObject } from "../parts.js";
import type { Batch, ReadLine } from "./ship.js";

type Value =
	| { readonly stringValue: string }
	| { readonly intValue: string }
	| { readonly arrayValue: { readonly values: readonly Value[] } };

interface Attribute {
	readonly key: string;
	readonly value: Value;
}

/** The body of a request. `now`: milliseconds since 1970. */
export function otlpBody({ lines, machine }: Pick<Batch, "lines" | "machine">, now: number): string {
	const byMachine = new Map<string, ReadLine[]>();
	for (const line of lines) {
		const own = textIn(line, "machine") ?? machine;
		const some = byMachine.get(own);
		if (some === undefined) byMachine.set(own, [line]);
		else some.push(line);
	}
	return JSON.stringify({
		resourceLogs: [...byMachine].map(([name, own]) => ({
			resource: { attributes: [text("service.name", "bylaw"), text("host.name", name)] },
			scopeLogs: [
				{ scope: { name: "bylaw.audit", version: engine }, logRecords: own.map((line) => recordOf(line, now)) },
			],
		})),
	});
}

function recordOf(line: ReadLine, now: number): object {
	const { record, bytes } = line;
	const type = textIn(line, "type") ?? "unread";
	const time = Date.parse(textIn(line, "time") ?? "");
	const isDenial = record === undefined || record.effect === "deny";
	return {
		timeUnixNano: Number.isFinite(time) && time >= 0 ? nanoseconds(time) : "0",
		observedTimeUnixNano: nanoseconds(now),
		severityNumber: isDenial ? 13 : 9,
		severityText: isDenial ? "WARN" : "INFO",
		eventName: `rules.${type}`,
		body: { stringValue: bytes.toString("utf8") },
		attributes: [text("rules.record", type), ...attributesOf(line)],
	};
}

/** Under the names that spans have. */
const names = {
	id: "gen_ai.tool.call.id",
	agent: "gen_ai.agent.name",
	effect: "rules.decision",
	code: "rules.code",
	policy: "rules.policy.revision",
	session: "session.id",
} as const;

function attributesOf(line: ReadLine): readonly Attribute[] {
	const texts = Object.entries(names).flatMap(([field, key]) => {
		const said = textIn(line, field);
		return said === undefined ? [] : [text(key, said)];
	});
	const { seq, rules } = line.record ?? {};
	const ids = Array.isArray(rules)
		? rules.flatMap((rule: { id?: unknown }) => (typeof rule?.id === "string" ? [rule.id] : []))
		: [];
	return [
		...texts,
		...(typeof seq === "number" && Number.isSafeInteger(seq)
			? [{ key: "rules.seq", value: { intValue: String(seq) } }]
			: []),
		...(ids.length === 0
			? []
			: [{ key: "rules.rule_id", value: { arrayValue: { values: ids.map((id) => ({ stringValue: whole(id) })) } } }]),
	];
}

function textIn({ record }: ReadLine, field: string): string | undefined {
	const said = record?.[field];
	return typeof said === "string" ? said : undefined;
}

function text(key: string, said: string): Attribute {
	return { key, value: { stringValue: whole(said) } };
}

/** No receiver takes half of a surrogate pair. */
function whole(said: string): string {
	return said.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}

function nanoseconds(milliseconds: number): string {
	return `${Math.trunc(milliseconds)}000000`;
}

/** What a receiver says of a request that it took: how many records it refused, and why. Undefined where it is nothing that a receiver says. */
export function answerIn(body: string): { readonly rejected: number; readonly message: string } | undefined {
	// Many say nothing at all.
	if (body.trim() === "") return { rejected: 0, message: "" };
	try {
		// What is null is not said, as in all JSON of protocol buffers; a number of 64 bits is a text there.
		const said = membersOf(
			membersOf(JSON.parse(body), "partialSuccess").partialSuccess ?? {},
			"rejectedLogRecords",
			"errorMessage",
		);
		const rejected = said.rejectedLogRecords ?? 0;
		const message = said.errorMessage ?? "";
		const isCount = /^\d{1,19}$/.test(typeof rejected === "number" ? String(rejected) : textOf(rejected));
		return isCount ? { rejected: Number(rejected), message: textOf(message) } : undefined;
	} catch {
		return undefined;
	}
}

/** The members of an object that has no others. Throws. */
function membersOf(value: unknown, ...names: readonly string[]): Readonly<Record<string, unknown>> {
	if (isObject(value) && Object.keys(value).every((name) => names.includes(name))) return value;
	throw new TypeError("this is nothing that a receiver says");
}

function textOf(value: unknown): string {
	if (typeof value === "string") return value;
	throw new TypeError("this is no text");
}
