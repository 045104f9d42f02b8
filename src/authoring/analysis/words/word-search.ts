/** What a search for a word may cost, and what it found. */

/** Steps that a question may still take; shared by everything that one question asks. */
export interface Budget {
	left: number;
	/** Sets that take long to make are not made: where a word of them would have to be searched, the question is left open. */
	readonly light?: true;
	/** A set that takes long to make counts for so many steps. */
	readonly weight?: number;
	/** A word was taken as a long list names it. Others lie so too, and may do better in a command. */
	guessed?: boolean | undefined;
	/** No word is taken so. */
	exact?: boolean;
}

/** `unsettled`: the budget is spent. */
export type FoundWord =
	| { readonly kind: "word"; readonly text: string }
	| { readonly kind: "none" }
	| { readonly kind: "unsettled" };
