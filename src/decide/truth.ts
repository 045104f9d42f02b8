/** Three-valued logic (Kleene, "On notation for ordinal numbers", 1938): yes, no, and not known. */
export type Truth = "yes" | "no" | "unknown";

/** All of them: no beats unknown beats yes. */
export function every(truths: Iterable<Truth>): Truth {
	let result: Truth = "yes";
	for (const truth of truths) {
		if (truth === "no") return "no";
		if (truth === "unknown") result = "unknown";
	}
	return result;
}

/** One of them: yes beats unknown beats no. */
export function some(truths: Iterable<Truth>): Truth {
	let result: Truth = "no";
	for (const truth of truths) {
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
