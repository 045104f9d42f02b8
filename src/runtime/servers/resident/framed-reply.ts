/** A hook's reply as a few words of shell can take it apart, and see that it is whole: `CODE=rules=STDOUT=rules=STDERR=rules=end`. */
import type { Reply } from "../../harnesses/dialect/dialect.js";
import { frame } from "../../harnesses/install/resident-script.js";

/** Undefined where it could be taken apart in two ways. */
export function framedReply({ stdout, stderr, code }: Reply): string | undefined {
	// As `$(…)` takes what a command prints.
	const text = [String(code), stdout.replace(/\n+$/, ""), stderr, "end"].join(frame);
	return text.split(frame).length === 4 && !text.includes("\0") ? text : undefined;
}
