/**
 * Do two policy files say the same? Spans, names of files and the notation don't count.
 */
import type { Comments, PolicyFile } from "./statements.js";

/** Equality of statements, in their order; with `comments`, of comments and blank lines as well. */
export function sameStatements(
	a: Pick<PolicyFile, "statements" | "closing">,
	b: Pick<PolicyFile, "statements" | "closing">,
	{ comments = false }: { readonly comments?: boolean } = {},
): boolean {
	return same(a.statements, b.statements, comments) && (!comments || same(a.closing, b.closing, comments));
}

function same(a: unknown, b: unknown, comments: boolean): boolean {
	if (Array.isArray(a)) {
		return Array.isArray(b) && a.length === b.length && a.every((item, index) => same(item, b[index], comments));
	}
	if (!isRecord(a) || !isRecord(b)) return a === b;
	const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
	for (const key of keys) {
		if (key === "span") continue;
		if (key === "comments") {
			if (comments && !sameComments(a[key] as Comments | undefined, b[key] as Comments | undefined)) return false;
		} else if (key === "closing") {
			if (comments && !same(a[key] ?? [], b[key] ?? [], comments)) return false;
		} else if (!same(a[key], b[key], comments)) return false;
	}
	return true;
}

function sameComments(a: Comments | undefined, b: Comments | undefined): boolean {
	return a?.after === b?.after && same(a?.before ?? [], b?.before ?? [], true);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
