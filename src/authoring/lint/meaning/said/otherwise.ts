/** What a text says and its rule does otherwise, in the words of a message. */

/** The words of the message, and what the rule does instead: `the message says …, and …`. */
export interface SaidOtherwise {
	readonly said: string;
	readonly rule: string;
	readonly help: string;
}
