/** Checks a decision log: is every line whole, and does each hold the hash of the one before? */
import { genesis, hashOf } from "./log.js";

export type Verification =
	| {
			readonly kind: "whole";
			readonly lines: number /** Lines (from 1) that were torn and passed over. */;
			readonly torn: readonly number[];
	  }
	| { readonly kind: "broken" /** From 1. */; readonly line: number; readonly why: string };

/** Verifies a log: its text, or its lines in order, the line breaks taken off. */
export function verifyAuditLog(log: string | Iterable<string>): Verification {
	const lines = typeof log === "string" ? linesOf(log) : log;
	let before: string | undefined;
	let number = 0;
	let tornAt: number | undefined;
	const torn: number[] = [];
	for (const line of lines) {
		number++;
		const record = parse(line);
		if (tornAt !== undefined && record?.recovered !== true)
			return { kind: "broken", line: tornAt, why: "this line is no record" };
		tornAt = undefined;
		if (record === undefined) {
			tornAt = number;
			torn.push(number);
			before = line;
			continue;
		}
		if (record.prev !== (before === undefined ? genesis : hashOf(before))) {
			return {
				kind: "broken",
				line: number,
				why: "this line does not follow from the one before: something was changed, added or taken out",
			};
		}
		before = line;
	}
	return { kind: "whole", lines: number, torn };
}

function linesOf(text: string): readonly string[] {
	const lines = text.split("\n");
	return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function parse(line: string): { prev: unknown; recovered?: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === "object" && value !== null && "prev" in value ? (value as { prev: unknown }) : undefined;
	} catch {
		return undefined;
	}
}
