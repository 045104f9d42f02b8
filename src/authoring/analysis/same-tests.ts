/** Do two tests say the same, written alike? */
import type { Test } from "../../language/policy/test.js";

/** Compares part by part and stops at the first difference. Tests that mean the same and are written otherwise count as different. */
export function sameTests(one: Test | undefined, other: Test | undefined): boolean {
	return sameData(one, other);
}

function sameData(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
	if (Array.isArray(one))
		return (
			Array.isArray(other) && one.length === other.length && one.every((element, at) => sameData(element, other[at]))
		);
	const [fields, others] = [present(one), present(other)];
	return (
		fields.length === others.length &&
		fields.every(([name, value]) => sameData(value, (other as Readonly<Record<string, unknown>>)[name]))
	);
}

/** A field that is undefined counts as absent. */
function present(value: object): readonly (readonly [string, unknown])[] {
	return Object.entries(value).filter(([, inner]) => inner !== undefined);
}
