/** What whoever asks tells of the world: facts, and the time. */
import { isMomentFact } from "../../language/policy/clauses/facts/moments.js";

export const notAMoment = "`at` is a time like `2026-11-22T10:00:00Z`";

export function isMoment(value: unknown): value is string {
	return (
		typeof value === "string" &&
		/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
		!Number.isNaN(Date.parse(value))
	);
}

/** Facts as a fresh object, or what is wrong with them. */
export function readFacts(value: unknown): Record<string, string | null> | string {
	const prototype: unknown = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined;
	if (prototype !== Object.prototype && prototype !== null) return "`facts` is an object of names and values";
	const facts: Record<string, string | null> = Object.create(null) as Record<string, string | null>;
	for (const [name, text] of Object.entries(value as object)) {
		if (!/^(?:env )?[A-Za-z_][\w.-]*$/.test(name)) return `\`${name}\` is no name of a fact`;
		if (isMomentFact(name)) return `\`${name}\` follows from the time: a request brings \`at\``;
		if (text !== null && typeof text !== "string") return `the value of the fact \`${name}\` is no text`;
		facts[name] = text;
	}
	return facts;
}
