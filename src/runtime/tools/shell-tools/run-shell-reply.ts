/** What `run_shell` answers. */
import type { EndedReply } from "../replies.js";

export interface RunShellReply extends EndedReply {
	/** It ran, and ended with code 0. */
	readonly success: boolean;
	readonly stdout?: string;
	readonly stderr?: string;
	readonly returncode?: number;
}
