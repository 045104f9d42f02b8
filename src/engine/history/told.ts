/** What is told of a request besides what it asks for. */

/** What a harness tells of a request. Times are milliseconds. */
export interface Told {
	/** By the wall. */
	readonly at: number;
	/** Since the machine's start. */
	readonly uptime?: number;
	/** A name for the request, by which its outcome is told. */
	readonly id?: string | number;
	readonly session?: string;
	/** The harness's name of the call: one that is told twice is one. */
	readonly call?: string;
	/** The call returns before the command ends. */
	readonly background?: boolean;
}
