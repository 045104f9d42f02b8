/**
 * The command line: reads what was asked, lets a verb answer, ends with its code. It is the outermost room and holds no rules of its own.
 */
import { join } from "node:path";
import { quickCode } from "./quick-code.js";

const words = process.argv.slice(2);
void start();

/** What hooks ask for is answered by a bundle of its own, if it can; everything else waits for the rest to load. */
async function start(): Promise<void> {
	if (words[0] === "check") {
		const code = quickly();
		if (code !== undefined) {
			process.exitCode = code;
			return;
		}
	}
	const { answerAll } = await import("./answer-all.js");
	answerAll(words);
}

function quickly(): number | undefined {
	try {
		const { quickCheck, keep } = quickCode(join(__dirname, "cli", "quick.cjs"));
		const code = quickCheck(words.slice(1));
		if (code !== undefined) keep();
		return code;
	} catch {
		// The verb itself says what is wrong.
		return undefined;
	}
}
