/** The limits that a policy sets for a run. */

/** How much of an output comes back. Sizes in bytes, except where `unit` is `characters`. */
export interface OutputLimit {
	readonly size: number;
	readonly unit: "bytes" | "characters";
	/** Kept of a longer output, in the same unit: from its beginning and from its end. */
	readonly head: number;
	readonly tail: number;
	/** Longer output goes whole to a private file. */
	readonly spill: boolean;
	/** The limit holds for each stream; otherwise for all together. */
	readonly each: boolean;
}

/** The limits in force for a run. Absent: no limit. */
export interface Limits {
	/** Milliseconds when the caller asks for none. */
	readonly timeout?: number;
	/** Milliseconds that no caller can exceed. */
	readonly timeoutMax?: number;
	readonly output?: OutputLimit;
	readonly processes?: number;
	/** Bytes. */
	readonly memory?: number;
	/** Milliseconds of processor time. */
	readonly cpu?: number;
	/** Bytes. */
	readonly fileSize?: number;
	/** Of each process. */
	readonly openFiles?: number;
}
