/** What `rules doctor` found out about one thing. */

/** `bad`: commands may run that the policy denies, or nothing runs at all. `doubtful`: it works, and somebody should look. */
export interface Check {
	readonly name: string;
	readonly verdict: "good" | "doubtful" | "bad";
	readonly message: string;
}
