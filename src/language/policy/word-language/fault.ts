/** What is wrong with the text of a pattern. `offset` counts UTF-16 units inside that text; `help` says what to do. */
export interface Fault {
	readonly kind: "fault";
	readonly message: string;
	readonly offset: number;
	readonly help: string;
}

export function fault(message: string, offset: number, help: string): Fault {
	return { kind: "fault", message, offset, help };
}
