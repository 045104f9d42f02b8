/** A condition without parts that must hold, or must not. */
import type { Test } from "../../../language/policy/test.js";
import type { OtherNames } from "../programs/other-names.js";

/** A test without parts. */
export type Atom = Exclude<Test, { readonly kind: "all" | "any" | "not" }>;

/**
 * An atom that must hold or must not. `mayBe`: it is enough that it may hold, or that it may not. `side`: the policy in whose eyes,
 * where a question is about two.
 */
export interface Literal {
	readonly atom: Atom;
	readonly wanted: boolean;
	readonly mayBe: boolean;
	readonly side: number;
	/** Where the program is known that is spoken of. */
	readonly others?: OtherNames | undefined;
}
