/** Three-valued logic (Kleene, "On notation for ordinal numbers", 1938): yes, no, and not known. */
export type Truth = "yes" | "no" | "unknown";

/** All of them: no beats unknown beats yes. */
export function every(truths: readonly Truth[]): Truth {
	return everyOf(truths, (truth) => truth);
}

/** One of them: yes beats unknown beats no. */
export function some(truths: readonly Truth[]): Truth {
	return someOf(truths, (truth) => truth);
}

/** Is it so of all? Asked of one after the other, until the answer is certain. */
export function everyOf<T>(list: readonly T[], ask: (one: T) => Truth): Truth {
	let result: Truth = "yes";
	for (const one of list) {
		const truth = ask(one);
		if (truth === "no") return "no";
		if (truth === "unknown") result = "unknown";
	}
	return result;
}

/** Is it so of one? Asked of one after the other, until the answer is certain. */
export function someOf<T>(list: readonly T[], ask: (one: T) => Truth): Truth {
	let result: Truth = "no";
	for (const one of list) {
		const truth = ask(one);
		if (truth === "yes") return "yes";
		if (truth === "unknown") result = "unknown";
	}
	return result;
}

export function negate(truth: Truth): Truth {
	return truth === "yes" ? "no" : truth === "no" ? "yes" : "unknown";
}

export function truth(value: boolean): Truth {
	return value ? "yes" : "no";
}
