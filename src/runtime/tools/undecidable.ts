/** What is said where something went wrong before there was a decision: a denial, and no stack trace. */

/** For the agent. */
export function undecidable(error: unknown): string {
	return `this can't be decided: ${error instanceof Error ? error.message : "something went wrong"}`;
}
