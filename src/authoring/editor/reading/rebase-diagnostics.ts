/** Carries findings over to a text that has changed since: those that the change did not touch still stand, perhaps elsewhere. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import type { EditorFinding } from "../findings.js";
import type { Stretch } from "./places.js";

/** Where a stretch of the old text stands in the new one; undefined where the change touches it. */
export type Carry = (stretch: Stretch) => Stretch | undefined;

/** The change is taken to be one stretch: what is left between the same beginning and the same end. */
export function carrying(before: string, after: string): Carry {
	if (before === after) return (stretch) => stretch;
	const shortest = Math.min(before.length, after.length);
	let head = 0;
	while (head < shortest && before.charCodeAt(head) === after.charCodeAt(head)) head++;
	let tail = 0;
	while (
		tail < shortest - head &&
		before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
	)
		tail++;
	const shift = after.length - before.length;
	return ({ start, end }) => {
		if (end <= head) return { start, end };
		return start >= before.length - tail ? { start: start + shift, end: end + shift } : undefined;
	};
}

/** A finding where it stands now. A fix whose edits were touched is left out. */
export function rebaseDiagnostic(finding: EditorFinding, path: string, carry: Carry): EditorFinding | undefined {
	const place = carry(finding);
	if (place === undefined) return undefined;
	const { fix, ...rest } = finding;
	const moved = fix && carriedFix(fix, path, carry);
	return { ...rest, ...place, ...(moved ? { fix: moved } : {}) };
}

function carriedFix(fix: Fix, path: string, carry: Carry): Fix | undefined {
	const edits = fix.edits.map(({ span, text }) => {
		const place = span.file === path ? carry(span) : span;
		return place && { span: { ...span, ...place }, text };
	});
	return edits.includes(undefined) ? undefined : { ...fix, edits: edits as Fix["edits"] };
}
