/** Yes, no, unknown, as LANGUAGE.md says: "A condition is yes, no or unknown (three-valued, Kleene)". */
export type Truth = "yes" | "no" | "unknown";

export function all(truths: readonly Truth[]): Truth {
	if (truths.includes("no")) return "no";
	return truths.includes("unknown") ? "unknown" : "yes";
}

export function any(truths: readonly Truth[]): Truth {
	if (truths.includes("yes")) return "yes";
	return truths.includes("unknown") ? "unknown" : "no";
}

export function not(truth: Truth): Truth {
	if (truth === "unknown") return "unknown";
	return truth === "yes" ? "no" : "yes";
}

export function fromBoolean(value: boolean): Truth {
	return value ? "yes" : "no";
}

/** What is the same however the command is read is known; what differs is not. */
export function agreed(truths: readonly Truth[]): Truth {
	const [first] = truths;
	return first !== undefined && truths.every((one) => one === first) ? first : "unknown";
}
