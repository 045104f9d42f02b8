/**
 * The answer of harnesses that read the exit code: 2 stops the tool and tells the agent what stands on standard error, and a hook of theirs can't ask. They take no word for an allow;
 * nothing on standard output and 0 let it run.
 */
import { type Dialect, exitCode, unasked } from "./dialect.js";

export function exitCodeAnswer(title: string): Dialect["answer"] {
	return (verdict) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return exitCode(0);
			case "ask":
				return exitCode(2, unasked(verdict.reason, title));
			case "deny":
				return exitCode(2, verdict.reason);
		}
	};
}
